import type { Sql } from 'postgres';
import type { ActedBy } from '../../domain/booking/actors.ts';
import type { HandOver, HandOverConflict, RemovalEnd, RemovalStep } from '../../domain/members/hand-over.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { ADMINS, type BookingSource, type Role } from '../../schemas/shapes/access.ts';
import { endWaysOut } from '../access/end-ways-out.ts';
import { withKeys } from '../access/reach.ts';
import { listWebhooksSetBy, type WebhooksOfReach } from '../access/webhook-setters.ts';
import type { UndoableAddress } from '../accounts/undoable-address.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { lockMembership } from '../membership-lock.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { endMembership } from './end-membership.ts';
import { cancelMeeting, countUpcoming, findConflicts, type Leaver, moveMeeting, nextUpcoming } from './hand-over.ts';
import { findMember, isLastOwner, type MemberRow } from './members.ts';
import { whyStaysOwner } from './why-stays-owner.ts';

/** The removal of a member, as stored. */
export interface Removal extends Leaver {
  readonly id: string;
  readonly handOver: HandOver;
  readonly status: 'running' | RemovalEnd;
  readonly isChecked: boolean;
  readonly moved: number;
  readonly canceled: number;
  readonly conflicts: readonly HandOverConflict[];
  readonly by: ActedBy;
  readonly source: BookingSource;
  readonly disablesWebhooks: boolean;
}

interface RemovalRow extends Omit<Removal, 'handOver'> {
  readonly to: string | null;
  readonly reason: string | null;
}

const columns = (sql: Queryable) => sql`
  id, workspace_id as "workspaceId", user_id as "userId", to_user_id as to, reason, status, checked_at is not null as "isChecked",
  moved, canceled, conflicts, acted_by as by, source, disables_webhooks as "disablesWebhooks"`;

const toRemoval = ({ to, reason, ...row }: RemovalRow): Removal => ({
  ...row,
  handOver: to === null ? { cancel: true, reason } : { to },
});

export async function readRemoval(sql: Queryable, id: string): Promise<Removal | undefined> {
  const [row] = await sql<RemovalRow[]>`select ${columns(sql)} from member_removals where id = ${id}`;
  return row && toRemoval(row);
}

/** The webhooks that a person has set in a workspace: switched off, or still sending. */
export const webhooksOfMember = async (sql: Queryable, { workspaceId, userId }: Leaver): Promise<WebhooksOfReach> =>
  listWebhooksSetBy(sql, await withKeys(sql, { kind: 'member', workspaceId, userId, role: null }));

/** The latest removal of a person; undefined: there is none. */
export async function latestRemoval(sql: Queryable, { workspaceId, userId }: Leaver): Promise<Removal | undefined> {
  const [row] = await sql<RemovalRow[]>`
    select ${columns(sql)} from member_removals where workspace_id = ${workspaceId} and user_id = ${userId}
    order by created_at desc, id desc limit 1`;
  return row && toRemoval(row);
}

export interface RemovalRequest extends Leaver {
  readonly id: string;
  /** null: the caller gave none. */
  readonly handOver: HandOver | null;
  readonly by: ActedBy;
  readonly role: Role;
  readonly source: BookingSource;
  /** Whether webhooks that the member has set are switched off, too. Default: no. */
  readonly disablesWebhooks?: boolean;
}

export type BeginOutcome =
  | { readonly result: 'begun' | 'under_way'; readonly removal: Removal }
  | { readonly result: 'over'; readonly removal: Removal }
  | { readonly result: 'hand_over_required'; readonly upcoming: number }
  | { readonly result: 'address_changed_lately'; readonly undoable: UndoableAddress }
  | {
      readonly result:
        | 'not_found'
        | 'admin_needed'
        | 'owner_needed'
        | 'last_owner'
        | 'successor_not_found'
        | 'successor_unfit'
        | 'other_under_way';
    };

/** Begins a removal, by the member or an admin. Without upcoming meetings it ends at once; otherwise the flow goes on. */
export const beginRemoval = (sql: Sql, request: RemovalRequest): Promise<BeginOutcome> =>
  inTransaction(sql, (tx) => beginRemovalIn(tx, request));

/** The same as a part of a larger transaction. */
export async function beginRemovalIn(tx: Transaction, request: RemovalRequest): Promise<BeginOutcome> {
  await lockMembership(tx, request.workspaceId);
  const [member, latest] = await Promise.all([
    findMember(tx, request.workspaceId, request.userId),
    latestRemoval(tx, request),
  ]);
  if (!member) return latest?.status === 'removed' ? repeat(tx, latest, request) : { result: 'not_found' };
  const needed = neededRole(member, request);
  if (needed) return { result: needed };
  if (latest?.status === 'running') return goOn(tx, latest, request);
  const undoable = await whyStaysOwner(tx, request.workspaceId, member, request.by.userId);
  if (undoable) return { result: 'address_changed_lately', undoable };
  const refusal = (await isLastOwner(tx, request.workspaceId, member))
    ? 'last_owner'
    : await whyNotSuccessor(tx, request);
  return refusal ? { result: refusal } : begin(tx, request);
}

function neededRole(member: MemberRow, { role, by }: RemovalRequest): 'admin_needed' | 'owner_needed' | null {
  if (member.id !== by.userId && !(ADMINS as readonly Role[]).includes(role)) return 'admin_needed';
  return member.role === 'owner' && role !== 'owner' ? 'owner_needed' : null;
}

/** A repeated call may switch off webhooks that the first one kept. */
async function repeat(tx: Transaction, removal: Removal, request: RemovalRequest): Promise<BeginOutcome> {
  const { workspaceId, userId, by: ids, source } = request;
  const reach = { kind: 'member', workspaceId, userId, role: null } as const;
  if (request.disablesWebhooks)
    await endWaysOut(tx, { ending: 'memberRemoved', reach, by: { ids, source }, alsoAsked: true });
  return { result: 'over', removal };
}

async function goOn(tx: Transaction, removal: Removal, request: RemovalRequest): Promise<BeginOutcome> {
  if (!isSame(removal.handOver, request.handOver)) return { result: 'other_under_way' };
  if (request.disablesWebhooks)
    await tx`update member_removals set disables_webhooks = true where id = ${removal.id} and not disables_webhooks`;
  return { result: 'under_way', removal };
}

/**
 * Begins a removal that cancels meetings, of a person whose account ends. It never ends at once: its flow does that, workspace by workspace,
 * so that this transaction holds no event type. Under the lock of the workspace.
 */
export async function beginLeaving(tx: Transaction, request: RemovalRequest): Promise<void> {
  await closeDoor(tx, await insertRemoval(tx, request));
}

async function begin(tx: Transaction, request: RemovalRequest): Promise<BeginOutcome> {
  const upcoming = await countUpcoming(tx, request);
  if (upcoming > 0 && request.handOver === null) return { result: 'hand_over_required', upcoming };
  const removal = await insertRemoval(tx, request);
  if (upcoming > 0) return closeDoor(tx, removal);
  // The locks show whether a meeting came up meanwhile.
  const step = await end(tx, removal);
  return step.stage === 'over' ? { result: 'over', removal: { ...removal, status: step.end } } : closeDoor(tx, removal);
}

/** From now on they can do nothing in the workspace and cannot be booked: no more meetings are added. */
async function closeDoor(tx: Transaction, removal: Removal): Promise<BeginOutcome> {
  await tx`
    update memberships set leaving_at = clock_timestamp()
    where workspace_id = ${removal.workspaceId} and user_id = ${removal.userId}`;
  return { result: 'begun', removal };
}

/** No handover in the request means the one under way. */
const isSame = (running: HandOver, request: HandOver | null): boolean => {
  if (request === null) return true;
  return 'to' in request ? 'to' in running && running.to === request.to : 'cancel' in running;
};

async function whyNotSuccessor(
  tx: Transaction,
  { workspaceId, userId, handOver }: RemovalRequest,
): Promise<'successor_not_found' | 'successor_unfit' | null> {
  if (handOver === null || !('to' in handOver)) return null;
  const successor = await findMember(tx, workspaceId, handOver.to);
  if (!successor) return 'successor_not_found';
  return successor.id === userId || successor.role === 'billing_only' || successor.isLeaving ? 'successor_unfit' : null;
}

async function insertRemoval(
  tx: Transaction,
  { id, handOver, by, disablesWebhooks = false, ...request }: RemovalRequest,
): Promise<Removal> {
  const given = handOver ?? { cancel: true as const, reason: null };
  const to = 'to' in given ? given.to : null;
  const reason = 'to' in given ? null : given.reason;
  const [row] = await tx<RemovalRow[]>`
    insert into member_removals (id, workspace_id, user_id, to_user_id, reason, status, acted_by, source, disables_webhooks, created_at)
    values (${id}, ${request.workspaceId}, ${request.userId}, ${to}, ${reason}, 'running', ${json(tx, by)}, ${request.source},
      ${disablesWebhooks}, clock_timestamp())
    returning ${columns(tx)}`;
  if (!row) throw new Error('a removal was not made');
  return toRemoval(row);
}

/**
 * Takes a removal one step further: checks that the new host has time for all meetings, settles the next one, or ends the membership
 * once none is left. Each step is one transaction and sees what earlier ones did: safe to repeat. Locks the workspace before the removal, as
 * a repeated call does.
 */
export const advanceRemoval = (sql: Sql, secrets: Secrets, removalId: string): Promise<RemovalStep> =>
  inTransaction(sql, async (tx) => {
    const known = await readRemoval(tx, removalId);
    if (!known) return { stage: 'over', end: 'stopped' };
    await lockMembership(tx, known.workspaceId);
    await tx`select 1 from member_removals where id = ${removalId} for update`;
    const removal = await readRemoval(tx, removalId);
    if (!removal) return { stage: 'over', end: 'stopped' };
    if (removal.status !== 'running') return { stage: 'over', end: removal.status };
    if (!(await hasSuccessor(tx, removal))) return stop(tx, removal, []);
    if (!removal.isChecked) return check(tx, removal);
    const bookingId = await nextUpcoming(tx, removal);
    return bookingId === undefined ? end(tx, removal) : settle(tx, secrets, removal, bookingId);
  });

/** The new host may be leaving, too. The lock keeps them until this step ends. */
async function hasSuccessor(tx: Transaction, { workspaceId, handOver }: Removal): Promise<boolean> {
  if (!('to' in handOver)) return true;
  const [successor] = await tx`
    select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${handOver.to} and role <> 'billing_only'
      and leaving_at is null for key share`;
  return successor !== undefined;
}

/** Checks all meetings: if one does not fit, none moves. */
async function check(tx: Transaction, removal: Removal): Promise<RemovalStep> {
  const { handOver, id } = removal;
  const conflicts = 'to' in handOver ? await findConflicts(tx, removal, handOver.to) : [];
  if (conflicts.length > 0) return stop(tx, removal, conflicts);
  await tx`update member_removals set checked_at = clock_timestamp() where id = ${id}`;
  return { stage: 'going', settled: null };
}

async function settle(tx: Transaction, secrets: Secrets, removal: Removal, bookingId: string): Promise<RemovalStep> {
  const { id, handOver, by, source } = removal;
  const meeting = { leaver: removal, bookingId, by, source };
  const settled =
    'to' in handOver
      ? await moveMeeting(tx, secrets, { ...meeting, to: handOver.to })
      : await cancelMeeting(tx, { ...meeting, reason: handOver.reason });
  if (typeof settled === 'object') return stop(tx, removal, [settled]);
  if (settled === 'moved') await tx`update member_removals set moved = moved + 1 where id = ${id}`;
  if (settled === 'canceled') await tx`update member_removals set canceled = canceled + 1 where id = ${id}`;
  return { stage: 'going', settled: settled === 'gone' ? null : bookingId };
}

/**
 * The member stays: keys, sessions and hours work again. Not if a take-over began it: then the meetings wait for an owner's decision, and the
 * door stays closed.
 */
async function stop(
  tx: Transaction,
  { id, workspaceId, userId }: Removal,
  conflicts: readonly HandOverConflict[],
): Promise<RemovalStep> {
  await tx`update memberships set leaving_at = null where workspace_id = ${workspaceId} and user_id = ${userId} and not stays_closed`;
  await tx`
    update member_removals set status = 'stopped', conflicts = ${json(tx, conflicts)}, ended_at = clock_timestamp()
    where id = ${id}`;
  return { stage: 'over', end: 'stopped' };
}

async function end(tx: Transaction, removal: Removal): Promise<RemovalStep> {
  const left = await endMembership(tx, removal);
  // A meeting came up meanwhile: settle it first.
  if (left === 'busy') return { stage: 'going', settled: null };
  if (left === 'last_owner') return stop(tx, removal, []);
  await tx`update member_removals set status = 'removed', ended_at = clock_timestamp() where id = ${removal.id}`;
  return { stage: 'over', end: 'removed' };
}

/** For the sweep. */
export const waitingRemovals: WaitingQuery = (sql) => sql`
  select 'memberRemoval' as lot, id, workspace_id, created_at as since from member_removals where status = 'running'`;
