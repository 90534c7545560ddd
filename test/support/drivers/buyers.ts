import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { seedEndpoint } from '../../../stand-ins/stripe/seed.ts';
import type { StripeStandIn } from '../../../stand-ins/stripe/stand-in.ts';
import { makeTeam, type TestTeam } from '../factories/keys.ts';
import { press } from '../fakes/stripe.ts';
import { waitFor } from '../stack/lock-tables.ts';
import { callHost } from './host-calls.ts';

const PAUSE_MS = 300;
const GIVES_UP_AFTER_MS = 60_000;

/** A workspace on the plan Free, whose owner repeats a call after 503 or a cut connection. */
export interface TestBuyer {
  readonly team: TestTeam;
  readonly workspaceId: string;
  /** Asks for a page to pay, until there is one. */
  start(input?: object): Promise<Started>;
  startPack(catalogId: string): Promise<Started>;
  cancel(intentId: string): Promise<number>;
  customerId(): Promise<string>;
}

export interface Started {
  readonly intentId: string;
  readonly url: string;
}

type CallOf = (typeof checkout)['startCheckout' | 'startEnrichmentCheckout' | 'cancelCheckout'];

export async function newBuyerAt({ sql, appUrl }: { readonly sql: Sql; readonly appUrl: string }): Promise<TestBuyer> {
  const team = await makeTeam(sql);
  const { workspaceId } = team;
  await sql`update workspaces set plan = 'free', subscription_status = 'active' where id = ${workspaceId}`;
  const { headers } = await team.key('owner');
  const answered = async (operation: CallOf, input: object) => {
    const deadlineMs = Date.now() + GIVES_UP_AFTER_MS;
    for (;;) {
      const answer = await callHost(appUrl, operation, { ...input }, headers).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      if (Date.now() > deadlineMs) throw new Error(`${operation.path} was not answered`);
      await delay(PAUSE_MS);
    }
  };
  const started = async (operation: CallOf, input: object): Promise<Started> => {
    const answer = await answered(operation, input);
    if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`);
    return answer.json() as unknown as Started;
  };
  return {
    ...{ team, workspaceId },
    start: (input = {}) => started(checkout.startCheckout, { plan: 'plus', quantity: 7, ...input }),
    startPack: (catalogId) => started(checkout.startEnrichmentCheckout, { catalogId }),
    cancel: async (intentId) => (await answered(checkout.cancelCheckout, { intentId })).status,
    customerId: async () => {
      const [row] = await sql<{ id: string }[]>`
        select customer_id as id from billing_customers where workspace_id = ${workspaceId}`;
      return row?.id ?? '';
    },
  };
}

export const pay = ({ url }: Started): Promise<string> => press(url, { do: 'pay' });

/** Webhooks reach an API from now on. */
export const listenAt = ({ world, webhookSecret }: StripeStandIn, appUrl: string): void =>
  seedEndpoint(world.state, `${appUrl}/api/v1/billing/webhooks/stripe`, webhookSecret);

/**
 * Slows calls to the provider down: before their work (`slow`), or after it (`slowAnswer`).
 * @param match a part of `METHOD /path`
 * @returns resolves once one has come
 */
export function holdCalls({ faults }: StripeStandIn, kind: 'slow' | 'slowAnswer', match: string): Promise<void> {
  faults.add({ kind, match, count: 9, delayMs: 1_500 });
  const isWaiting = () =>
    faults.waiting.some((fault) => fault.kind === kind && fault.match === match && fault.count === 9);
  return waitFor(() => !isWaiting(), match);
}
