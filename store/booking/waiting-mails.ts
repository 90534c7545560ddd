import type { Sql } from 'postgres';
import type { PostponedMails } from '../../domain/booking/attempt.ts';
import { isActive } from '../../domain/booking/booking-states.ts';
import {
  leavesInTime,
  MAX_MOVES_PAST_CAP_AND_DAY,
  MIN_REST_MS,
  nextCheckAt,
  passesCapAt,
  type WaitingMail,
} from '../../domain/mail/waiting-mails.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { dropMissedMails, type MissedMails } from '../mail/dropped-mails.ts';
import {
  countMails,
  countUnsolicited,
  lockMailCaps,
  type MailedSide,
  overMailCaps,
  readRoom,
  type UnsolicitedMails,
  unsolicitedMailsOf,
} from '../mail/unsolicited-mail.ts';
import { type Booking, lockBooking } from './bookings.ts';

/** Which mails of a move leave at once, and which wait. */
export interface MailsOfMove {
  /** The counters to increment together; null: none. */
  readonly unsolicited: UnsolicitedMails | null;
  /** Of a guest's move: the further guests' mails wait for the guest's click (docs/decisions/mail.md#moves-past-a-cap). */
  readonly guestsWait: boolean;
  /** Addresses whose mails wait for room. */
  readonly waiting: readonly string[];
}

/**
 * Decides about the mails of a move. Over a cap they wait. A recipient whose mail of an earlier move still waits gets one mail about both.
 * Locks the caps, so after all other locks.
 */
export async function mailsOfMove(
  tx: Transaction,
  { id, guestEmail }: Pick<Booking, 'id' | 'guestEmail'>,
  { byHost, by, now }: Pick<MailedSide, 'byHost' | 'by'> & { readonly now: number },
): Promise<MailsOfMove> {
  const unsolicited = await unsolicitedMailsOf(tx, id, { byHost, isEnd: false, by });
  if (!unsolicited) return { unsolicited: null, guestsWait: false, waiting: [] };
  const [over, earlier] = await Promise.all([overMailCaps(tx, unsolicited, now), readPostponed(tx, id)]);
  const { guest, furtherGuests } = unsolicited;
  const guestsWait = !byHost && over.furtherGuests;
  const guestWaits = earlier.has(guestEmail) || (guest !== null && over.guest);
  const ofFurther = guestsWait ? [] : furtherGuests.filter((email) => over.furtherGuests || earlier.has(email));
  const counted = {
    ...unsolicited,
    ...(guestWaits && { guest: null, guestWaits: guest !== null }),
    furtherGuests: guestsWait ? [] : furtherGuests.filter((email) => !ofFurther.includes(email)),
  };
  return { unsolicited: counted, guestsWait, waiting: [...(guestWaits ? [guestEmail] : []), ...ofFurther] };
}

/** Recipients whose mail of an earlier move waits. */
async function readPostponed(tx: Transaction, bookingId: string): Promise<ReadonlySet<string>> {
  const rows = await tx<{ email: string }[]>`
    select w.email::text from waiting_mails w where w.booking_id = ${bookingId}`;
  return new Set(rows.map(({ email }) => email));
}

/** Lets mails of a move wait. The flow checks for room at once: of several recipients only some may be over a cap. */
export async function postponeMails(
  tx: Transaction,
  booking: Pick<Booking, 'id' | 'startMs' | 'endMs' | 'guestEmail'>,
  { revision, waiting, guestsWait }: { readonly revision: number } & Omit<MailsOfMove, 'unsolicited'>,
): Promise<void> {
  // Mails to further guests that wait for the guest's click leave by that.
  if (guestsWait)
    await tx`delete from waiting_mails where booking_id = ${booking.id} and email <> ${booking.guestEmail}`;
  if (waiting.length === 0) return;
  await tx`
    insert into waiting_mails (booking_id, email, revision, known_start_at, known_end_at, try_at)
    select ${booking.id}, email::citext, ${revision}, ${new Date(booking.startMs)}, ${new Date(booking.endMs)}, clock_timestamp()
    from unnest(${[...waiting]}::text[]) as email
    on conflict (booking_id, email) do update set revision = excluded.revision, try_at = excluded.try_at, counted_at = null`;
}

/** When the flow checks for room; null: no mail waits. */
export async function readMailsWait(sql: Queryable, bookingId: string): Promise<{ readonly tryAtMs: number } | null> {
  const [row] = await sql<{ tryAtMs: number | null }[]>`
    select (extract(epoch from min(try_at)) * 1000)::float8 as "tryAtMs" from waiting_mails
    where booking_id = ${bookingId} and try_at < 'infinity'`;
  const tryAtMs = row?.tryAtMs ?? null;
  return tryAtMs === null ? null : { tryAtMs };
}

/** Returns whether waiting mails of moves will be sent before the meeting; null if none waits. */
export async function readPostponedMails(
  sql: Queryable,
  { id, startMs }: Pick<Booking, 'id' | 'startMs'>,
): Promise<PostponedMails | null> {
  const [now, rows] = await Promise.all([clockMs(sql), readRows(sql, id)]);
  if (rows.length === 0) return null;
  const inTime = await Promise.all(
    rows.map(async (row) => row.isCounted || leavesInTime(await waitingMailOf(sql, { id, startMs }, row), now)),
  );
  return inTime.every(Boolean) ? 'until_room' : 'maybe_never';
}

/** A mail that is to leave now, to one recipient. */
export interface DueMail {
  readonly email: string;
  /** The move that it is about. */
  readonly revision: number;
  readonly knownStartMs: number;
  readonly knownEndMs: number;
}

interface WaitingRow extends DueMail {
  readonly isCounted: boolean;
  readonly isDue: boolean;
}

const readRows = (sql: Queryable, bookingId: string) => sql<WaitingRow[]>`
  select email::text, revision, (extract(epoch from known_start_at) * 1000)::float8 as "knownStartMs",
    (extract(epoch from known_end_at) * 1000)::float8 as "knownEndMs", counted_at is not null as "isCounted",
    try_at <= clock_timestamp() as "isDue"
  from waiting_mails where booking_id = ${bookingId} and try_at < 'infinity' order by email`;

/** The work for the due mails of a booking. */
export interface TakenMails {
  /** They leave now. */
  readonly leaving: readonly DueMail[];
  /** The meeting has begun, and these did not leave; null: none. */
  readonly missed: MissedMails | null;
}

/**
 * The mails of a booking that leave now: there is room, or the meeting is near. Each is counted first, so a crash counts none twice and loses
 * none. The others wait, and their `try_at` moves on.
 */
export const takeDueMails = (sql: Sql, bookingId: string): Promise<TakenMails> =>
  inTransaction(sql, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    // An end has mails of its own.
    if (!booking || !isActive(booking.status)) return { leaving: [], missed: null };
    const now = await clockMs(tx);
    // Once the meeting has begun, a mail of its time helps nobody.
    if (booking.startMs <= now) return { leaving: [], missed: await dropMissedMails(tx, booking) };
    return { leaving: await takeRowsThatLeave(tx, booking, now), missed: null };
  });

async function takeRowsThatLeave(tx: Transaction, booking: Booking, now: number): Promise<readonly DueMail[]> {
  const prepared: PreparedMail[] = [];
  for (const row of await readRows(tx, booking.id)) if (row.isDue) prepared.push(await prepare(tx, booking, row));
  // All locks at once, in one order: a second call would ask for an address while it holds the workspace.
  const counted = prepared.flatMap(({ mails }) => mails ?? []);
  await lockMailCaps(tx, counted);
  const leaving: DueMail[] = [];
  // One after the other: each counts those before.
  for (const mail of prepared) if (await mayLeave(tx, booking, { ...mail, now })) leaving.push(mail.row);
  return leaving;
}

/** A mail that is due, before the caps are locked. */
interface PreparedMail {
  readonly row: WaitingRow;
  /** `leaves`: it counts for nothing, or is counted. `waits`: the mails of its move go first. `dropped`: there is nothing to say. */
  readonly state: 'leaves' | 'waits' | 'dropped' | 'counts';
  /** The counters of the mail, if it counts. */
  readonly mails?: UnsolicitedMails;
}

async function prepare(tx: Transaction, booking: Booking, row: WaitingRow): Promise<PreparedMail> {
  const { id } = booking;
  const [change] = await tx<
    { actor: string; userId: string | null; apiKeyId: string | null; isAnnounced: boolean; isOutdated: boolean }[]
  >`
    select c.actor, l.user_id as "userId", l.api_key_id as "apiKeyId", later.revision is not null as "isOutdated",
      c.announced_at is not null and coalesce(later.is_announced, true) as "isAnnounced"
    from booking_changes c left join activity_log l on l.booking_id = c.booking_id
      and l.action in ('booking.rescheduled', 'booking.requested') and l.data ->> 'revision' = c.revision::text
    left join lateral (select revision, announced_at is not null as is_announced from booking_changes
      where booking_id = ${id} and revision > ${row.revision} and (previous_start_at is not null or kind = 'approved')
      order by revision desc limit 1) later on true
    where c.booking_id = ${id} and c.revision = ${row.revision}`;
  // The change's own mails go first: they leave out recipients whose mail waits.
  if (!change?.isAnnounced) return { row, state: 'waits' };
  // This recipient already has the mail of a later move, or of an approval: from an older release, or of a move that does not count.
  if (change.isOutdated) return { row, state: 'dropped' };
  if (row.knownStartMs === booking.startMs && row.knownEndMs === booking.endMs) return { row, state: 'dropped' };
  if (row.isCounted) return { row, state: 'leaves' };
  const { userId, apiKeyId } = change;
  const side = { byHost: change.actor === 'host', isEnd: false, by: userId === null ? null : { userId, apiKeyId } };
  const all = await unsolicitedMailsOf(tx, id, side);
  const mails = all && mailTo(all, row.email);
  return mails ? { row, state: 'counts', mails } : { row, state: 'leaves' };
}

/** Counts a mail that is to leave; else notes when to check again. Under the locks of the caps. */
async function mayLeave(
  tx: Transaction,
  booking: Booking,
  { row, state, mails, now }: PreparedMail & { readonly now: number },
): Promise<boolean> {
  const rowOf = tx`booking_id = ${booking.id} and email = ${row.email}`;
  if (state === 'dropped') await tx`delete from waiting_mails where ${rowOf}`;
  if (state === 'waits') await checkAgainAt(tx, booking, { row, atMs: now + MIN_REST_MS });
  if (!mails) return state === 'leaves';
  const over = await countUnsolicited(tx, mails, now);
  if (over.guest || over.furtherGuests) {
    const waiting = await waitingMailOf(tx, booking, row);
    if (passesCapAt(waiting) > now) {
      const { retryAfterSeconds } = await readRoom(tx, mails, now);
      const atMs = nextCheckAt(waiting, { now, roomMs: now + retryAfterSeconds * 1_000 });
      await checkAgainAt(tx, booking, { row, atMs });
      return false;
    }
    await tx`
      update booking_changes set mailed_past_cap_at = coalesce(mailed_past_cap_at, clock_timestamp())
      where booking_id = ${booking.id} and revision = ${row.revision}`;
  }
  await countMails(tx, mails);
  await tx`update waiting_mails set counted_at = clock_timestamp() where ${rowOf}`;
  return true;
}

/** Returns the counters of one mail; undefined if its reader has proved the address. */
function mailTo(all: UnsolicitedMails, email: string): UnsolicitedMails | undefined {
  if (all.guest === email) return { ...all, furtherGuests: [] };
  const further = all.furtherGuests.filter((one) => one === email);
  return further.length === 0
    ? undefined
    : { ...all, guest: null, furtherGuests: further, guestWaits: all.guest !== null };
}

/** With the other moves of its booking that were mailed past a cap within a day. */
async function waitingMailOf(
  sql: Queryable,
  { id, startMs }: Pick<Booking, 'id' | 'startMs'>,
  { knownStartMs, revision }: DueMail,
): Promise<WaitingMail> {
  const passed = await sql<{ ms: number }[]>`
    select (extract(epoch from mailed_past_cap_at) * 1000)::float8 as ms from booking_changes
    where booking_id = ${id} and mailed_past_cap_at > clock_timestamp() - interval '1 day' and revision <> ${revision}
    order by mailed_past_cap_at desc limit ${MAX_MOVES_PAST_CAP_AND_DAY}`;
  return { knownStartMs, startMs, passedMs: passed.map(({ ms }) => ms) };
}

const checkAgainAt = (
  tx: Transaction,
  { id }: Booking,
  { row, atMs }: { readonly row: WaitingRow; readonly atMs: number },
) => tx`
  update waiting_mails set try_at = ${new Date(atMs)} where booking_id = ${id} and email = ${row.email}`;

/**
 * Notes that a mail has left, or that its address takes none. If the meeting has moved since, the recipient knows the time of the mail that
 * left.
 */
export const noteWaitingMailLeft = (
  sql: Queryable,
  bookingId: string,
  { email, revision }: DueMail,
  mailed: { readonly startMs: number; readonly endMs: number },
) => sql`
  with settled as (
    delete from waiting_mails where booking_id = ${bookingId} and email = ${email} and revision = ${revision})
  update waiting_mails set known_start_at = ${new Date(mailed.startMs)}, known_end_at = ${new Date(mailed.endMs)}
  where booking_id = ${bookingId} and email = ${email} and revision <> ${revision}`;
