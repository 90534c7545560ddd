import type { Sql } from 'postgres';
import { isLive } from '../../domain/booking/booking-states.ts';
import { leavesAtLatest, looksNextAt, MOVES_PAST_CAP_AND_DAY } from '../../domain/mail/waiting-mails.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import {
  countMails,
  type MailedSide,
  overMailCaps,
  readRoom,
  type UnsolicitedMails,
  unsolicitedMailsOf,
} from '../mail/unsolicited-mail.ts';
import { type Booking, lockBooking } from './bookings.ts';

/** Who gets the mail of a move at once, and whose waits. */
export interface MailsOfMove {
  /** What is counted at once; null: none counts. */
  readonly unsolicited: UnsolicitedMails | null;
  /** Of a guest's move: the further guests' mails wait for the guest's click (decision 0110). */
  readonly guestsWait: boolean;
  /** Addresses whose mails wait for room. */
  readonly waiting: readonly string[];
}

/**
 * What becomes of the mails of a move. Over a cap they wait; so do those of whoever has not been told of an earlier move: one mail then
 * tells of both. Locks the caps, so after all other locks.
 */
export async function mailsOfMove(
  tx: Transaction,
  { id, guestEmail }: Pick<Booking, 'id' | 'guestEmail'>,
  { byHost, by, now }: Pick<MailedSide, 'byHost' | 'by'> & { readonly now: number },
): Promise<MailsOfMove> {
  const unsolicited = await unsolicitedMailsOf(tx, id, { byHost, isEnd: false, by });
  if (!unsolicited) return { unsolicited: null, guestsWait: false, waiting: [] };
  const [over, earlier] = await Promise.all([overMailCaps(tx, unsolicited, now), readUntold(tx, id)]);
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

async function readUntold(tx: Transaction, bookingId: string): Promise<ReadonlySet<string>> {
  const rows = await tx<{ email: string }[]>`
    select w.email::text from waiting_mails w where w.booking_id = ${bookingId}`;
  return new Set(rows.map(({ email }) => email));
}

/** Lets mails of a move wait. The flow looks for room at once: of several recipients only some may be over a cap. */
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

/** When the flow looks for room; null: no mail waits. */
export async function readMailsWait(sql: Queryable, bookingId: string): Promise<{ readonly tryAtMs: number } | null> {
  const [row] = await sql<{ tryAtMs: number | null }[]>`
    select (extract(epoch from min(try_at)) * 1000)::float8 as "tryAtMs" from waiting_mails
    where booking_id = ${bookingId} and try_at < 'infinity'`;
  const tryAtMs = row?.tryAtMs ?? null;
  return tryAtMs === null ? null : { tryAtMs };
}

/** Whether somebody has not been told of a move yet. */
export const doMailsWait = async (sql: Queryable, bookingId: string): Promise<boolean> =>
  (await readMailsWait(sql, bookingId)) !== null;

/** A mail that is to leave now, to one recipient. */
export interface DueMail {
  readonly email: string;
  /** The move that it tells of. */
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
  from waiting_mails where booking_id = ${bookingId} order by email`;

/**
 * The mails of a booking that leave now: there is room, or the meeting is near. Each is counted first, so a crash counts none twice and loses
 * none. The others wait on.
 */
export const takeDueMails = (sql: Sql, bookingId: string): Promise<readonly DueMail[]> =>
  inTransaction(sql, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking) return [];
    const now = await clockMs(tx);
    const rows = await readRows(tx, bookingId);
    if (!isLive(booking.status) || booking.startMs <= now) {
      // An end mails its own; once the meeting has begun, nobody needs its time.
      if (isLive(booking.status)) await tx`delete from waiting_mails where booking_id = ${bookingId}`;
      return [];
    }
    const leaving: DueMail[] = [];
    // One after the other: each counts those before.
    for (const row of rows) if (row.isDue && (await mayLeave(tx, booking, { row, now }))) leaving.push(row);
    return leaving;
  });

interface Moment {
  readonly row: WaitingRow;
  readonly now: number;
}

/** Counts a mail that is to leave; else notes when to look again. */
async function mayLeave(tx: Transaction, booking: Booking, { row, now }: Moment): Promise<boolean> {
  const { id } = booking;
  const [change] = await tx<{ actor: string; userId: string | null; apiKeyId: string | null; isAnnounced: boolean }[]>`
    select c.actor, l.user_id as "userId", l.api_key_id as "apiKeyId", c.announced_at is not null as "isAnnounced"
    from booking_changes c left join activity_log l on l.booking_id = c.booking_id
      and l.action in ('booking.rescheduled', 'booking.requested') and l.data ->> 'revision' = c.revision::text
    where c.booking_id = ${id} and c.revision = ${row.revision}`;
  // The change's own mails go first: they leave out whoever waits.
  if (!change?.isAnnounced) return false;
  if (row.knownStartMs === booking.startMs && row.knownEndMs === booking.endMs) {
    await tx`delete from waiting_mails where booking_id = ${id} and email = ${row.email}`;
    return false;
  }
  if (row.isCounted) return true;
  const { userId, apiKeyId } = change;
  const side = { byHost: change.actor === 'host', isEnd: false, by: userId === null ? null : { userId, apiKeyId } };
  const all = await unsolicitedMailsOf(tx, id, side);
  const mails = all && mailTo(all, row.email);
  if (!mails) return true;
  const over = await overMailCaps(tx, mails, now);
  if ((over.guest || over.furtherGuests) && !(await mayPassCaps(tx, booking, { row, now }))) {
    await lookAgain(tx, booking, { row, now, mails });
    return false;
  }
  await countMails(tx, mails);
  await tx`
    update waiting_mails set counted_at = clock_timestamp() where booking_id = ${id} and email = ${row.email}`;
  return true;
}

/** What one mail counts; undefined: nothing, its reader has proved the address. */
function mailTo(all: UnsolicitedMails, email: string): UnsolicitedMails | undefined {
  if (all.guest === email) return { ...all, furtherGuests: [] };
  const further = all.furtherGuests.filter((one) => one === email);
  return further.length === 0
    ? undefined
    : { ...all, guest: null, furtherGuests: further, guestWaits: all.guest !== null };
}

/** The meeting is near, and not too many moves of it have passed the caps today. */
async function mayPassCaps(tx: Transaction, { id, startMs }: Booking, { row, now }: Moment): Promise<boolean> {
  if (now < leavesAtLatest({ knownStartMs: row.knownStartMs, startMs })) return false;
  const [passed] = await tx<{ others: number }[]>`
    select count(*)::int as others from booking_changes
    where booking_id = ${id} and mailed_past_cap_at > clock_timestamp() - interval '1 day' and revision <> ${row.revision}`;
  if ((passed?.others ?? 0) >= MOVES_PAST_CAP_AND_DAY) return false;
  await tx`
    update booking_changes set mailed_past_cap_at = coalesce(mailed_past_cap_at, clock_timestamp())
    where booking_id = ${id} and revision = ${row.revision}`;
  return true;
}

async function lookAgain(
  tx: Transaction,
  { id, startMs }: Booking,
  { row, now, mails }: Moment & { readonly mails: UnsolicitedMails },
): Promise<void> {
  const { retryAfterSeconds } = await readRoom(tx, mails, now);
  const latestMs = leavesAtLatest({ knownStartMs: row.knownStartMs, startMs });
  const nextMs = looksNextAt({ now, roomMs: now + retryAfterSeconds * 1_000, latestMs, startMs });
  await tx`
    update waiting_mails set try_at = ${new Date(nextMs)} where booking_id = ${id} and email = ${row.email}`;
}

/**
 * Notes that a mail has left, or that its address takes none. If the meeting moved meanwhile, the recipient knows the time of the mail that left.
 */
export const noteWaitingMailLeft = (
  sql: Queryable,
  bookingId: string,
  { email, revision }: DueMail,
  told: { readonly startMs: number; readonly endMs: number },
) => sql`
  with gone as (
    delete from waiting_mails where booking_id = ${bookingId} and email = ${email} and revision = ${revision})
  update waiting_mails set known_start_at = ${new Date(told.startMs)}, known_end_at = ${new Date(told.endMs)}
  where booking_id = ${bookingId} and email = ${email} and revision <> ${revision}`;
