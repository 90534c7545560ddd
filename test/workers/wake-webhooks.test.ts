import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONCURRENCY } from '../../domain/concurrency.ts';
import { createLog } from '../../infra/log.ts';
import { inTransaction } from '../../store/database.ts';
import { noteEvent, WEBHOOK_CHANNEL } from '../../store/webhook-outbox.ts';
import { wakeWebhooks } from '../../workers/wake-webhooks.ts';
import { createHost } from '../support/drivers/host.ts';
import { makeEndpoint } from '../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

const KEY = randomBytes(32);
let database: TestDatabase;
let waker: { stop(): Promise<void> } | undefined;
/** Ends what a test holds up. */
let release = (): void => {};
beforeAll(async () => {
  database = await cloneDatabase();
});
beforeEach(() => database.sql`delete from webhook_endpoints`);
afterEach(() => {
  release();
  return waker?.stop();
});
afterAll(() => database.close());

interface Space {
  readonly workspaceId: string;
  readonly endpointIds: readonly string[];
}

/** A workspace whose endpoints have a host each. */
async function spaceOf(count: number): Promise<Space> {
  const { workspaceId } = await createHost(database.sql);
  const endpointIds: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const url = `https://${workspaceId}-${nth}.example/in`;
    endpointIds.push((await makeEndpoint(database.sql, { calendarTokens: KEY }, { workspaceId, url })).id);
  }
  return { workspaceId, endpointIds };
}

/** An event of each workspace, in this order and at one commit. */
const happen = (...spaces: Space[]) =>
  inTransaction(database.sql, async (tx) => {
    for (const { workspaceId } of spaces) {
      const seatId = uuidv7();
      await noteEvent(tx, { type: 'seat.created', workspaceId, subjectId: seatId, data: { seatId } });
    }
  });

/** The ids of the flows of their deliveries. */
const flowsOf = async ({ endpointIds }: Space) => {
  const rows = await database.sql<{ id: string }[]>`
    select id from webhook_deliveries where endpoint_id = any(${[...endpointIds]}::uuid[])`;
  return rows.map(({ id }) => `delivery/${id}`);
};

/** A worker that listens, with a Temporal that takes starts as `answer` says. @returns the ids of flows, as they are started */
async function listen(answer: () => Promise<void> = async () => {}): Promise<string[]> {
  const started: string[] = [];
  const signalWithStart = (_: string, { workflowId }: { workflowId: string }) => {
    started.push(workflowId);
    return answer();
  };
  const client = { workflow: { signalWithStart } } as unknown as Client;
  const log = createLog({ mode: 'production', logLevel: 'error' }, 'worker');
  waker = wakeWebhooks({ sql: database.sql, client, taskQueue: 'interactive', log });
  const hears = () =>
    database.sql`select 1 from pg_stat_activity where query ilike ${`listen "${WEBHOOK_CHANNEL}"`} and datname = current_database()`;
  await expect.poll(async () => (await hears()).length).toBe(1);
  return started;
}

it('a workspace with many endpoints holds up no other: they take turns', async () => {
  const [loud, quiet] = [await spaceOf(100), await spaceOf(1)];
  await listen();
  await happen(loud, quiet);
  // Each webhook of the loud one gets a permit, or waits: its workspace has reached its limit.
  const served = () => database.sql<{ at: Date; workspaceId: string }[]>`
    select coalesce(e.waiting_since, d.sending_since) as at, e.workspace_id as "workspaceId" from webhook_endpoints e
    join webhook_deliveries d on d.endpoint_id = e.id where e.waiting_since is not null or d.sending_since is not null order by 1`;
  await expect.poll(async () => (await served()).length, { timeout: 10_000 }).toBe(101);
  const before = (await served()).findIndex(({ workspaceId }) => workspaceId === quiet.workspaceId);
  expect(before).toBeLessThan(20);
});

it('starts that Temporal has not confirmed hold up no other, have a bound, and nothing is lost', async () => {
  const loud = [await spaceOf(20), await spaceOf(20), await spaceOf(20)];
  const quiet = await spaceOf(1);
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const started = await listen(() => isReleased);
  await happen(...loud.slice(0, 1), quiet);
  const [flow] = await flowsOf(quiet);
  await expect.poll(() => started).toContain(flow);
  await happen(...loud.slice(1));
  await expect.poll(() => started.length).toBeGreaterThanOrEqual(CONCURRENCY.dispatches.total);
  // Those that were being served at that moment are the last ones.
  await delay(500);
  expect(started.length).toBeLessThan(CONCURRENCY.dispatches.total + 4);
  release();
  await expect.poll(() => started.length).toBe(61);
});
