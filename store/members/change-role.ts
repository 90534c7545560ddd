import type { Sql } from 'postgres';
import type { Actor } from '../../domain/access/actor.ts';
import { includesRole, isGivenByPeople } from '../../domain/access/role-order.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import type { Doer } from '../access/api-keys.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import { withKeys } from '../access/reach.ts';
import { listWebhooksSetBy, NO_WEBHOOKS, type WebhooksOfReach } from '../access/webhook-setters.ts';
import { type UndoableAddress, undoableAddressOf } from '../accounts/undoable-address.ts';
import { changed, logActivity } from '../activity.ts';
import { makeEventsOfHostDue } from '../calendars/events.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { lockAsAdmin } from '../membership-lock.ts';
import { countUpcoming } from './hand-over.ts';
import { findMember, isLastOwner, type MemberRow } from './members.ts';
import { whyStaysOwner } from './why-stays-owner.ts';

export type RoleOutcome =
  /** `endedInvitations`: open ones that they sent and may no longer send. `webhooks`: of a role that sees none, those that they have set. */
  | {
      readonly result: 'changed';
      readonly member: MemberRow;
      readonly endedInvitations: number;
      readonly webhooks: WebhooksOfReach;
    }
  /** The role hosts no meetings, and they have some. */
  | { readonly result: 'hand_over_required'; readonly upcoming: number }
  | { readonly result: 'address_changed_lately'; readonly undoable: UndoableAddress }
  | { readonly result: 'not_found' | 'admin_needed' | 'owner_needed' | 'person_needed' | 'last_owner' };

/**
 * Changes a member's role and ends the invitations that they may no longer send; the same role changes nothing. Of a former owner who waits
 * for a decision, an owner's call opens the door again: they stay, with the role, their event types and their meetings.
 */
export const changeRole = (
  sql: Sql,
  workspaceId: string,
  request: RoleRequest,
  by: { readonly actor: Actor; readonly source: BookingSource },
): Promise<RoleOutcome> =>
  inTransaction(sql, async (tx) => {
    const role = await lockAsAdmin(tx, by.actor);
    if (role === null) return { result: 'admin_needed' };
    const found = await findMember(tx, workspaceId, request.userId);
    if (!found) return { result: 'not_found' };
    const needsOwner = found.role === 'owner' || request.role === 'owner' || found.removal === 'waiting';
    if (needsOwner && role !== 'owner') return { result: 'owner_needed' };
    const rises = !includesRole(found.role, request.role);
    if (by.actor.kind === 'key' && isGivenByPeople(request.role) && rises) return { result: 'person_needed' };
    if (found.role === request.role) {
      const member = await keepWaiting(tx, workspaceId, found, by);
      return {
        result: 'changed',
        member,
        endedInvitations: 0,
        webhooks: await endOfRole(tx, workspaceId, request, by),
      };
    }
    const keeps = await whyKept(tx, { workspaceId, member: found, role: request.role, byUserId: by.actor.userId });
    if (keeps) return keeps;
    const member = await keepWaiting(tx, workspaceId, found, by);
    await tx`
      update memberships set role = ${request.role} where workspace_id = ${workspaceId} and user_id = ${request.userId}`;
    const { actor, source } = by;
    const subject = { type: 'member', id: request.userId } as const;
    const reach = { kind: 'member', workspaceId, ...request } as const;
    const { invitations = [] } = await endWaysOut(tx, { ending: 'roleLowered', reach, by });
    const endedInvitations = invitations.length;
    const data = { ...changed({ role: member.role }, { role: request.role }), endedInvitations };
    await logActivity(tx, { actor, source, workspaceId, action: 'member.role_changed', subject, data });
    const webhooks = await endOfRole(tx, workspaceId, request, by);
    return { result: 'changed', member: { ...member, role: request.role }, endedInvitations, webhooks };
  });

/** Opens the door for a former owner whose removal has stopped; of any other member it changes nothing. */
async function keepWaiting(tx: Transaction, workspaceId: string, member: MemberRow, by: Doer): Promise<MemberRow> {
  if (member.removal !== 'waiting') return member;
  await tx`
    update memberships set stays_closed = false, leaving_at = null where workspace_id = ${workspaceId} and user_id = ${member.id}`;
  await makeEventsOfHostDue(tx, { workspaceId, userId: member.id });
  const subject = { type: 'member', id: member.id } as const;
  const { role } = member;
  const data = { before: { role, removal: 'waiting' }, after: { role, removal: null } };
  await logActivity(tx, { ...by, workspaceId, action: 'member.role_changed', subject, data });
  return { ...member, removal: null, isLeaving: false };
}

interface RoleRequest {
  readonly userId: string;
  readonly role: Role;
  /** Whether webhooks that the member has set are switched off, if the role may not see webhooks. Default: no. */
  readonly disablesWebhooks?: boolean;
}

/** The webhooks of a member whose role may not see webhooks, switched off if the call says so. */
async function endOfRole(
  tx: Transaction,
  workspaceId: string,
  { disablesWebhooks = false, ...member }: RoleRequest,
  by: Doer,
): Promise<WebhooksOfReach> {
  if (isGivenByPeople(member.role)) return NO_WEBHOOKS;
  const reach = { kind: 'member', workspaceId, ...member } as const;
  if (disablesWebhooks) await endWaysOut(tx, { ending: 'roleLowered', reach, by, alsoAsked: true });
  return listWebhooksSetBy(tx, await withKeys(tx, reach));
}

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
