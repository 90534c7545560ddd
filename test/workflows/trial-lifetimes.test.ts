import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowId } from '../../workflows/catalogue.ts';
import { ownerOfTrial, stateOf, storeTrial } from '../support/factories/accounts.ts';
import type { TestDatabase } from '../support/stack/database.ts';
import { openSkippedTime, passedMsIn, type SkippedTime, timersIn } from '../support/stack/skipped-time.ts';
import { timeSkippingServer } from '../support/stack/time-skipping.ts';

const DAY_MS = 86_400_000;
const TASK_QUEUE = 'trial-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 30 * 60_000;

const server = await timeSkippingServer();
if ('whyNot' in server) process.stderr.write(`Skipped: the lifetime of a trial. ${server.whyNot}\n`);

let environment: TestWorkflowEnvironment;
let database: TestDatabase;
let world: SkippedTime | undefined;

describe.skipIf('whyNot' in server)('a trial, in a world where days pass in milliseconds', () => {
  beforeAll(async () => {
    if ('whyNot' in server) return;
    world = await openSkippedTime(server.path, TASK_QUEUE);
    ({ environment, database } = world);
  }, 120_000);

  afterAll(() => world?.close());

  const kindsOfMail = async (id: string) =>
    (await database.sql<{ kind: string }[]>`select kind from local_mails where recipient = ${ownerOfTrial(id)}`).map(
      ({ kind }) => kind,
    );

  it('lasts fourteen days, with a reminder three days before, and then the plan is free', async () => {
    const { sql } = database;
    const id = await storeTrial(database);
    const flow = await environment.client.workflow.start('trial', {
      workflowId: flowId('trial', id),
      taskQueue: TASK_QUEUE,
      args: [{ workspaceId: id }],
    });
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
    expect(await stateOf(database, id)).toEqual({ plan: 'growth', status: 'trialing' });
    await sql`update workspaces set trial_ends_at = trial_ends_at - interval '11 days' where id = ${id}`;
    await environment.sleep('11 days');
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(2);
    expect(await kindsOfMail(id)).toEqual(['trial']);
    await sql`update workspaces set trial_ends_at = trial_ends_at - interval '4 days' where id = ${id}`;
    expect(await flow.result()).toBe('ended');
    const passedMs = await passedMsIn(flow);
    expect(Math.abs(passedMs - 14 * DAY_MS)).toBeLessThan(SLACK_MS);
    expect(await stateOf(database, id)).toEqual({ plan: 'free', status: 'active' });
    expect(await kindsOfMail(id)).toEqual(['trial', 'trial']);
  });
});
