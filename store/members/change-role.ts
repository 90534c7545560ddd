import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { includesRole, isGivenByPeople } from '../../domain/access/role-order.ts';
import { actedBy } from '../../domain/booking/acted-by.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import { type UndoableAddress, undoableAddressOf } from '../accounts/undoable-address.ts';
import { changed, logActivity } from '../activity.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { lockAsAdmin } from '../membership-lock.ts';
import { endInvitationsOf } from './end-invitations.ts';
import { countUpcoming } from './hand-over.ts';
import { findMember, isLastOwner, type MemberRow } from './members.ts';
import { whyStaysOwner } from './why-stays-owner.ts';

export type RoleOutcome =
  /** `endedInvitations`: open ones that they sent and may no longer send. */
  | { readonly result: 'changed'; readonly member: MemberRow; readonly endedInvitations: number }
  /** The role hosts no meetings, and they have some. */
  | { readonly result: 'hand_over_required'; readonly upcoming: number }
  | { readonly result: 'address_changed_lately'; readonly undoable: UndoableAddress }
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
    const keeps = await whyKept(tx, { workspaceId, member, role: request.role, byUserId: by.actor.userId });
    if (keeps) return keeps;
    await tx`
      update memberships set role = ${request.role} where workspace_id = ${workspaceId} and user_id = ${request.userId}`;
    const { actor, source } = by;
    const subject = { type: 'member', id: request.userId } as const;
    const sender = { workspaceId, ...request, by: actedBy(actor), source };
    const endedInvitations = await endInvitationsOf(tx, sender);
    const data = { ...changed({ role: member.role }, { role: request.role }), endedInvitations };
    await logActivity(tx, { actor, source, workspaceId, action: 'member.role_changed', subject, data });
    return { result: 'changed', member: { ...member, role: request.role }, endedInvitations };
  });

interface Change {
  readonly workspaceId: string;
  readonly member: MemberRow;
  readonly role: Role;
  readonly byUserId: string;
}

/** A workspace keeps an owner, and upcoming meetings a host. Nobody books them meanwhile: whoever does waits for the host's row. */
async function whyKept(tx: Transaction, { workspaceId, member, role, byUserId }: Change): Promise<RoleOutcome | null> {
  const undoable =
    role === 'owner' ? await undoableAddressOf(tx, byUserId) : await whyStaysOwner(tx, workspaceId, member, byUserId);
  if (undoable) return { result: 'address_changed_lately', undoable };
  if (await isLastOwner(tx, workspaceId, member)) return { result: 'last_owner' };
  if (role !== 'billing_only') return null;
  await tx`select 1 from users where id = ${member.id} for no key update`;
  const upcoming = await countUpcoming(tx, { workspaceId, userId: member.id });
  return upcoming > 0 ? { result: 'hand_over_required', upcoming } : null;
}
