import type { BookingState } from '../../domain/booking/booking-states.ts';
import type { PlannedReminder } from '../../domain/reminders/reminder-times.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Queryable, Transaction } from '../database.ts';
import type { Row } from '../rows.ts';

export interface Booking extends BookingState {
  readonly id: string;
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly hostId: string;
  readonly guestEmail: string;
  readonly guestName: string | null;
  readonly guestTimezone: string;
  readonly agentEmail: string | null;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
  readonly joinUrl: string | null;
  readonly cancelReason: string | null;
  readonly revision: number;
  /** The test key that made it is revoked: it is to be canceled. */
  readonly isKeyEnded: boolean;
  /** The host clears the flood of bookings that it belongs to: it is to be canceled. */
  readonly isCleared: boolean;
  /** The reminders that have not left. */
  readonly reminders: readonly PlannedReminder[];
  /** When the next one leaves; null: none is to come. */
  readonly remindAtMs: number | null;
  readonly testMode: boolean;
}

/** Columns that a booking has as they are. */
type SharedColumn = Exclude<keyof Row<'bookings'> & keyof Booking, 'reminders' | 'locationType'>;

interface BookingRow extends Row<'bookings', SharedColumn | 'startAt' | 'endAt' | 'decideBy' | 'remindAt'> {
  readonly locationType: LocationType;
  readonly reminders: readonly PlannedReminder[] | null;
  readonly isKeyEnded: boolean;
  readonly isCleared: boolean;
}

const columns = (sql: Queryable) => sql`
  id, workspace_id as "workspaceId", event_type_id as "eventTypeId", host_id as "hostId", status, start_at as "startAt", end_at as "endAt", guest_email::text as "guestEmail", guest_name as "guestName", guest_timezone as "guestTimezone",
  agent_email::text as "agentEmail", location_type as "locationType", location_detail as "locationDetail", join_url as "joinUrl", cancel_reason as "cancelReason", decide_by as "decideBy", revision, reminders, remind_at as "remindAt", test_mode as "testMode",
  test_mode and exists (select 1 from test_bookings t where t.booking_id = bookings.id and t.ended_at is not null) as "isKeyEnded",
  exists (select 1 from booking_origins o where o.booking_id = bookings.id and o.cleared_flood_id is not null) as "isCleared"`;

const toBooking = ({ startAt, endAt, decideBy, remindAt, reminders, ...row }: BookingRow): Booking => ({
  ...row,
  startMs: startAt.getTime(),
  endMs: endAt.getTime(),
  decideByMs: decideBy?.getTime() ?? null,
  reminders: reminders ?? [],
  remindAtMs: remindAt?.getTime() ?? null,
});

export async function readBooking(sql: Queryable, id: string): Promise<Booking | undefined> {
  const [row] = await sql<BookingRow[]>`select ${columns(sql)} from bookings where id = ${id}`;
  return row && toBooking(row);
}

export async function lockBooking(tx: Transaction, id: string): Promise<Booking | undefined> {
  const [row] = await tx<BookingRow[]>`select ${columns(tx)} from bookings where id = ${id} for no key update`;
  return row && toBooking(row);
}

/**
 * The booking of a mail's token. Tokens work until a day after the meeting's end. By a host's token nobody decides who is no member of the
 * workspace, or is leaving it.
 */
export async function findBookingByToken(
  sql: Queryable,
  hash: Buffer,
  purpose: 'manage' | 'decide',
): Promise<Booking | undefined> {
  const [row] = await sql<BookingRow[]>`
    select ${columns(sql)} from bookings
    where id = (select booking_id from booking_tokens where token_hash = ${hash} and purpose = ${purpose})
      and end_at > clock_timestamp() - interval '24 hours' ${purpose === 'decide' ? sql`and ${isHostMember(sql)}` : sql``}`;
  return row && toBooking(row);
}

const isHostMember = (sql: Queryable) => sql`
  exists (select 1 from memberships m
    where m.workspace_id = bookings.workspace_id and m.user_id = bookings.host_id and m.leaving_at is null)`;

export async function readGuests(sql: Queryable, bookingId: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select email::text from booking_guests where booking_id = ${bookingId} order by position`;
  return rows.map(({ email }) => email);
}

export interface AnswerEntry {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  readonly display: string;
}

export const readAnswers = (sql: Queryable, bookingId: string): Promise<AnswerEntry[]> => sql<AnswerEntry[]>`
  select key, label, value, display from booking_answers where booking_id = ${bookingId} order by position`;
