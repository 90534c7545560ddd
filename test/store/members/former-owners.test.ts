import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { advanceRemoval, beginRemoval } from '../../../store/members/member-removals.ts';
import { lockMembership } from '../../../store/membership-lock.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { addPerson } from '../../support/factories/members.ts';
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
