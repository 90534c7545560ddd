import { v7 as uuidv7 } from 'uuid';
import { addPerson, storeInvitation } from '../support/factories/members.ts';
import type { Samples } from './sample.ts';

let people = 0;
const newAddress = (): string => `invited-${++people}@matrix.test`;

/** Invitations, roles and leaving; who may do it to whom is told apart in test/api/members. */
export const memberSamples: Samples = {
  'members.listMembers': { good: () => ({ limit: 3 }), bad: { status: 'gone', limit: 0, cursor: 'nonsense' } },
  'members.inviteMember': {
    good: () => ({ email: newAddress(), role: 'manager' }),
    bad: { email: 'nobody', role: 'king' },
  },
  'members.updateMemberRole': {
    good: async ({ stack, team: { workspaceId } }) => ({
      id: (await addPerson(stack.sql, workspaceId, 'member')).userId,
      role: 'manager',
    }),
    bad: { id: 'mine', role: 'king' },
    missing: { id: uuidv7(), role: 'member' },
  },
  // An invitation, which needs no flow; members with meetings leave in test/api/members.
  'members.removeMember': {
    good: async ({ stack, team: { workspaceId }, shown: { userId } }) => {
      const { id } = await storeInvitation(stack, { workspaceId, email: newAddress() });
      // Of one's own, which needs no admin.
      await stack.sql`update invitations set invited_by_user_id = ${userId} where id = ${id}`;
      return { id };
    },
    bad: { id: 'mine', handOver: { to: 'somebody', reason: 7 } },
    missing: { id: uuidv7(), handOver: { cancel: true } },
  },
  // Of a workspace of others, which asks whoever calls.
  'members.acceptInvitation': {
    good: async ({ stack, shown: { userId } }) => {
      const [user] = await stack.sql<{ email: string }[]>`select email::text from users where id = ${userId}`;
      const workspaceId = uuidv7();
      await stack.sql`
        insert into workspaces (id, slug, name, plan, subscription_status)
        values (${workspaceId}, ${`w${workspaceId.slice(-12)}`}, 'Another one', 'growth', 'active')`;
      await addPerson(stack.sql, workspaceId, 'owner');
      return { token: (await storeInvitation(stack, { workspaceId, email: user?.email ?? '' })).token };
    },
  },
};
