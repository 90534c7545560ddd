import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedId } from '../../domain/secrets.ts';
import { decideWorkspaceClaim } from '../../store/identity/decide-workspace-claim.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { personWithBrowser } from '../support/drivers/session.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { agentWorkspace, letDaysPass, storeWorkspaceClaim } from '../support/factories/workspace-claims.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { unclaimedPaths, workspaceClaimPaths } from './workspace-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);
const waits = async (id: string) => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);
const sweep = (name: string) =>
  stack.client.workflow.execute('sweep', { workflowId: `sweep-${name}`, taskQueue: stack.taskQueue });

describe('the flow of a claim of a workspace', () => {
  it.each(workspaceClaimPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('workspace-claim/', '');
    const [row] =
      await stack.sql`select status, flow_status, prospect_email::text as email from workspace_claims where id = ${id}`;
    expect(row).toMatchObject({ status: ends, flow_status: ends });
    const isMailed = ends !== 'undeliverable' && name !== 'started-by-the-sweep-when-over';
    expect((await stack.mailbox(row?.email)).filter(({ kind }) => kind === 'claim')).toHaveLength(isMailed ? 1 : 0);
    const toOwners = async () => {
      const mails = await stack.sql<{ key: string }[]>`
        select key from local_mails where key in (${`${id}:taken-over`}, ${`${id}:handed-over`}) order by key`;
      return mails.map(({ key }) => key.replace(`${id}:`, ''));
    };
    await expect.poll(toOwners).toEqual(ends === 'accepted' ? ['handed-over', 'taken-over'] : []);
    await keepHistory('workspace-claim', name, handle);
  });

  it('never holds the token or the addresses', async () => {
    const rows = await stack.sql<{ id: string; email: string; owner: string }[]>`
      select c.id, prospect_email::text as email, u.email::text as owner
      from workspace_claims c join users u on u.id = c.requested_by_user_id`;
    const secrets = rows.flatMap(({ id, email, owner }) => [signedId(stack.secrets.workspaceClaim, id), email, owner]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
    expect(findLeaks([rows[0]?.id ?? ''], flows)).not.toEqual([]);
  });

  it('leaves mails to both owners of a take-over, which the sweep sends if nothing else did', async () => {
    const agent = await agentWorkspace(stack);
    const id = await storeWorkspaceClaim(stack, agent, 'swept-owner@new.test');
    const { userId, sessionId } = await personWithBrowser(stack, 'swept-owner@new.test');
    const person = { kind: 'person', userId, sessionId } as const;
    const request = { claimId: id, person, decision: 'accept', keepsAgentAs: null, now: Date.now() } as const;
    const outcome = await decideWorkspaceClaim(stack.sql, request);
    const mailIds = outcome.result === 'accepted' ? outcome.mailIds : [];
    expect(mailIds).toHaveLength(2);
    const anyWaits = async () => (await Promise.all(mailIds.map(waits))).some(Boolean);
    await stack.sql`update outbox_mails set created_at = now() - interval '61 seconds' where subject_id = ${id}`;
    expect(await anyWaits()).toBe(true);
    await sweep(id);
    await stack.waitForMail('swept-owner@new.test', 'take_over');
    await stack.waitForMail(agent.email, 'take_over');
    await expect.poll(anyWaits).toBe(false);
  });

  it('is started by the sweep if it never started', async () => {
    const agent = await agentWorkspace(stack);
    const id = await storeWorkspaceClaim(stack, agent, 'swept-claim@new.test');
    expect(await waits(id)).toBe(false);
    await stack.sql`update workspace_claims set created_at = now() - interval '61 seconds' where id = ${id}`;
    expect(await waits(id)).toBe(true);
    await sweep(id);
    await stack.waitForMail('swept-claim@new.test', 'claim');
    await expect.poll(() => waits(id)).toBe(false);
  });
});

describe('the flow of an unclaimed workspace', () => {
  it.each(unclaimedPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('unclaimed/', '');
    const mails = await stack.sql<{ subject: string }[]>`
      select subject from local_mails where workspace_id = ${id} and kind = 'claim' order by created_at`;
    expect(mails.map(({ subject }) => subject.replace(/^.* becomes/, 'becomes'))).toEqual(
      {
        'days-23-29-and-30': ['becomes inactive in a week', 'becomes inactive tomorrow'],
        'first-looked-at-on-day-31': ['becomes inactive tomorrow'],
        'claimed-after-the-first-mail': ['becomes inactive in a week'],
      }[name],
    );
    const [row] = await stack.sql`select subscription_status as status from workspaces where id = ${id}`;
    expect(row?.status === 'inactive').toBe(ends === 'inactive');
    await keepHistory('unclaimed-workspace', name, handle);
  });

  it('starts on day 23, by the sweep, and not before', async () => {
    const { workspaceId, email } = await agentWorkspace(stack);
    await stack.sql`update unclaimed_workspaces set since = since - interval '22 days', next_look_at = next_look_at - interval '22 days' where workspace_id = ${workspaceId}`;
    expect(await waits(workspaceId)).toBe(false);
    await letDaysPass(stack, workspaceId, 23);
    expect(await waits(workspaceId)).toBe(true);
    await sweep(workspaceId);
    await stack.waitForMail(email, 'claim');
    await expect.poll(() => waits(workspaceId)).toBe(false);
  });
});
