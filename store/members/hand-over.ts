import type { ActedBy } from '../../domain/booking/actors.ts';
import type { HandOverConflict } from '../../domain/members/hand-over.ts';
import { decideToken, type Secrets, tokenHash } from '../../domain/secrets.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { logActedBy } from '../activity.ts';
import { recordChange } from '../booking/booking-changes.ts';
import { type Booking, lockBooking, readBooking } from '../booking/bookings.ts';
import { endWithoutMeeting } from '../booking/change-booking.ts';
import { dropLinkOf } from '../booking/join-link.ts';
import { makeEventsDue } from '../calendars/events.ts';
import type { Queryable, Transaction } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { isActiveIn } from '../live-bookings.ts';

/** Who leaves which workspace. */
export interface Leaver {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Upcoming meetings that claim a person's time, as organizer or another host. */
const upcoming = (sql: Queryable, { workspaceId, userId }: Leaver) => sql`
  from bookings b
  where b.workspace_id = ${workspaceId} and b.start_at > clock_timestamp() and ${isActiveIn(sql, 'b')}
    and ${isHostedBy(sql, userId)}`;

export async function countUpcoming(sql: Queryable, leaver: Leaver): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count ${upcoming(sql, leaver)}`;
  return row?.count ?? 0;
}

/** The next one; undefined: none is left. */
export async function nextUpcoming(sql: Queryable, leaver: Leaver): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select b.id ${upcoming(sql, leaver)} order by b.start_at, b.id limit 1`;
  return row?.id;
}

/** When the last one begins; undefined: there is none. */
export async function lastUpcoming(sql: Queryable, leaver: Leaver): Promise<Date | undefined> {
  const [row] = await sql<{ startAt: Date }[]>`
    select b.start_at as "startAt" ${upcoming(sql, leaver)} order by b.start_at desc limit 1`;
  return row?.startAt;
}

/**
 * The meetings, all or one, that a person has no time for. Claimed time counts with its buffers, as in
 * domain/slots/rules.ts, and so do time off and what the mirror of their calendars has. Working hours, notice and limits do not: the
 * host has already agreed (docs/decisions/booking.md#handover).
 */
export async function findConflicts(
  sql: Queryable,
  leaver: Leaver,
  to: string,
  bookingId: string | null = null,
): Promise<HandOverConflict[]> {
  const rows = await sql<{ id: string; startAt: Date; isTaken: boolean; isAway: boolean; isBusy: boolean }[]>`
    select * from (
      select b.id, b.start_at as "startAt",
        exists (
          select 1 from claims own join claims c on c.host_id = ${to} and c.booking_id <> own.booking_id
          where own.booking_id = b.id and own.host_id = ${leaver.userId}
            and (c.firm_until is null or c.firm_until > clock_timestamp())
            and c.period && tstzrange(
              lower(own.period) - greatest(own.before_ms, c.after_ms) * interval '1 millisecond',
              upper(own.period) + greatest(own.after_ms, c.before_ms) * interval '1 millisecond')) as "isTaken",
        exists (
          select 1 from time_off t where t.host_id = ${to} and t.period && tstzrange(b.start_at, b.end_at)) as "isAway",
        ${isBlockedByCalendar(sql, to)} as "isBusy"
      ${upcoming(sql, leaver)} and ${bookingId === null ? sql`true` : sql`b.id = ${bookingId}`}
    ) meetings where "isTaken" or "isAway" or "isBusy" order by "startAt", id`;
  return rows.map(({ id, startAt, isAway, isTaken }) => ({
    bookingId: id,
    startAt: startAt.toISOString(),
    reason: isAway ? 'time_off' : isTaken ? 'taken' : 'calendar',
  }));
}

/** Whether a person's calendars block the time of meeting `b`. Not if they attend it already: they have agreed to it. */
const isBlockedByCalendar = (sql: Queryable, userId: string) => sql`
  (not ${isHostedBy(sql, userId)} and exists (
    select 1 from calendar_busy m join calendars k on k.id = m.calendar_id and k.blocks and k.gone_at is null
      join calendar_settings s on s.user_id = m.user_id and s.conflict_source = 'calendar'
    where m.user_id = ${userId} and m.blocks and m.period && tstzrange(b.start_at, b.end_at)))`;

/** Locks in the order of locks.ts: event type, people by id, booking. undefined: it changed hosts or ended meanwhile. */
async function lockMeeting(
  tx: Transaction,
  bookingId: string,
  people: readonly string[],
): Promise<Booking | undefined> {
  const known = await readBooking(tx, bookingId);
  if (!known) return undefined;
  await tx`select 1 from event_types where id = ${known.eventTypeId} for no key update`;
  await tx`
    select 1 from users where id = any(${[...people]}::uuid[])
      or id = ${known.hostId} or id in (select user_id from booking_hosts where booking_id = ${bookingId})
    order by id for no key update`;
  return lockBooking(tx, bookingId);
}

interface Settling {
  readonly leaver: Leaver;
  readonly bookingId: string;
  readonly by: ActedBy;
  readonly source: BookingSource;
}

export type Settled = 'moved' | 'canceled' | 'gone' | HandOverConflict;

/** Gives one meeting to another host: claim, row, turn, links and change in one transaction. Safe to repeat. */
export async function moveMeeting(
  tx: Transaction,
  secrets: Secrets,
  { leaver, bookingId, by, source, to }: Settling & { readonly to: string },
): Promise<Settled> {
  const booking = await lockMeeting(tx, bookingId, [leaver.userId, to]);
  if (!booking || !(await isStillTheirs(tx, leaver, bookingId))) return 'gone';
  const [conflict] = await findConflicts(tx, leaver, to, bookingId);
  if (conflict) return conflict;
  await moveClaim(tx, leaver, booking, to);
  const isOrganizer = booking.hostId === leaver.userId;
  if (isOrganizer) await replaceDecideLink(tx, secrets, bookingId, to);
  await replaceHost(tx, leaver, booking, to);
  await dropLinkOf(tx, bookingId, leaver.userId);
  const { id, workspaceId, revision, startMs, endMs } = booking;
  const change = { revision: revision + 1, kind: 'host_changed', actor: 'host', startMs, endMs } as const;
  const hosts = { previousHostId: leaver.userId, newHostId: to };
  const meeting = { id, workspaceId, unsolicited: null };
  await recordChange(tx, meeting, { ...change, ...hosts, previousStartMs: null, reason: null, by, source });
  return 'moved';
}

const isStillTheirs = async (tx: Transaction, leaver: Leaver, bookingId: string): Promise<boolean> =>
  (await tx`select 1 ${upcoming(tx, leaver)} and b.id = ${bookingId}`).length > 0;

async function moveClaim(tx: Transaction, { userId }: Leaver, { id }: Booking, to: string): Promise<void> {
  await tx`
    delete from claims yielded using claims own
    where own.booking_id = ${id} and own.host_id = ${userId} and yielded.host_id = ${to} and yielded.booking_id <> ${id}
      and yielded.firm_until <= clock_timestamp() and yielded.period && own.period`;
  // If the new host already attends, they have a claim.
  await tx`
    delete from claims where booking_id = ${id} and host_id = ${userId}
      and exists (select 1 from claims c where c.booking_id = ${id} and c.host_id = ${to})`;
  await tx`update claims set host_id = ${to} where booking_id = ${id} and host_id = ${userId}`;
}

async function replaceHost(tx: Transaction, { userId }: Leaver, { id, hostId, revision }: Booking, to: string) {
  const [meetsAlready] = await tx`select 1 from bookings b where b.id = ${id} and ${isHostedBy(tx, to)}`;
  if (hostId === userId) await tx`delete from booking_hosts where booking_id = ${id} and user_id = ${to}`;
  else if (meetsAlready) await tx`delete from booking_hosts where booking_id = ${id} and user_id = ${userId}`;
  else await tx`update booking_hosts set user_id = ${to} where booking_id = ${id} and user_id = ${userId}`;
  await tx`
    update bookings set host_id = ${hostId === userId ? to : hostId}, revision = ${revision + 1}, updated_at = clock_timestamp()
    where id = ${id}`;
}

/** The handover ends the former host's link to decide. */
const replaceDecideLink = (tx: Transaction, secrets: Secrets, bookingId: string, to: string) => tx`
  update booking_tokens set token_hash = ${tokenHash(decideToken(secrets, `${bookingId}/${to}`))}
  where booking_id = ${bookingId} and purpose = 'decide'`;

/** Cancels one meeting as its host; one that others organize goes on without them. */
export async function cancelMeeting(
  tx: Transaction,
  { leaver, bookingId, by, source, reason }: Settling & { readonly reason: string | null },
): Promise<Settled> {
  const booking = await lockMeeting(tx, bookingId, [leaver.userId]);
  if (!booking || !(await isStillTheirs(tx, leaver, bookingId))) return 'gone';
  if (booking.hostId !== leaver.userId) {
    await leaveMeeting(tx, booking, { userId: leaver.userId, by, source });
    return 'gone';
  }
  await endWithoutMeeting(tx, booking, { kind: 'canceled', actor: 'host', reason, source, by });
  return 'canceled';
}

/** Removes a host who does not organize. No mail is sent, but it is logged, and listeners to the meeting are notified. */
async function leaveMeeting(
  tx: Transaction,
  { id, workspaceId }: Booking,
  { userId, by, source }: { readonly userId: string; readonly by: ActedBy; readonly source: BookingSource },
): Promise<void> {
  await tx`delete from claims where booking_id = ${id} and host_id = ${userId}`;
  await tx`delete from booking_hosts where booking_id = ${id} and user_id = ${userId}`;
  await tx`update bookings set updated_at = clock_timestamp() where id = ${id}`;
  await makeEventsDue(tx, id);
  const subject = { type: 'booking', id } as const;
  const data = { before: { hostId: userId }, after: { hostId: null } };
  await logActedBy(tx, { by, workspaceId, source, action: 'booking.host_left', subject, data });
}
