import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { advanceRemoval, beginRemoval } from '../../../store/members/member-removals.ts';
import { lockMembership } from '../../../store/membership-lock.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { addPerson } from '../../support/factories/members.ts';
import { agentWorkspace, storeWorkspaceClaim } from '../../support/factories/workspace-claims.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());

it('a removal that goes on and a repeated call lock in the same order: neither fails', async () => {
  const { sql, secrets } = stack;
  const team = await makeTeam(sql);
  const { workspaceId } = team;
  const leaver = await addPerson(sql, workspaceId, 'member');
  await makeBooking(sql, team, { hostId: leaver.userId });
  const by = { userId: team.host.userId, apiKeyId: null, agentSeatId: null };
  const request = {
    id: uuidv7(),
    workspaceId,
    userId: leaver.userId,
    handOver: { cancel: true, reason: null },
    by,
  } as const;
  const call = { ...request, role: 'owner', source: 'dashboard' } as const;
  expect((await beginRemoval(sql, call)).result).toBe('begun');
  await advanceRemoval(sql, secrets, request.id);
  await advanceRemoval(sql, secrets, request.id);
  // The flow's last step begins while a repeated call has the workspace, and has not yet written to the removal.
  const step = await inTransaction(sql, async (tx) => {
    await lockMembership(tx, workspaceId);
    const advancing = advanceRemoval(sql, secrets, request.id).catch((error: unknown) => error);
    await expect
      .poll(
        async () => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .not.toHaveLength(0);
    await tx`set local lock_timeout = '500ms'`;
    await tx`update member_removals set disables_webhooks = true where id = ${request.id}`;
    return { advancing };
  });
  expect(await step.advancing).toEqual({ stage: 'over', end: 'removed' });
});

describe('the migration that closes the door for former owners', () => {
  const run = async () =>
    stack.sql.unsafe(
      await readFile(new URL('../../../store/migrations/0121_doors_that_stay_closed.sql', import.meta.url), 'utf8'),
    );

  /** As an older release left it: accepted, and the former owner is a member. */
  async function former(removal: 'stopped' | 'running' | null) {
    const { sql } = stack;
    const agent = await agentWorkspace(stack);
    const claimId = await storeWorkspaceClaim(stack, agent, `heir-${uuidv7().slice(-8)}@humans.test`);
    const { userId: heir } = await addPerson(sql, agent.workspaceId, 'owner');
    await sql`
      update workspace_claims set status = 'accepted', decided_by_user_id = ${heir}, ended_at = now(), keeps_agent = false where id = ${claimId}`;
    await sql`
      update memberships set role = 'member', created_at = now() - interval '1 day' where workspace_id = ${agent.workspaceId} and user_id = ${agent.userId}`;
    if (removal !== null)
      await sql`
        insert into member_removals (id, workspace_id, user_id, to_user_id, status, acted_by, source, created_at)
        values (${uuidv7()}, ${agent.workspaceId}, ${agent.userId}, ${heir}, ${removal}, ${sql.json({ userId: heir })}, 'dashboard', now())`;
    return async () =>
      (
        await sql`select stays_closed as closed from memberships where workspace_id = ${agent.workspaceId} and user_id = ${agent.userId}`
      )[0]?.closed;
  }

  it('closes it where a removal has stopped or runs, and leaves whoever was kept', async () => {
    const all = [await former('stopped'), await former('running'), await former(null)];
    await run();
    expect(await Promise.all(all.map((isClosed) => isClosed()))).toEqual([true, true, false]);
  });
});
