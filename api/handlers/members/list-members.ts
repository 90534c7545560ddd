import type { members } from '../../../schemas/operations/members.ts';
import { listInvitations } from '../../../store/members/invitations.ts';
import { listMembers as listRows } from '../../../store/members/members.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toInvitedMember, toMember } from './member-view.ts';

export const listMembers: Handler<typeof members.listMembers> = async ({ sql, actor }, { status, limit, cursor }) => {
  const list = `members/${status}`;
  const after = readCursor([list], cursor);
  if (status === 'invited') {
    const { page, nextCursor } = toPage(
      await listInvitations(sql, actor.workspaceId, { after, limit }),
      limit,
      () => list,
    );
    return { members: page.map(toInvitedMember), nextCursor };
  }
  const { page, nextCursor } = toPage(await listRows(sql, actor.workspaceId, { after, limit }), limit, () => list);
  return { members: page.map(toMember), nextCursor };
};
