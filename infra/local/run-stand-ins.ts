import { join } from 'node:path';
import { type Plan, type StandInName, standInUrl } from './plan.ts';
import type { Say } from './tools.ts';

interface RunningStandIns {
  stop(): Promise<void>;
}

type Running = Promise<{ close(): Promise<void> }>;

const STARTS: Readonly<Record<StandInName, (port: number, plan: Plan) => Running>> = {
  google: async (port) => (await import('../../stand-ins/google/stand-in.ts')).startGoogleStandIn({ port }),
  microsoft: async (port) => (await import('../../stand-ins/microsoft/stand-in.ts')).startMicrosoftStandIn({ port }),
  internet: async (port) => (await import('../../stand-ins/internet/stand-in.ts')).startInternetStandIn({ port }),
  stripe: async (port, { folder, ports }) =>
    (await import('../../stand-ins/stripe/stand-in.ts')).startStripeStandIn({
      ...{ port, file: join(folder, 'stripe.json') },
      webhookUrl: `http://127.0.0.1:${ports.app}/api/v1/billing/webhooks/stripe`,
    }),
};

/**
 * The stand-ins of services at which the user has no account. They run in this process. Those of calendars forget all at its end; the one of
 * Stripe keeps what was paid.
 */
export async function runStandIns(plan: Plan, say: Say): Promise<RunningStandIns> {
  const running = await Promise.all(
    plan.standIns.map((name) => STARTS[name](Number(new URL(standInUrl(plan, name)).port), plan)),
  );
  if (running.length > 0) say('The stand-ins of calendar providers, payments and the internet are up.');
  return {
    async stop() {
      await Promise.all(running.map((one) => one.close()));
    },
  };
}
