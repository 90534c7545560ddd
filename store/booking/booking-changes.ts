import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { ActedBy } from '../../domain/booking/actors.ts';
import { eventOfChange } from '../../domain/webhooks/event-of-change.ts';
import type { ActivityAction } from '../../schemas/shapes/activity-names.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { nameOfActor, noteAct } from '../activity.ts';
import { makeEventsDue } from '../calendars/events.ts';
import { json, type Queryable, type Transaction } from '../database.ts';
import { dropWaitingMails } from '../mail/dropped-mails.ts';
import { countMails, guestsWaitIn, type UnsolicitedMails, unsolicitedMailsOf } from '../mail/unsolicited-mail.ts';
import type { Row } from '../rows.ts';
import { noteBookingEvent } from '../webhook-outbox.ts';

export type ChangeKind =
  | 'requested'
  | 'confirmed'
  | 'approved'
  | 'rescheduled'
  | 'canceled'
  | 'declined'
  | 'expired'
  | 'completed'
  | 'no_show'
  | 'no_show_undone'
  | 'host_changed'
  | 'link_ready';

export type ChangeActor = 'guest' | 'host' | 'system' | 'not_me';

/** The time of a meeting as one recipient knows it. */
export interface KnownTime {
  readonly email: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** One change of a booking; the flow announces it by mail. */
export interface Change {
  readonly revision: number;
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  readonly startMs: number;
  readonly endMs: number;
  readonly previousStartMs: number | null;
  /** When it ended before: a move in the host's calendar may change its length. Read from the change before; null: there is none. */
  readonly previousEndMs?: number | null;
  readonly reason: string | null;
  /** host_changed: the old host. */
  readonly previousHostId?: string | null;
  /** host_changed: the new host. */
  readonly newHostId?: string | null;
  /** true if it is mailed again, to further guests whose mails waited */
  readonly toWaitingGuests?: boolean;
  /** The host made it in their own calendar. */
  readonly inCalendar?: boolean;
  /** The further guests get no mail of it: theirs wait for the guest's click. */
  readonly guestsWait?: boolean;
  /** Recipients whose mail of this move waits, or of a later one. */
  readonly waiting?: readonly string[];
  /** The times known to recipients whose mails of the last moves wait: the end of the meeting names these. */
  readonly knownTimes?: readonly KnownTime[];
  /** Mailed only to a guest who has proved the address by a code. */
  readonly quiet?: boolean;
}

/** Changes without a mail. */
const SILENT: ReadonlySet<ChangeKind> = new Set(['completed', 'no_show', 'no_show_undone']);

/** Changes after which events in calendars stay as they are. */
const WITHOUT_EVENT: ReadonlySet<ChangeKind> = new Set([...SILENT, 'link_ready']);

/** All who were invited get a mail of these, also past a cap. */
const ENDS: ReadonlySet<ChangeKind> = new Set(['canceled', 'declined', 'expired']);

/** These mail everybody at once: nobody needs a mail of an earlier move. */
const NOTIFIES_ALL: ReadonlySet<ChangeKind> = new Set([...ENDS, 'approved']);

/** A move or a change of host keeps the status; after a no-show that is taken back it is the one from before. */
type OwnStatus = 'rescheduled' | 'host_changed' | 'link_ready' | 'no_show_undone';

/** A booking's status after a change. */
const statusAfter: Readonly<Record<Exclude<ChangeKind, OwnStatus>, BookingStatus>> = {
  requested: 'pending_confirmation',
  confirmed: 'confirmed',
  approved: 'confirmed',
  canceled: 'canceled',
  declined: 'canceled',
  expired: 'canceled',
  completed: 'completed',
  no_show: 'no_show',
};

export interface RecordedChange extends Change {
  readonly source: string;
  /** The actor with a key or a session of the host; absent: the guest, the service, or a mail's link. */
  readonly by?: ActedBy | undefined;
  /** no_show_undone: the status that it has again. */
  readonly status?: BookingStatus;
}

/** Before and after of a move; one that asks the host again changes the status too. */
const asked = <Times extends object>(
  status: BookingStatus | undefined,
  before: Times,
  after: Times,
  kind: ChangeKind,
) =>
  kind === 'requested'
    ? { before: { ...before, status }, after: { ...after, status: statusAfter.requested } }
    : { before, after };

/** Before and after, for the activity log. */
function factsOf(before: BookingStatus | undefined, change: RecordedChange) {
  const startAt = new Date(change.startMs).toISOString();
  if (change.kind === 'rescheduled' || (change.kind === 'requested' && change.previousStartMs !== null)) {
    const previous = change.previousStartMs === null ? null : new Date(change.previousStartMs).toISOString();
    return { revision: change.revision, startAt, ...asked(before, { startAt: previous }, { startAt }, change.kind) };
  }
  if (change.kind === 'host_changed') {
    const hosts = { before: { hostId: change.previousHostId }, after: { hostId: change.newHostId } };
    return { revision: change.revision, startAt, ...hosts };
  }
  if (change.kind === 'link_ready') return { revision: change.revision, startAt };
  const after = { status: change.kind === 'no_show_undone' ? change.status : statusAfter[change.kind] };
  return { revision: change.revision, startAt, ...(before ? { before: { status: before } } : {}), after };
}

/**
 * Stores a change with its activity entry, and makes its events in calendars due, under the name of the actor: the seat's, the key's, the person's. A completed meeting
 * needs no mail and counts as announced. Write or send the booking and its guests before.
 */
export async function recordChange(
  tx: Transaction,
  booking: {
    readonly id: string;
    readonly workspaceId: string;
    readonly status?: BookingStatus;
    /** Its mails to people who have proved nothing, to count; null: none count (a test key, a handover). Default: read from the rows. */
    readonly unsolicited?: UnsolicitedMails | null;
  },
  change: RecordedChange,
): Promise<void> {
  const { userId = null, apiKeyId = null, agentSeatId = null, agentPrincipalId } = change.by ?? {};
  const activityId = uuidv7();
  const { previousHostId = null, newHostId = null } = change;
  const isEnd = ENDS.has(change.kind);
  const side = { byHost: change.actor === 'host', isEnd, by: change.by };
  await Promise.all([
    ...(SILENT.has(change.kind) || change.quiet ? [] : [countMailsOfChange(tx, booking, side)]),
    tx`
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, reason,
        previous_host_id, new_host_id, quiet, guests_wait, created_at, announced_at)
      values (${booking.id}, ${change.revision}, ${change.kind}, ${change.actor}, ${new Date(change.startMs)}, ${new Date(change.endMs)},
        ${change.previousStartMs === null ? null : new Date(change.previousStartMs)}, ${change.reason},
        ${previousHostId}, ${newHostId}, ${change.quiet ?? false},
        (select ${guestsWaitIn(tx, isEnd)} from bookings b where b.id = ${booking.id}), clock_timestamp(),
        ${SILENT.has(change.kind) ? tx`clock_timestamp()` : null})`,
    tx`
      insert into activity_log (id, workspace_id, booking_id, actor, source, action, data, subject_type, subject_id,
        user_id, api_key_id, agent_seat_id)
      values (${activityId}, ${booking.workspaceId}, ${booking.id},
        coalesce(${nameOfActor(tx, change.by ?? {}, booking.workspaceId)}, ${change.actor}),
        ${change.source}, ${actionOf(change)}, ${json(tx, factsOf(booking.status, change))}, 'booking', ${booking.id},
        ${userId}, ${apiKeyId}, ${agentSeatId})`,
    ...(agentPrincipalId ? [noteAct(tx, activityId, agentPrincipalId)] : []),
    ...webhookEventOf(tx, booking, change),
    ...(NOTIFIES_ALL.has(change.kind) ? [dropWaitingMails(tx, booking.id, { isEnd })] : []),
    // The rows of a new booking come first: `writeBooking` does it.
    ...(change.revision === 1 || WITHOUT_EVENT.has(change.kind) ? [] : [makeEventsDue(tx, booking.id)]),
  ]);
}

/** Integrators hear of it. No text of a person: it is read when it is delivered. */
function webhookEventOf(
  tx: Transaction,
  { id: bookingId, workspaceId }: { readonly id: string; readonly workspaceId: string },
  change: RecordedChange,
) {
  const type = eventOfChange(change);
  if (type === null) return [];
  const { revision, kind, actor, previousStartMs, previousHostId = null } = change;
  const data = {
    actor,
    ...(type === 'booking.canceled' ? { cause: kind } : {}),
    ...(type === 'booking.rescheduled'
      ? { previousStartAt: previousStartMs && new Date(previousStartMs).toISOString() }
      : {}),
    ...(type === 'booking.host_changed' ? { previousHostId } : {}),
  };
  return [noteBookingEvent(tx, { type, bookingId, workspaceId, data: { ...data, revision } })];
}

const actionOf = ({ kind }: Change): ActivityAction => `booking.${kind}`;

async function countMailsOfChange(
  tx: Transaction,
  { id, unsolicited }: { readonly id: string; readonly unsolicited?: UnsolicitedMails | null },
  side: Parameters<typeof unsolicitedMailsOf>[2],
): Promise<void> {
  const mails = unsolicited === undefined ? await unsolicitedMailsOf(tx, id, side) : unsolicited;
  if (mails) await countMails(tx, mails);
}

/** The change by which the host was asked to decide, last; 0: never. A move and a move back ask twice for the same time. */
export async function lastRequestRevision(sql: Queryable, bookingId: string): Promise<number> {
  const [row] = await sql<{ revision: number }[]>`
    select coalesce(max(revision), 0)::int as revision from booking_changes where booking_id = ${bookingId} and kind = 'requested'`;
  return row?.revision ?? 0;
}

/** How a guest moved an open request. `wasMeeting`: it had been confirmed or approved at the time before. */
export interface LastMove {
  readonly previousStartMs: number;
  readonly wasMeeting: boolean;
}

/**
 * Moves of an open request, as its host should see them: after several moves of an approved meeting, the time before is the approved one,
 * unless the meeting is back there.
 * null: it was never moved, or last by its host, who knows.
 */
export async function readLastMove(sql: Queryable, bookingId: string): Promise<LastMove | null> {
  const [row] = await sql<(LastMove & { byGuest: boolean })[]>`
    with moves as (select * from booking_changes where booking_id = ${bookingId} and previous_start_at is not null)
    select last.actor = 'guest' as "byGuest", asked.revision is not null as "wasMeeting",
      (extract(epoch from case when asked.previous_start_at <> last.start_at then asked.previous_start_at else last.previous_start_at end)
        * 1000)::float8 as "previousStartMs"
    from (select * from moves order by revision desc limit 1) last
    left join (select * from moves where kind = 'requested' order by revision desc limit 1) asked on true`;
  return row?.byGuest ? row : null;
}

interface ChangeRow
  extends Row<
    'booking_changes',
    | 'actor'
    | 'startAt'
    | 'endAt'
    | 'previousStartAt'
    | 'reason'
    | 'previousHostId'
    | 'newHostId'
    | 'toWaitingGuests'
    | 'quiet'
    | 'announcedAt'
  > {
  readonly kind: ChangeKind;
  readonly guestsWait: boolean;
  readonly inCalendar: boolean;
  readonly knownTimes: readonly (KnownTime & { readonly revision: number })[] | null;
  readonly previousEndAt: Date | null;
}

/** A change for the activity that announces it. */
export async function readChange(
  sql: Queryable,
  bookingId: string,
  revision: number,
): Promise<(Change & { readonly announced: boolean }) | undefined> {
  const [row] = await sql<ChangeRow[]>`
    select c.kind, c.actor, c.start_at as "startAt", c.end_at as "endAt", c.previous_start_at as "previousStartAt", c.reason,
      c.previous_host_id as "previousHostId", c.new_host_id as "newHostId", c.to_waiting_guests as "toWaitingGuests",
      coalesce(c.guests_wait, b.guests_wait) as "guestsWait", c.quiet, c.announced_at as "announcedAt",
      exists (select 1 from activity_log l where l.booking_id = c.booking_id and l.source = 'calendar'
        and l.action = 'booking.' || c.kind and l.data ->> 'revision' = c.revision::text) as "inCalendar",
      (select json_agg(json_build_object('email', w.email, 'revision', w.revision,
        'startMs', extract(epoch from w.known_start_at) * 1000, 'endMs', extract(epoch from w.known_end_at) * 1000))
        from waiting_mails w where w.booking_id = c.booking_id) as "knownTimes",
      (select p.end_at from booking_changes p where p.booking_id = c.booking_id and p.revision < c.revision
        order by p.revision desc limit 1) as "previousEndAt"
    from booking_changes c join bookings b on b.id = c.booking_id
    where c.booking_id = ${bookingId} and c.revision = ${revision}`;
  if (!row) return undefined;
  const { startAt, endAt, previousStartAt, previousEndAt, announcedAt, knownTimes, ...change } = row;
  return {
    ...change,
    revision,
    startMs: startAt.getTime(),
    endMs: endAt.getTime(),
    previousStartMs: previousStartAt?.getTime() ?? null,
    previousEndMs: previousEndAt?.getTime() ?? null,
    announced: announcedAt !== null,
    waiting: (knownTimes ?? []).filter((one) => one.revision >= revision).map(({ email }) => email),
    knownTimes: ENDS.has(change.kind) ? (knownTimes ?? []) : [],
  };
}

/** How a booking stood when a change came. */
export interface StateAt {
  /** The host's approval was missing. */
  readonly pending: boolean;
  /** It was confirmed or approved before: everybody has an invite, or had one. */
  readonly invited: boolean;
}

export async function readStateAt(sql: Queryable, bookingId: string, revision: number): Promise<StateAt> {
  const [row] = await sql<{ pending: boolean | null; invited: boolean | null }[]>`
    select (array_agg(kind order by revision desc))[1] = 'requested' as pending,
      bool_or(kind <> 'requested') as invited
    from booking_changes
    where booking_id = ${bookingId} and revision < ${revision} and kind in ('requested', 'confirmed', 'approved')`;
  return { pending: row?.pending ?? false, invited: row?.invited ?? false };
}

export async function readDueRevisions(sql: Queryable, bookingId: string): Promise<number[]> {
  const rows = await sql<{ revision: number }[]>`
    select revision from booking_changes where booking_id = ${bookingId} and announced_at is null order by revision`;
  return rows.map(({ revision }) => revision);
}

/**
 * Marks a change as mailed. @param guestsWait as it was read: the further guests got no mail
 * @returns false if that changed while the mails left: the change is to be read and mailed again
 */
export async function markAnnounced(
  sql: Sql,
  bookingId: string,
  { revision, guestsWait }: Pick<Change, 'revision' | 'guestsWait'>,
): Promise<boolean> {
  const marked = await sql`
    update booking_changes c set announced_at = clock_timestamp() from bookings b
    where b.id = c.booking_id and c.booking_id = ${bookingId} and c.revision = ${revision} and c.announced_at is null
      and coalesce(c.guests_wait, b.guests_wait) = ${guestsWait ?? false}`;
  return marked.count > 0;
}
