import { v7 as uuidv7 } from 'uuid';
import type { ActedBy } from '../domain/acted-by.ts';
import type { BookingPage } from '../domain/booking-page.ts';
import type { BookingState } from '../domain/booking-states.ts';
import { joinUrlOf } from '../domain/meeting-place.ts';
import type { BookingStatus, LocationType } from '../schemas/public-calendar.ts';
import type { BookingRequest } from './challenges.ts';
import { json, type Queryable, type Transaction } from './database.ts';
import { isLiveIn } from './live-bookings.ts';
import { countMailsOf } from './uninvited-mails.ts';

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
}

const columns = (sql: Queryable) => sql`
  id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email::text, guest_name, guest_timezone,
  agent_email::text, location_type, location_detail, join_url, cancel_reason, decide_by, revision`;

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
});

export async function readBooking(sql: Queryable, id: string): Promise<Booking | undefined> {
  const [row] = await sql<BookingRow[]>`select ${columns(sql)} from bookings where id = ${id}`;
  return row && toBooking(row);
}

export async function lockBooking(tx: Transaction, id: string): Promise<Booking | undefined> {
  const [row] = await tx<BookingRow[]>`select ${columns(tx)} from bookings where id = ${id} for no key update`;
  return row && toBooking(row);
}

/** The booking behind a mail's token. Tokens live until a day after the meeting's end. */
export async function findBookingByToken(
  sql: Queryable,
  hash: Buffer,
  purpose: 'manage' | 'decide',
): Promise<Booking | undefined> {
  const [row] = await sql<BookingRow[]>`
    select ${columns(sql)} from bookings
    where id = (select booking_id from booking_tokens where token_hash = ${hash} and purpose = ${purpose})
      and end_at > clock_timestamp() - interval '24 hours'`;
  return row && toBooking(row);
}

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
  | 'host_changed';

export type ChangeActor = 'guest' | 'host' | 'system' | 'not_me';

/** One step of a booking's story; the flow announces it by mail. */
export interface Change {
  readonly revision: number;
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  readonly startMs: number;
  readonly endMs: number;
  readonly previousStartMs: number | null;
  readonly reason: string | null;
  /** host_changed: who hosted before. */
  readonly previousHostId?: string | null;
  /** host_changed: who took over. */
  readonly newHostId?: string | null;
}

/** What nobody is mailed about. */
const SILENT: ReadonlySet<ChangeKind> = new Set(['completed', 'no_show']);

/** What a change leaves a booking as. */
const statusAfter: Readonly<Record<ChangeKind, BookingStatus | null>> = {
  requested: 'pending_confirmation',
  confirmed: 'confirmed',
  approved: 'confirmed',
  // One that waits for its host goes on waiting.
  rescheduled: null,
  canceled: 'canceled',
  declined: 'canceled',
  expired: 'canceled',
  completed: 'completed',
  no_show: 'no_show',
  host_changed: null,
};

export interface RecordedChange extends Change {
  readonly source: string;
  /** Whoever acted for the host with a key or a session; absent: the guest, the service, or the link of a mail. */
  readonly by?: ActedBy | undefined;
}

/** Before and after, as the activity log tells them. */
function factsOf(before: BookingStatus | undefined, change: Change) {
  const startAt = new Date(change.startMs).toISOString();
  if (change.kind === 'rescheduled') {
    const previous = change.previousStartMs === null ? null : new Date(change.previousStartMs).toISOString();
    return { revision: change.revision, startAt, before: { startAt: previous }, after: { startAt } };
  }
  const after = { status: statusAfter[change.kind] };
  return { revision: change.revision, startAt, ...(before ? { before: { status: before } } : {}), after };
}

/**
 * Writes a change with its activity entry, under the name of whoever acted: the seat's, the key's, the person's. A completed
 * meeting needs no mail and counts as announced. The booking and its guests are written, or sent, before.
 */
export async function recordChange(
  tx: Transaction,
  booking: {
    readonly id: string;
    readonly workspaceId: string;
    readonly status?: BookingStatus;
    /** Known to have no mail that counts: its guest proved the address, or a test key made it. Else the row is asked. */
    readonly uncounted?: boolean;
  },
  change: RecordedChange,
): Promise<void> {
  const { userId = null, apiKeyId = null, agentSeatId = null } = change.by ?? {};
  const { previousHostId = null, newHostId = null } = change;
  await Promise.all([
    ...(SILENT.has(change.kind) || booking.uncounted ? [] : [countMailsOf(tx, booking.id, change.actor === 'host')]),
    tx`
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, reason,
        previous_host_id, new_host_id, created_at, announced_at)
      values (${booking.id}, ${change.revision}, ${change.kind}, ${change.actor}, ${new Date(change.startMs)}, ${new Date(change.endMs)},
        ${change.previousStartMs === null ? null : new Date(change.previousStartMs)}, ${change.reason},
        ${previousHostId}, ${newHostId}, clock_timestamp(),
        ${SILENT.has(change.kind) ? tx`clock_timestamp()` : null})`,
    tx`
      insert into activity_log (id, workspace_id, booking_id, actor, source, action, data, subject_type, subject_id,
        user_id, api_key_id, agent_seat_id)
      values (${uuidv7()}, ${booking.workspaceId}, ${booking.id}, coalesce(
          (select display_name from agent_seats where id = ${agentSeatId}), (select name from api_keys where id = ${apiKeyId}),
          (select username from memberships where user_id = ${userId} and workspace_id = ${booking.workspaceId}), ${change.actor}),
        ${change.source}, ${`booking.${change.kind}`}, ${json(tx, factsOf(booking.status, change))}, 'booking', ${booking.id},
        ${userId}, ${apiKeyId}, ${agentSeatId})`,
  ]);
}

/** A change as the announcing activity reads it. */
export async function readChange(
  sql: Queryable,
  bookingId: string,
  revision: number,
): Promise<(Change & { readonly announced: boolean }) | undefined> {
  const [row] = await sql<
    {
      kind: ChangeKind;
      actor: ChangeActor;
      start_at: Date;
      end_at: Date;
      previous_start_at: Date | null;
      reason: string | null;
      previous_host_id: string | null;
      new_host_id: string | null;
      announced_at: Date | null;
    }[]
  >`
    select kind, actor, start_at, end_at, previous_start_at, reason, previous_host_id, new_host_id, announced_at from booking_changes
    where booking_id = ${bookingId} and revision = ${revision}`;
  return (
    row && {
      revision,
      kind: row.kind,
      actor: row.actor,
      startMs: row.start_at.getTime(),
      endMs: row.end_at.getTime(),
      previousStartMs: row.previous_start_at?.getTime() ?? null,
      reason: row.reason,
      previousHostId: row.previous_host_id,
      newHostId: row.new_host_id,
      announced: row.announced_at !== null,
    }
  );
}

/** Whether the host's approval was still missing when this change happened. */
export async function wasPendingAt(sql: Queryable, bookingId: string, revision: number): Promise<boolean> {
  const [row] = await sql<{ pending: boolean }[]>`
    select bool_or(kind = 'requested') and not bool_or(kind = 'approved') as pending from booking_changes
    where booking_id = ${bookingId} and revision < ${revision}`;
  return row?.pending ?? false;
}

export async function readDueRevisions(sql: Queryable, bookingId: string): Promise<number[]> {
  const rows = await sql<{ revision: number }[]>`
    select revision from booking_changes where booking_id = ${bookingId} and announced_at is null order by revision`;
  return rows.map(({ revision }) => revision);
}

export const markAnnounced = (sql: Queryable, bookingId: string, revision: number) => sql`
  update booking_changes set announced_at = clock_timestamp()
  where booking_id = ${bookingId} and revision = ${revision} and announced_at is null`;

/** An agent may have one upcoming booking for a guest and event. */
export async function hasAgentBooking(sql: Queryable, eventTypeId: string, guestEmail: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from bookings
    where event_type_id = ${eventTypeId} and guest_email = ${guestEmail} and agent_email is not null
      and start_at > clock_timestamp() and ${isLiveIn(sql)} limit 1`;
  return row !== undefined;
}

export interface NewBooking {
  readonly id: string;
  readonly request: BookingRequest;
  readonly endMs: number;
  /** null: no approval needed. */
  readonly decideByMs: number | null;
  /** Set where a workspace books for its guest. */
  readonly by?: ActedBy | undefined;
  readonly testMode?: boolean | undefined;
  /** The guest proved the address by a code to it. */
  readonly guestProved: boolean;
  readonly tokens: readonly { readonly hash: Buffer; readonly purpose: 'manage' | 'decide' }[];
}

/** The booking with its guests, answers, tokens and first change. The claim is written beside it, in the same transaction. */
export async function insertBooking(tx: Transaction, page: BookingPage, booking: NewBooking): Promise<void> {
  const { id, request } = booking;
  const pending = booking.decideByMs !== null;
  // Sent at once and first: the rows below refer to it, and all travel in one flight.
  const inserted = tx`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name,
      guest_timezone, agent_email, location_type, location_detail, join_url, source, decide_by, revision, test_mode, guest_proved)
    values (${id}, ${page.workspace.id}, ${page.rules.eventTypeId}, ${page.host.id}, ${pending ? 'pending_confirmation' : 'confirmed'},
      ${new Date(request.startMs)}, ${new Date(booking.endMs)}, ${request.invitee.email}, ${request.invitee.name},
      ${request.invitee.timezone}, ${request.agentEmail}, ${page.eventType.locationType}, ${page.eventType.locationDetail},
      ${joinUrlOf(page.eventType)}, ${request.source},
      ${booking.decideByMs === null ? null : new Date(booking.decideByMs)}, 1, ${booking.testMode ?? false}, ${booking.guestProved})`.execute();
  const invited = request.guests.map((email, position) =>
    tx`insert into booking_guests (booking_id, position, email) values (${id}, ${position}, ${email})`.execute(),
  );
  await Promise.all([
    inserted,
    ...invited,
    tx`insert into booking_tokens ${tx(booking.tokens.map(({ hash, purpose }) => ({ token_hash: hash, booking_id: id, purpose })))}`,
    ...request.answers.map(
      ({ key, label, value, display }, position) => tx`
        insert into booking_answers (booking_id, position, key, label, value, display)
        values (${id}, ${position}, ${key}, ${label}, ${json(tx, value)}, ${display})`,
    ),
    recordChange(
      tx,
      { id, workspaceId: page.workspace.id, uncounted: booking.guestProved || booking.testMode === true },
      {
        revision: 1,
        kind: pending ? 'requested' : 'confirmed',
        actor: booking.by ? 'host' : 'guest',
        by: booking.by,
        startMs: request.startMs,
        endMs: booking.endMs,
        previousStartMs: null,
        reason: null,
        source: request.source,
      },
    ),
  ]);
}
