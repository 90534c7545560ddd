import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Person } from '../../domain/access/actor.ts';
import { DELETED_NAME, deletedAddress } from '../../domain/accounts/deleted-account.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import { noteAccountMail } from '../accounts/account-mails.ts';
import { endOpenLinks } from '../accounts/address-changes.ts';
import { FRESH_MINUTES } from '../accounts/passkey-challenges.ts';
import { type AddressChangedLately, undoableAddressOf } from '../accounts/undoable-address.ts';
import { disconnectIn } from '../calendars/connections.ts';
import type { Transaction } from '../database.ts';
import { lockMembership } from '../membership-lock.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { countUpcoming, lastUpcoming } from './hand-over.ts';
import { beginLeaving, latestRemoval } from './member-removals.ts';
import { isLastOwner } from './members.ts';

interface Place {
  readonly workspaceId: string;
  readonly name: string;
}

export type DeleteMeRefusal =
  | { readonly refused: 'sign_in_too_old' }
  | AddressChangedLately
  | { readonly refused: 'sole_owner' | 'removal_under_way'; readonly workspaces: readonly Place[] }
  | {
      readonly refused: 'meetings_wait_for_owner';
      readonly workspaces: readonly (Place & { readonly lastMeetingAt: string })[];
    }
  | { readonly refused: 'hand_over_required'; readonly workspaces: readonly (Place & { readonly upcoming: number })[] };

export interface DeletedMe {
  readonly meetingsToCancel: number;
  /** The flows that go on: removals from workspaces, by whose flow meetings are canceled. */
  readonly removals: readonly { readonly id: string; readonly workspaceId: string }[];
  readonly connections: readonly { readonly id: string; readonly workspaceId: string | null }[];
  readonly principalIds: readonly string[];
}

interface Deleting {
  readonly mailId: string;
  readonly cancelsMeetings: boolean;
  readonly source: BookingSource;
  readonly now: number;
}

interface Membership extends Place {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly isLeaving: boolean;
  /** Somebody took the workspace over: its owner alone decides about the meetings that are left. */
  readonly staysClosed: boolean;
  /** Nobody needs to own a workspace that an owner deleted. */
  readonly isDeleted: boolean;
}

/**
 * Deletes an account: everything that can act or sign in ends in this transaction, and name and address are forgotten. The row stays for the
 * meetings that it hosted. What takes longer, as the cancellation of meetings, is the work of the flows of its removals.
 */
export const deleteMe = (sql: Sql, person: Person, deleting: Deleting): Promise<DeletedMe | DeleteMeRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<DeleteMeRefusal>) => {
    const { userId, sessionId } = person;
    const places = await lockPlaces(tx, userId);
    await tx`select 1 from users where id = ${userId} for no key update`;
    const [fresh] = await tx`
      select from sessions where id = ${sessionId} and revoked_at is null and created_at > clock_timestamp() - ${FRESH_MINUTES} * interval '1 minute'`;
    if (!fresh) return refuse({ refused: 'sign_in_too_old' });
    const undoable = await undoableAddressOf(tx, userId);
    if (undoable) return refuse({ refused: 'address_changed_lately', undoable });
    await requireLeave(tx, refuse, places, userId);
    await requireDecided(tx, refuse, places, userId);
    // What an owner decided after a take-over is canceled by that removal.
    const own = places.filter(({ staysClosed }) => !staysClosed);
    const upcoming = await upcomingIn(tx, own, userId);
    if (upcoming.length > 0 && !deleting.cancelsMeetings)
      return refuse({ refused: 'hand_over_required', workspaces: upcoming });
    const removals = [];
    for (const place of places) removals.push(...(await leave(tx, place, userId, deleting)));
    const ended = await endAccess(tx, userId);
    await forget(tx, userId, deleting.mailId);
    const meetingsToCancel = upcoming.reduce((sum, one) => sum + one.upcoming, 0);
    return { meetingsToCancel, removals, ...ended };
  });

/** Always in the order of workspaces: two concurrent calls cannot deadlock. */
async function lockPlaces(tx: Transaction, userId: string): Promise<Membership[]> {
  const ids = await tx<{ id: string }[]>`
    select workspace_id as id from memberships where user_id = ${userId} order by workspace_id`;
  for (const { id } of ids) await lockMembership(tx, id);
  return tx<Membership[]>`
    select m.user_id as id, w.id as "workspaceId", w.name, m.username, m.role, m.leaving_at is not null as "isLeaving", m.stays_closed as "staysClosed",
      w.erase_at is not null as "isDeleted"
    from memberships m join workspaces w on w.id = m.workspace_id where m.user_id = ${userId} order by w.id`;
}

const placeOf = ({ workspaceId, name }: Membership): Place => ({ workspaceId, name });

async function requireLeave(
  tx: Transaction,
  refuse: Refuse<DeleteMeRefusal>,
  places: readonly Membership[],
  userId: string,
): Promise<void> {
  const [owned, handedOver]: [Place[], Place[]] = [[], []];
  for (const place of places) {
    const removal = place.isLeaving ? await latestRemoval(tx, { workspaceId: place.workspaceId, userId }) : undefined;
    // If somebody has no time for a meeting, that removal stops, and the person stays.
    if (removal?.status === 'running' && 'to' in removal.handOver) handedOver.push(placeOf(place));
    if (!place.isDeleted && (await isLastOwner(tx, place.workspaceId, place))) owned.push(placeOf(place));
  }
  if (owned.length > 0) refuse({ refused: 'sole_owner', workspaces: owned });
  if (handedOver.length > 0) refuse({ refused: 'removal_under_way', workspaces: handedOver });
}

/** Meetings of a workspace that somebody took over are not the former owner's to cancel, neither here nor by the end of the account. */
async function requireDecided(
  tx: Transaction,
  refuse: Refuse<DeleteMeRefusal>,
  places: readonly Membership[],
  userId: string,
): Promise<void> {
  const waiting = [];
  for (const place of places) {
    const leaver = { workspaceId: place.workspaceId, userId };
    if (!place.staysClosed || (await latestRemoval(tx, leaver))?.status === 'running') continue;
    const last = await lastUpcoming(tx, leaver);
    if (last) waiting.push({ ...placeOf(place), lastMeetingAt: last.toISOString() });
  }
  if (waiting.length > 0) refuse({ refused: 'meetings_wait_for_owner', workspaces: waiting });
}

async function upcomingIn(tx: Transaction, places: readonly Membership[], userId: string) {
  const found = [];
  for (const place of places) {
    const upcoming = await countUpcoming(tx, { workspaceId: place.workspaceId, userId });
    if (upcoming > 0) found.push({ ...placeOf(place), upcoming });
  }
  return found;
}

/** @returns the removal to start; none: one runs already */
async function leave(
  tx: Transaction,
  { workspaceId, username, role, isLeaving }: Membership,
  userId: string,
  { source, now }: Deleting,
): Promise<{ readonly id: string; readonly workspaceId: string }[]> {
  const by = { actor: { kind: 'session', userId, username }, source } as const;
  const reach = { kind: 'member', workspaceId, userId, role: null } as const;
  await endWaysOut(tx, { ending: 'memberLeft', reach, by, at: new Date(now) });
  // One that stopped after a take-over left the door closed and the meetings waiting.
  if (isLeaving && (await latestRemoval(tx, { workspaceId, userId }))?.status === 'running') return [];
  const id = uuidv7();
  const ids = { userId, apiKeyId: null, agentSeatId: null };
  const handOver = { cancel: true, reason: null } as const;
  await beginLeaving(tx, { id, workspaceId, userId, handOver, by: ids, role, source });
  return [{ id, workspaceId }];
}

/** Sessions, passkeys, linked accounts, links, the picture and calendars. Keys ended workspace by workspace. */
async function endAccess(tx: Transaction, userId: string): Promise<Pick<DeletedMe, 'connections' | 'principalIds'>> {
  await tx`update sessions set revoked_at = clock_timestamp() where user_id = ${userId} and revoked_at is null`;
  for (const table of [
    'passkeys',
    'user_identities',
    'calendar_connect_links',
    'access_notices',
    'time_off',
    'user_photos',
  ])
    await tx`delete from ${tx(table)} where ${tx(table === 'time_off' ? 'host_id' : 'user_id')} = ${userId}`;
  const connections = await tx<{ id: string; workspaceId: string | null }[]>`
    select id, workspace_id as "workspaceId" from calendar_connections where user_id = ${userId} and status <> 'revoked' order by id`;
  for (const { id } of connections) await disconnectIn(tx, { connectionId: id, userId }, null);
  const agents = await tx<{ id: string }[]>`
    select p.id from agent_principals p join users u on u.id = ${userId}
    where p.status = 'verified' and (p.user_id = u.id or (p.user_id is null and p.prospect_email = u.email)) order by p.id`;
  return { connections, principalIds: agents.map(({ id }) => id) };
}

/** The address is free again at once, and gets the last mail. */
async function forget(tx: Transaction, userId: string, mailId: string): Promise<void> {
  const [user] = await tx<{ email: string }[]>`select email::text from users where id = ${userId}`;
  if (!user) throw new Error(`user ${userId} does not exist`);
  await tx`
    update sign_in_links set expires_at = clock_timestamp()
    where email = ${user.email} and used_at is null and expires_at > clock_timestamp()`;
  await endOpenLinks(tx, userId);
  // The rows stay for their days: they count the mails that inboxes got, also from accounts that are gone.
  await tx`
    update address_changes set old_email = ${deletedAddress(userId)}, new_email = ${deletedAddress(userId)} where user_id = ${userId}`;
  await tx`
    update users set email = ${deletedAddress(userId)}, name = ${DELETED_NAME}, bio = null, deleted_at = clock_timestamp() where id = ${userId}`;
  await noteAccountMail(tx, {
    id: mailId,
    kind: 'account_deleted',
    subjectId: userId,
    recipient: user.email,
    userId,
  });
}
