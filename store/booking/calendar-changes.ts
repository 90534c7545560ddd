import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import type { CalendarAttempt } from '../../domain/calendars/event-work.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { isLetIn } from '../calendars/shut-out.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { type AttemptRequests, openAttempt } from './attempts.ts';
import { clearTouched, type EventMail, type EventRow } from './calendar-event-rows.ts';

/** The flow carries a stored attempt out at once. If it does not, it looks again after this time. */
const CARRIED_OUT_WITHIN_MS = 2_000;

/** A host's change of an event; null: the host deleted it. */
export type HostChange = Interval | null;

const asRead = (sql: Queryable, { bookingId, userId, dueCount }: EventRow) => sql`
  booking_id = ${bookingId} and user_id = ${userId} and due_count = ${dueCount}`;

/** Notes what the host made of the event, so that the same change is not seen twice. False: the booking has changed since it was read. */
async function note(tx: Transaction, row: EventRow, change: HostChange): Promise<boolean> {
  const rows = await tx`
    update calendar_events set ${
      change
        ? tx`period = tstzrange(${new Date(change.startMs)}, ${new Date(change.endMs)})`
        : tx`state = 'detached', event_id = null, begun_at = null, period = null, html_link = null, join_url = null`
    }
    where ${asRead(tx, row)} returning 1`;
  return rows.length > 0;
}

/** The booking follows: an attempt of the host, for the flow. Stored together with what was seen, so a crash loses neither. */
export const followChange = (sql: Sql, row: EventRow, change: HostChange): Promise<CalendarAttempt | null> =>
  inTransaction(sql, async (tx) => {
    // A former host decides nothing: the next check reads the row again.
    if (!(await isStillHost(tx, row)) || !(await note(tx, row, change))) return null;
    const attempt = change
      ? await openAttempt(tx, row.bookingId, 'reschedule', {
          ...change,
          atRevision: row.booking.revision,
          ...byHost(row),
        })
      : await openAttempt(tx, row.bookingId, 'cancel', { reason: null, actor: 'host', ...byHost(row) });
    if ('refused' in attempt) {
      await refuseChange(tx, row);
      return null;
    }
    await clearTouched(tx, row, CARRIED_OUT_WITHIN_MS);
    await tx`update calendar_events set attempt_id = ${attempt.id} where ${asRead(tx, row)}`;
    return { id: attempt.id, kind: change ? 'reschedule' : 'cancel' };
  });

const isStillHost = async (tx: Transaction, { bookingId, userId }: EventRow): Promise<boolean> =>
  (
    await tx`
      select 1 from bookings b join users h on h.id = ${userId}
      where b.id = ${bookingId} and ${isHostedBy(tx, userId)} and ${isLetIn(tx, 'h.id')}`
  ).length > 0;

const byHost = ({ userId }: EventRow) => ({
  source: 'calendar',
  by: { userId, apiKeyId: null, agentSeatId: null },
});

/** The booking cannot follow: the event goes back to where the booking is, and the host gets a mail. */
async function refuseChange(tx: Transaction, row: EventRow): Promise<void> {
  await tx`
    update calendar_events set state = case when state = 'detached' then state else 'due' end, due_count = due_count + 1, tries = 0,
      mail = 'not_followed', mail_count = mail_count + 1, touched_at = null, work_at = clock_timestamp()
    where ${asRead(tx, row)}`;
}

/** The same for a change that no meeting can follow, such as one into the past. */
export const rejectChange = (sql: Sql, row: EventRow, change: HostChange): Promise<void> =>
  inTransaction(sql, async (tx) => {
    if (await note(tx, row, change)) await refuseChange(tx, row);
  });

/** The booking stays as it is. @param mail to the host; null: none */
export const leaveChange = (sql: Sql, row: EventRow, change: HostChange, mail: EventMail | null): Promise<void> =>
  inTransaction(sql, async (tx) => {
    if (!(await note(tx, row, change))) return;
    if (mail) await tx`update calendar_events set mail = ${mail}, mail_count = mail_count + 1 where ${asRead(tx, row)}`;
    await clearTouched(tx, row, null);
  });

/** An attempt that a host made in their calendar. */
export interface StoredChange {
  readonly kind: 'reschedule' | 'cancel';
  readonly outcome: AttemptOutcome | null;
  /** null: of a cancel. */
  readonly period: Interval | null;
}

export async function readHostChange(sql: Queryable, attemptId: string): Promise<StoredChange | undefined> {
  const [row] = await sql<
    { kind: 'reschedule' | 'cancel'; request: Partial<AttemptRequests['reschedule']>; outcome: AttemptOutcome | null }[]
  >`select kind, request, outcome from attempts where id = ${attemptId}`;
  if (!row) return undefined;
  const { startMs, endMs } = row.request;
  return {
    ...row,
    period: startMs === undefined || endMs === undefined ? null : { startMs, endMs },
  };
}

/** Gives the flow time to carry it out. */
export const waitForAttempt = (sql: Queryable, { bookingId, userId, attemptId }: EventRow) => sql`
  update calendar_events set work_at = clock_timestamp() + ${CARRIED_OUT_WITHIN_MS} * interval '1 millisecond'
  where booking_id = ${bookingId} and user_id = ${userId} and attempt_id = ${attemptId}`;

/** Its flow has carried the attempt out. @param isRefused the event goes back, and the host gets a mail */
export const endAttempt = (sql: Sql, row: EventRow, isRefused: boolean): Promise<void> =>
  inTransaction(sql, async (tx) => {
    if (isRefused) return refuseChange(tx, row);
    await tx`update calendar_events set attempt_id = null where ${asRead(tx, row)} and attempt_id = ${row.attemptId}`;
    await tx`
      update calendar_events set work_at = case when state = 'due' or touched_at is not null or mail is not null then clock_timestamp() end
      where ${asRead(tx, row)}`;
  });

export interface CalendarPlace {
  readonly calendarId: string;
  readonly providerCalendarId: string;
}

/** The other calendars of the same account. */
export const readSiblings = (sql: Queryable, { connectionId, calendarId }: EventRow) => sql<CalendarPlace[]>`
  select id as "calendarId", provider_calendar_id as "providerCalendarId" from calendars
  where connection_id = ${connectionId} and id <> ${calendarId} and gone_at is null order by is_primary desc, name, id limit 50`;

/** Bookings of a connection whose event was touched and whose flow should look. */
export const readTouchedBookings = (sql: Queryable, connectionId: string) => sql<{ id: string; workspaceId: string }[]>`
  select distinct b.id, b.workspace_id as "workspaceId"
  from calendar_events e join calendars k on k.id = e.calendar_id join bookings b on b.id = e.booking_id
  where k.connection_id = ${connectionId} and e.touched_at is not null and e.work_at <= clock_timestamp() and b.end_at > now()
  limit 100`;
