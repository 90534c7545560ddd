import { expect, it } from 'vitest';
import { UNCLAIMED_DAYS, UNCLAIMED_MAIL_DAYS } from '../../domain/workspaces/unclaimed.ts';
import { decideWorkspaceClaim } from '../../store/identity/decide-workspace-claim.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { testSecrets } from '../support/drivers/guest.ts';
import { personWithBrowser } from '../support/drivers/session.ts';
import { agentWorkspace, letDaysPass, storeWorkspaceClaim } from '../support/factories/workspace-claims.ts';
import { passedMsIn, skippedTime, timersIn } from '../support/stack/skipped-time.ts';

const DAY_MS = 86_400_000;
const TASK_QUEUE = 'workspace-claim-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 60 * 60_000;

const world = await skippedTime('the lifetimes of claims of workspaces', TASK_QUEUE);

world.describe('what nobody claims, in a world where days pass in milliseconds', () => {
  const follow = (name: 'workspaceClaim' | 'unclaimedWorkspace', id: string) =>
    world.environment.client.workflow.start(name, {
      workflowId: flowId(name, id),
      taskQueue: TASK_QUEUE,
      args: [flows[name].input(id)],
    });

  it('a claim waits seven days', async () => {
    const id = await storeWorkspaceClaim(world.database, await agentWorkspace(world.database), 'human@new.test');
    const flow = await follow('workspaceClaim', id);
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
    await world.database.sql`update workspace_claims set expires_at = now() where id = ${id}`;
    expect(await flow.result()).toBe('expired');
    expect(Math.abs((await passedMsIn(flow)) - 7 * DAY_MS)).toBeLessThan(SLACK_MS);
    const [claim] = await world.database.sql`select status, flow_status from workspace_claims where id = ${id}`;
    expect(claim).toEqual({ status: 'expired', flow_status: 'expired' });
  });

  it('a claim that was accepted ends by its own clock, if nobody wakes it', async () => {
    const agent = await agentWorkspace(world.database);
    const email = 'quiet-owner@new.test';
    const id = await storeWorkspaceClaim(world.database, agent, email);
    const flow = await follow('workspaceClaim', id);
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
    const { userId, sessionId } = await personWithBrowser(
      { sql: world.database.sql, secrets: testSecrets, appUrl: 'http://app.test' },
      email,
    );
    const person = { kind: 'person', userId, sessionId } as const;
    const request = { claimId: id, person, decision: 'accept', keepsAgentAs: 'manager', now: Date.now() } as const;
    expect((await decideWorkspaceClaim(world.database.sql, request)).result).toBe('accepted');
    expect(await flow.result()).toBe('accepted');
    const mails = await world.database.sql<{ kind: string }[]>`select kind from outbox_mails where subject_id = ${id}`;
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['handed_over', 'taken_over']);
  });

  it('a workspace is mailed on days 23 and 29, and inactive on day 30', async () => {
    const { first, last } = UNCLAIMED_MAIL_DAYS;
    const { workspaceId, email } = await agentWorkspace(world.database);
    const mails = async () => (await world.database.sql`select 1 from local_mails where recipient = ${email}`).length;
    const status = async () =>
      (await world.database.sql`select subscription_status as status from workspaces where id = ${workspaceId}`)[0]
        ?.status;
    await letDaysPass(world.database, workspaceId, first);
    const flow = await follow('unclaimedWorkspace', workspaceId);
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
    expect([await mails(), await status()]).toEqual([1, 'active']);
    await letDaysPass(world.database, workspaceId, last);
    await world.environment.sleep((last - first) * DAY_MS);
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(2);
    expect([await mails(), await status()]).toEqual([2, 'active']);
    await letDaysPass(world.database, workspaceId, UNCLAIMED_DAYS);
    await world.database
      .sql`update unclaimed_workspaces set last_mailed_at = now() - interval '1 day' where workspace_id = ${workspaceId}`;
    expect(await flow.result()).toBe('inactive');
    expect(Math.abs((await passedMsIn(flow)) - (UNCLAIMED_DAYS - first) * DAY_MS)).toBeLessThan(SLACK_MS);
    expect([await mails(), await status()]).toEqual([2, 'inactive']);
  });
});
