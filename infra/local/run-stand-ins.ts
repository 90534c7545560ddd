import type { Plan, StandInName } from './plan.ts';
import type { Say } from './tools.ts';

interface RunningStandIns {
  stop(): Promise<void>;
}

const STARTS: Readonly<Record<StandInName, (port: number) => Promise<{ close(): Promise<void> }>>> = {
  google: async (port) => (await import('./stand-ins/google/stand-in.ts')).startGoogleStandIn({ port }),
  microsoft: async (port) => (await import('./stand-ins/microsoft/stand-in.ts')).startMicrosoftStandIn({ port }),
};

/** The stand-ins of the calendar providers at which the user has registered no app. They run in this process and forget all at its end. */
export async function runStandIns({ standIns, ports }: Plan, say: Say): Promise<RunningStandIns> {
  const portOf = (name: StandInName): number => (name === 'google' ? ports.googleStandIn : ports.microsoftStandIn);
  const running = await Promise.all(standIns.map((name) => STARTS[name](portOf(name))));
  if (running.length > 0) say('The stand-ins of calendar providers are up.');
  return {
    async stop() {
      await Promise.all(running.map((one) => one.close()));
    },
  };
}
