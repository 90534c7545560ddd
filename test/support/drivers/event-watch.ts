import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Audited } from '../asserts/audit.ts';
import { makeEndpoint, type TestEndpoint } from '../factories/webhooks.ts';
import { type ReceivedEvent, WebhookReceiver } from '../fakes/webhook-receiver.ts';
import type { Processes } from '../stack/processes.ts';
import type { TestHost } from './host.ts';

const SETTLES_WITHIN_MS = 120_000;
const SWEEP_EACH_MS = 10_000;

/** A receiver of all events of a host, which looks each booking up when it hears of it. */
export interface EventWatch {
  readonly receiver: WebhookReceiver;
  readonly endpoint: TestEndpoint;
  /** It answers once this is over. */
  hold: (event: ReceivedEvent) => Promise<unknown> | undefined;
  /** Every broken promise once all has settled, in words. */
  settledProblems(): Promise<string[]>;
  close(): Promise<void>;
}

/** The revision that is committed now. A database that was killed is asked again: what it shows first counts. */
async function committedRevision(sql: Sql, bookingId: unknown): Promise<number> {
  for (;;) {
    try {
      const [row] = await sql<{ revision: number }[]>`select revision from bookings where id = ${String(bookingId)}`;
      return row?.revision ?? 0;
    } catch {
      await delay(50);
    }
  }
}

/** Gives the workspace of a host an endpoint for all events, with a receiver that takes them. */
export async function watchEvents(stack: Processes, { workspaceId }: TestHost): Promise<EventWatch> {
  const { sql, secrets } = stack;
  const receiver = await new WebhookReceiver().listen();
  const endpoint = await makeEndpoint(sql, secrets, { workspaceId, url: receiver.url });
  const early: string[] = [];
  const looks: Promise<void>[] = [];
  const look = async ({ data: { bookingId, revision } }: ReceivedEvent): Promise<void> => {
    const found = await committedRevision(sql, bookingId);
    if (found < Number(revision)) early.push(`told of revision ${revision} of ${bookingId}, which had ${found}`);
  };
  const watch: EventWatch = {
    receiver,
    endpoint,
    hold: () => undefined,
    settledProblems: async () => {
      await untilDelivered(stack, endpoint.id);
      await Promise.all(looks);
      return [...early, ...outOfOrder(receiver.received), ...(await untold(sql, workspaceId, receiver.received))];
    },
    close: () => receiver.close(),
  };
  receiver.answer = async (event) => {
    looks.push(look(event));
    await watch.hold(event);
    return { status: 204 };
  };
  return watch;
}

/** Sweeps, with rows that are old enough for it, until nothing waits. @throws Error after two minutes */
async function untilDelivered({ sql, sweep }: Audited, endpointId: string): Promise<void> {
  const deadlineMs = Date.now() + SETTLES_WITHIN_MS;
  for (let sweepMs = 0; ; await delay(250)) {
    const waiting = await sql`
      select state, attempts, last_failure, subject_id from webhook_deliveries where endpoint_id = ${endpointId} and state <> 'delivered'`;
    if (waiting.length === 0) return;
    if (Date.now() > deadlineMs) throw new Error(`not delivered: ${JSON.stringify(waiting)}`);
    if (Date.now() < sweepMs) continue;
    await sql`
      update webhook_deliveries set sending_since = sending_since - interval '2 minutes', next_at = next_at - interval '2 minutes'
      where endpoint_id = ${endpointId} and state in ('pending', 'sending')`;
    await sweep();
    sweepMs = Date.now() + SWEEP_EACH_MS;
  }
}

/** An event may come again, but only before the next of its booking. */
function outOfOrder(received: readonly ReceivedEvent[]): string[] {
  const last = new Map<unknown, number>();
  return received.flatMap(({ data: { bookingId }, data }) => {
    const [before, revision] = [last.get(bookingId) ?? 0, Number(data.revision)];
    last.set(bookingId, revision);
    return revision === before || revision === before + 1 ? [] : [`${bookingId}: ${revision} came after ${before}`];
  });
}

/** Changes of the workspace's bookings that the receiver has not heard of. */
async function untold(sql: Sql, workspaceId: string, received: readonly ReceivedEvent[]): Promise<string[]> {
  const changes = await sql<{ change: string }[]>`
    select c.booking_id || ' revision ' || c.revision as change from booking_changes c join bookings b on b.id = c.booking_id
    where b.workspace_id = ${workspaceId}`;
  const told = new Set(received.map(({ data }) => `${data.bookingId} revision ${data.revision}`));
  return changes.filter(({ change }) => !told.has(change)).map(({ change }) => `never told of ${change}`);
}
