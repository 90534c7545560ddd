import { expect, it } from 'vitest';
import { flowId } from '../../workflows/catalogue.ts';
import { ownerOfTrial, stateOf, storeTrial } from '../support/factories/accounts.ts';
import { passedMsIn, skippedTime, timersIn } from '../support/stack/skipped-time.ts';

const DAY_MS = 86_400_000;
const TASK_QUEUE = 'trial-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 30 * 60_000;

const world = await skippedTime('the lifetime of a trial', TASK_QUEUE);

world.describe('a trial, in a world where days pass in milliseconds', () => {
  const kindsOfMail = async (id: string) =>
    (
      await world.database.sql<{ kind: string }[]>`select kind from local_mails where recipient = ${ownerOfTrial(id)}`
    ).map(({ kind }) => kind);

  it('lasts fourteen days, with a reminder three days before, and then the plan is free', async () => {
    const { sql } = world.database;
    const id = await storeTrial(world.database);
    const flow = await world.environment.client.workflow.start('trial', {
      workflowId: flowId('trial', id),
      taskQueue: TASK_QUEUE,
      args: [{ workspaceId: id }],
    });
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
    expect(await stateOf(world.database, id)).toEqual({ plan: 'growth', status: 'trialing' });
    await sql`update workspaces set trial_ends_at = trial_ends_at - interval '11 days' where id = ${id}`;
    await world.environment.sleep('11 days');
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(2);
    expect(await kindsOfMail(id)).toEqual(['trial']);
    await sql`update workspaces set trial_ends_at = trial_ends_at - interval '4 days' where id = ${id}`;
    expect(await flow.result()).toBe('ended');
    const passedMs = await passedMsIn(flow);
    expect(Math.abs(passedMs - 14 * DAY_MS)).toBeLessThan(SLACK_MS);
    expect(await stateOf(world.database, id)).toEqual({ plan: 'free', status: 'active' });
    expect(await kindsOfMail(id)).toEqual(['trial', 'trial']);
  });
});
