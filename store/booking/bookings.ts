import type { BookingState } from '../../domain/booking/booking-states.ts';
import type { PlannedReminder } from '../../domain/reminders/reminder-times.ts';
import type { BookingStatus, LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Queryable, Transaction } from '../database.ts';

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

interface BookingRow {
  id: string;
  workspace_id: string;
  event_type_id: string;
  host_id: string;
  status: BookingStatus;
  start_at: Date;
  end_at: Date;
  guest_email: string;
  guest_name: string | null;
  guest_timezone: string;
  agent_email: string | null;
  location_type: LocationType;
  location_detail: string | null;
  join_url: string | null;
  cancel_reason: string | null;
  decide_by: Date | null;
  revision: number;
  key_ended: boolean;
  cleared: boolean;
  reminders: PlannedReminder[] | null;
  remind_at: Date | null;
  test_mode: boolean;
}

const columns = (sql: Queryable) => sql`
  id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email::text, guest_name, guest_timezone,
  agent_email::text, location_type, location_detail, join_url, cancel_reason, decide_by, revision, reminders, remind_at, test_mode,
  test_mode and exists (select 1 from test_bookings t where t.booking_id = bookings.id and t.ended_at is not null) as key_ended,
  exists (select 1 from booking_origins o where o.booking_id = bookings.id and o.cleared_flood_id is not null) as cleared`;

const toBooking = (row: BookingRow): Booking => ({
  id: row.id,
  workspaceId: row.workspace_id,
  eventTypeId: row.event_type_id,
  hostId: row.host_id,
  status: row.status,
  startMs: row.start_at.getTime(),
  endMs: row.end_at.getTime(),
  guestEmail: row.guest_email,
  guestName: row.guest_name,
  guestTimezone: row.guest_timezone,
  agentEmail: row.agent_email,
  locationType: row.location_type,
  locationDetail: row.location_detail,
  joinUrl: row.join_url,
  cancelReason: row.cancel_reason,
  decideByMs: row.decide_by?.getTime() ?? null,
  revision: row.revision,
  isKeyEnded: row.key_ended,
  isCleared: row.cleared,
  reminders: row.reminders ?? [],
  remindAtMs: row.remind_at?.getTime() ?? null,
  testMode: row.test_mode,
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
