import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { includesRole, isGivenByPeople } from '../../domain/access/role-order.ts';
import { actedBy } from '../../domain/booking/acted-by.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import { changed, logActivity } from '../activity.ts';
import { inTransaction } from '../database.ts';
import { endInvitationsOf } from './invitations.ts';
import { findMember, isLastOwner, lockAsAdmin, type MemberRow } from './members.ts';

export type RoleOutcome =
  /** `endedInvitations`: open ones that they sent and may no longer send. */
  | { readonly result: 'changed'; readonly member: MemberRow; readonly endedInvitations: number }
  | { readonly result: 'not_found' | 'admin_needed' | 'owner_needed' | 'person_needed' | 'last_owner' };

/** Changes a member's role and ends the invitations that they may no longer send; the same role changes nothing. */
export const changeRole = (
  sql: Sql,
  workspaceId: string,
  request: { readonly userId: string; readonly role: Role },
  by: { readonly actor: Actor; readonly source: BookingSource },
): Promise<RoleOutcome> =>
  inTransaction(sql, async (tx) => {
    const role = await lockAsAdmin(tx, by.actor);
    if (role === null) return { result: 'admin_needed' };
    const member = await findMember(tx, workspaceId, request.userId);
    if (!member) return { result: 'not_found' };
    if ((member.role === 'owner' || request.role === 'owner') && role !== 'owner') return { result: 'owner_needed' };
    const rises = !includesRole(member.role, request.role);
    if (by.actor.kind === 'key' && isGivenByPeople(request.role) && rises) return { result: 'person_needed' };
    if (member.role === request.role) return { result: 'changed', member, endedInvitations: 0 };
    if (await isLastOwner(tx, workspaceId, member)) return { result: 'last_owner' };
    await tx`
      update memberships set role = ${request.role} where workspace_id = ${workspaceId} and user_id = ${request.userId}`;
    const { actor, source } = by;
    const subject = { type: 'member', id: request.userId };
    const sender = { workspaceId, ...request, by: actedBy(actor), source };
    const endedInvitations = await endInvitationsOf(tx, sender);
    const data = { ...changed({ role: member.role }, { role: request.role }), endedInvitations };
    await logActivity(tx, { actor, source, workspaceId, action: 'member.role_changed', subject, data });
    return { result: 'changed', member: { ...member, role: request.role }, endedInvitations };
  });
