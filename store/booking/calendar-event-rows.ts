import type { Sql } from 'postgres';
import type { CalendarProviderName, WrittenEvent } from '../../domain/calendars/remote-event.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../texts/languages.ts';
import { mailLanguage } from '../accounts/mail-reader.ts';
import { eventTables, hasWork, wantsLinkIn, workAt } from '../calendars/events.ts';
import { forgetMirrored } from '../calendars/mirror.ts';
import { isLetIn, isShutOut } from '../calendars/shut-out.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { personZone } from '../person-zone.ts';
import { saveLink } from './join-link.ts';

export type EventMail = 'failed' | 'moved' | 'deleted' | 'not_followed';

/** An event of a booking with something to do, and where it is. */
export interface EventRow {
  readonly bookingId: string;
  readonly userId: string;
  readonly state: 'due' | 'written' | 'failed' | 'deleted' | 'detached';
  /** Counts what made it due: compared when an outcome is written. */
  readonly dueCount: number;
  readonly tries: number;
  /** Since the first of them; null: none. */
  readonly failingForMs: number | null;
  readonly eventId: string | null;
  /** A create has begun; without an id, its answer was lost. */
  readonly isBegun: boolean;
  /** The values that were written or noted last; null: none yet. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly joinUrl: string | null;
  readonly failure: string | null;
  readonly isFailureMailed: boolean;
  /** As text: microseconds count. null: not touched. */
  readonly touchedAt: string | null;
  readonly attemptId: string | null;
  readonly mail: EventMail | null;
  readonly mailCount: number;
  /** null: the calendar is known no more. */
  readonly calendarId: string | null;
  readonly providerCalendarId: string;
  readonly connectionId: string;
  readonly provider: CalendarProviderName;
  readonly accountId: string;
  readonly connectionStatus: 'active' | 'reconnect_required' | 'revoked';
  /** true if the person still hosts the booking and has access to its workspace; and true if they organize it */
  readonly isHost: boolean;
  /** Somebody took the workspace over from them: no mail about the event goes to them. */
  readonly isShutOut: boolean;
  readonly isOrganizer: boolean;
  /** The person of the calendar. The meeting has no data of a former host. */
  readonly person: {
    readonly name: string;
    readonly email: string;
    readonly timezone: string;
    readonly language: Language;
  };
  readonly wantsLink: boolean;
  readonly booking: {
    readonly status: BookingStatus;
    readonly revision: number;
    readonly startMs: number;
    readonly endMs: number;
  };
}

type Flat = Omit<EventRow, 'booking'> & {
  readonly status: BookingStatus;
  readonly revision: number;
  readonly fromMs: number;
  readonly untilMs: number;
};

/** The events of a booking that are due now. */
export async function readDueEvents(sql: Queryable, bookingId: string): Promise<EventRow[]> {
  const rows = await sql<Flat[]>`
    select e.booking_id as "bookingId", e.user_id as "userId", e.state, e.due_count as "dueCount", e.tries, e.event_id as "eventId",
      (extract(epoch from clock_timestamp() - e.failing_since) * 1000)::float8 as "failingForMs",
      e.begun_at is not null as "isBegun", (extract(epoch from lower(e.period)) * 1000)::float8 as "startMs",
      (extract(epoch from upper(e.period)) * 1000)::float8 as "endMs", e.join_url as "joinUrl", e.failure,
      e.failure_mailed_at is not null as "isFailureMailed", e.touched_at::text as "touchedAt", e.attempt_id as "attemptId",
      e.mail, e.mail_count as "mailCount", e.calendar_id as "calendarId", coalesce(k.provider_calendar_id, '') as "providerCalendarId",
      c.id as "connectionId", c.provider, coalesce(c.account_id, '') as "accountId", coalesce(c.status, 'revoked') as "connectionStatus",
      ${isLetIn(sql, 'e.user_id')} and (e.user_id = b.host_id or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.user_id = e.user_id)) as "isHost",
      ${isShutOut(sql, 'e.user_id')} as "isShutOut",
      json_build_object('name', (select name from users where id = e.user_id), 'email', (select email from users where id = e.user_id),
        'timezone', ${personZone(sql, 'e.user_id')},
        'language', coalesce((select ${mailLanguage(sql)} from users u where id = e.user_id), ${DEFAULT_LANGUAGE}::text)) as person,
      e.user_id = b.host_id as "isOrganizer", coalesce(${wantsLinkIn(sql)}, false) as "wantsLink",
      b.status, b.revision, (extract(epoch from b.start_at) * 1000)::float8 as "fromMs",
      (extract(epoch from b.end_at) * 1000)::float8 as "untilMs"
    from ${eventTables(sql)}
    where e.booking_id = ${bookingId} and ${hasWork(sql)} and ${workAt(sql)} <= clock_timestamp()
    order by e.user_id`;
  return rows.map(({ status, revision, fromMs, untilMs, ...row }) => ({
    ...row,
    booking: { status, revision, startMs: fromMs, endMs: untilMs },
  }));
}

const theRow = (sql: Queryable, { bookingId, userId }: Pick<EventRow, 'bookingId' | 'userId'>) => sql`
  booking_id = ${bookingId} and user_id = ${userId}`;

/** Nothing that this row was read with has been overtaken by a change of its booking. */
const asRead = (sql: Queryable, row: EventRow) => sql`${theRow(sql, row)} and due_count = ${row.dueCount}`;

/** Stores the remaining work of a row after a step: none if `laterMs` is null. */
const leaves = (sql: Queryable, laterMs: number | null) => sql`
  work_at = case when state = 'due' or touched_at is not null or mail is not null then least(coalesce(work_at, clock_timestamp()), clock_timestamp())
    when ${laterMs}::float8 is null then null else clock_timestamp() + ${laterMs}::float8 * interval '1 millisecond' end,
  updated_at = clock_timestamp()`;

/** Before a create: if its answer is lost, the next try knows that there may be an event. False: the booking has changed since. */
export async function beginCreate(sql: Queryable, row: EventRow): Promise<boolean> {
  const rows = await sql`
    update calendar_events set begun_at = coalesce(begun_at, clock_timestamp()) where ${asRead(sql, row)} returning 1`;
  return rows.length > 0;
}

/**
 * A try that was given up can write after a newer one, as at a provider that answers after minutes: a moved event would be where it was, and
 * a deleted one would exist again. So it is written again.
 */
const dueAgain = (sql: Queryable, { dueCount }: EventRow) => {
  const isLate = sql`(due_count <> ${dueCount} and state in ('written', 'deleted'))`;
  return sql`
    state = case when ${isLate} then 'due' else state end, due_count = due_count + ${isLate}::int,
    begun_at = coalesce(begun_at, clock_timestamp())`;
};

/**
 * The event is in the calendar as the booking was when the row was read. If the booking has changed since, the row stays due, and only
 * where the event is gets stored.
 * @param lookAgainMs when its link is looked for; null: it has one, or needs none
 */
export const saveWritten = (
  sql: Sql,
  row: EventRow,
  written: WrittenEvent,
  { lookAgainMs, declined }: { readonly lookAgainMs: number | null; readonly declined: readonly string[] },
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from users where id = ${row.userId} for no key update`;
    if (row.wantsLink && written.joinUrl !== null) await saveLink(tx, row, written.joinUrl);
    await tx`
      update calendar_events set ${dueAgain(tx, row)}, event_id = ${written.id}, html_link = ${written.htmlLink}, join_url = ${written.joinUrl}, wants_link = ${row.wantsLink},
        period = tstzrange(${new Date(written.startMs)}, ${new Date(written.endMs)}), declined = ${[...declined]}::text[]
      where ${theRow(tx, row)}`;
    // Notifications of the calendar before this write are about the earlier version of the event.
    await tx`
      update calendar_events set state = 'written', tries = 0, failing_since = null, failure = null, failure_mailed_at = null,
        touched_at = case when touched_at::text = ${row.touchedAt} then null else touched_at end
      where ${asRead(tx, row)} and state = 'due'`;
    await tx`update calendar_events set ${leaves(tx, lookAgainMs)} where ${theRow(tx, row)}`;
    await forgetMirrored(tx, row.userId, written.id);
  });

/** The event is not in the calendar any more, as it should be. */
export const saveDeleted = (sql: Queryable, row: EventRow) => sql`
  update calendar_events set state = 'deleted', event_id = null, begun_at = null, period = null, html_link = null, join_url = null,
    touched_at = null, tries = 0, failing_since = null, failure = null, declined = '{}', work_at = case when mail is null then null else work_at end,
    updated_at = clock_timestamp()
  where ${asRead(sql, row)}`;

/** It is tried again after a time. */
export const saveLater = (sql: Queryable, row: EventRow, afterMs: number) => sql`
  update calendar_events set tries = tries + 1, failing_since = case when state = 'due' then coalesce(failing_since, clock_timestamp()) end,
    work_at = clock_timestamp() + ${afterMs} * interval '1 millisecond',
    updated_at = clock_timestamp()
  where ${asRead(sql, row)}`;

/** It failed for good. The host gets one mail: not again until it was written, and once a day for all of a calendar. */
export const saveFailed = (sql: Queryable, row: EventRow, failure: string) => sql`
  update calendar_events e set state = 'failed', failure = ${failure}, failing_since = null, touched_at = null, updated_at = clock_timestamp(),
    mail = case when due.mails then 'failed' end, mail_count = mail_count + case when due.mails then 1 else 0 end,
    failure_mailed_at = case when due.mails then clock_timestamp() else failure_mailed_at end,
    work_at = case when due.mails then clock_timestamp() end
  from (select not ${row.isFailureMailed}::boolean and not exists (
      select 1 from calendar_events other where other.user_id = ${row.userId} and other.calendar_id = ${row.calendarId}
        and other.failure = ${failure} and other.failure_mailed_at > clock_timestamp() - interval '1 day') as mails) due
  where ${asRead(sql, row)}`;

/** Where its event is now. */
export const saveCalendar = (sql: Queryable, row: EventRow, calendarId: string) => sql`
  update calendar_events set calendar_id = ${calendarId} where ${theRow(sql, row)}`;

/** Nobody but us changed it, or nothing follows from it. What its calendar says after the row was read stays to be looked at. */
export const saveLooked = (
  sql: Sql,
  row: EventRow,
  seen: WrittenEvent | null,
  { lookAgainMs, declined }: { readonly lookAgainMs: number | null; readonly declined: readonly string[] },
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    if (seen && row.wantsLink && seen.joinUrl !== null) await saveLink(tx, row, seen.joinUrl);
    if (seen)
      await tx`
        update calendar_events set html_link = ${seen.htmlLink}, join_url = ${seen.joinUrl}, declined = ${[...declined]}::text[],
          period = tstzrange(${new Date(seen.startMs)}, ${new Date(seen.endMs)}), tries = tries + 1
        where ${asRead(tx, row)}`;
    await clearTouched(tx, row, lookAgainMs);
  });

export async function clearTouched(tx: Transaction, row: EventRow, lookAgainMs: number | null): Promise<void> {
  await tx`
    update calendar_events set touched_at = null
    where ${theRow(tx, row)} and touched_at::text is not distinct from ${row.touchedAt}`;
  await tx`update calendar_events set ${leaves(tx, lookAgainMs)} where ${theRow(tx, row)}`;
}

/** The host's mail has left, or will never. */
export const saveMailed = (sql: Queryable, row: EventRow) => sql`
  update calendar_events set mail = null, attempt_id = case when mail = 'not_followed' then null else attempt_id end,
    work_at = case when state = 'due' or touched_at is not null or attempt_id is not null and mail <> 'not_followed' then clock_timestamp() end
  where ${theRow(sql, row)} and mail_count = ${row.mailCount}`;
