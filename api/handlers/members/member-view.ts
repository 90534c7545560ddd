import type { Output } from '../../../schemas/operation.ts';
import type { members } from '../../../schemas/operations/members.ts';
import type { InvitationRow } from '../../../store/members/invitations.ts';
import type { MemberRow } from '../../../store/members/members.ts';

type Member = Output<typeof members.listMembers>['members'][number];

export const toMember = ({ id, email, role, name, username, since, removal }: MemberRow): Member => ({
  id,
  status: 'active',
  email,
  role,
  name,
  username,
  since: since.toISOString(),
  expiresAt: null,
  teams: null,
  removal,
});

export const toInvitedMember = ({ id, email, role, teams, createdAt, expiresAt }: InvitationRow): Member => ({
  id,
  status: 'invited',
  email,
  role,
  name: null,
  username: null,
  since: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  teams: [...teams],
  removal: null,
});
