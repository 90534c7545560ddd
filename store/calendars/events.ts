import type { PendingQuery, Row } from 'postgres';
import type { CalendarWork } from '../../domain/calendars/event-work.ts';
import { logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { isScheduledIn } from '../live-bookings.ts';
import type { CalendarDoer } from './log.ts';
import { isLetIn } from './shut-out.ts';

/** The calendar `k` that a person's events of booking `b` are written to, with its connection `c`; none for who is not let into its workspace. */
const writtenOf = (sql: Queryable, userId: 'o.user_id' | 'h.user_id') => sql`
  select k.id from calendars k join calendar_connections c on c.id = k.connection_id
  where k.user_id = ${sql(userId)} and k.is_written and k.gone_at is null and c.status <> 'revoked' and ${isLetIn(sql, userId)}`;

/** As SQL: mails of booking `b` have brought its host `h` a calendar file, as before they connected a calendar. */
const hadFile = (sql: Queryable) => sql`exists (
  select 1 from booking_changes g where g.booking_id = b.id and g.announced_at is not null and not g.quiet
    and g.kind in ('confirmed', 'approved', 'rescheduled', 'host_changed', 'link_ready')
    and g.revision >= coalesce((select max(revision) from booking_changes n where n.booking_id = b.id and n.new_host_id = h.user_id), 0)
    and g.revision >= (select min(revision) from booking_changes n where n.booking_id = b.id and n.kind in ('confirmed', 'approved')))`;

/** Events of a booking's hosts, each in the calendar that they chose. Those that are there stay. Our own claims keep the time of an open request: it has none. */
const insertEvents = (tx: Transaction, bookingId: string) => tx`
  insert into calendar_events (booking_id, user_id, calendar_id, state, has_file)
  select b.id, h.user_id, k.id, 'due', ${hadFile(tx)}
  from bookings b
    cross join lateral (select b.host_id as user_id union select user_id from booking_hosts where booking_id = b.id) h
    cross join lateral (${writtenOf(tx, 'h.user_id')}) k
  where b.id = ${bookingId} and not b.test_mode and ${isScheduledIn(tx, 'b')}
  on conflict (booking_id, user_id) do nothing
  returning user_id as "userId"`;

/** The same as `makeEventsDue` for a booking that was just made: it has no events yet. */
export const makeFirstEvents = (tx: Transaction, bookingId: string) =>
  tx<{ userId: string }[]>`${insertEvents(tx, bookingId)}`;

/** Makes those events `e` of a booking due that `which` says, and those that it lacks. Answers what is due now. */
const writeAgain = (tx: Transaction, bookingId: string, which: PendingQuery<Row[]>) => tx<{ userId: string }[]>`
  with known as (
    update calendar_events e set state = 'due', work_at = clock_timestamp(), due_count = due_count + 1, tries = 0, failing_since = null,
      -- A connection that is over, or a calendar that refused us, keeps its event. The next calendar gets another.
      calendar_id = case when own.stays then e.calendar_id else own.written_id end, event_id = case when own.stays then e.event_id end,
      period = case when own.stays then e.period end, begun_at = case when own.stays then e.begun_at end, updated_at = clock_timestamp()
    from (
      select o.user_id, w.id as written_id, coalesce(c.status = 'revoked', true) as is_over,
        coalesce(c.status <> 'revoked', false) and (o.begun_at is not null or w.id is null) and (o.state <> 'failed' or w.id is null or w.id = o.calendar_id) as stays
      from calendar_events o join bookings b on b.id = o.booking_id left join calendars k on k.id = o.calendar_id left join calendar_connections c on c.id = k.connection_id
        left join lateral (${writtenOf(tx, 'o.user_id')}) w on true
      where o.booking_id = ${bookingId}
    ) own
    where e.booking_id = ${bookingId} and e.user_id = own.user_id and ${which}
    returning e.user_id
  ), made as (${insertEvents(tx, bookingId)})
  select user_id as "userId" from known union all select "userId" from made`;

/**
 * A booking was made or has changed: its events are to be written as it is then, one for each host who has a calendar chosen for writing.
 * In the transaction of the change, after its rows, people and status are written. Bookings of test keys are never written.
 * Not sent before it is awaited. Answers the events that are due.
 */
export const makeEventsDue = (tx: Transaction, bookingId: string) =>
  writeAgain(tx, bookingId, tx`e.state <> 'detached'`);

interface MemberOf {
  readonly workspaceId: string;
  readonly userId: string;
}

/** A take-over shuts a former owner out: the events of the workspace's meetings leave the calendars that they connected elsewhere. */
export const takeEventsBack = (tx: Transaction, { workspaceId, userId }: MemberOf) => tx`
  update calendar_events e set state = 'due', work_at = clock_timestamp(), due_count = due_count + 1, tries = 0, failing_since = null,
    mail = null, updated_at = clock_timestamp()
  from bookings b where b.id = e.booking_id and b.workspace_id = ${workspaceId} and b.end_at > clock_timestamp()
    and e.user_id = ${userId} and e.state in ('due', 'written', 'failed')`;

/** The events of a person who is let in again. */
export async function makeEventsOfHostDue(tx: Transaction, { workspaceId, userId }: MemberOf): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select b.id from bookings b where b.workspace_id = ${workspaceId} and b.start_at > clock_timestamp() and ${isScheduledIn(tx, 'b')}
      and ${isHostedBy(tx, userId)} order by b.id`;
  for (const { id } of rows) await makeEventsDue(tx, id);
}

/**
 * Events `e` that are not as they should be, and have a calendar to go to: failed, moved by their host, left in a connection that is over, or
 * deleted by the one who asks. Nobody else puts back what a host deleted.
 */
const needsRewrite = (sql: Queryable, userId: string) => sql`
  (own.written_id is not null or not own.is_over) and (e.state = 'failed' or (e.state = 'detached' and e.user_id = ${userId})
    or (e.state in ('due', 'written') and own.is_over)
    or (e.state = 'written' and e.period is distinct from (select tstzrange(b.start_at, b.end_at) from bookings b where b.id = e.booking_id)))`;

/** Writes a booking's events again that are not as they should be. False: there are none, and nothing was changed. @param userId who asks */
export async function retryEvents(
  tx: Transaction,
  { bookingId, userId }: { readonly bookingId: string; readonly userId: string },
  by: CalendarDoer,
): Promise<boolean> {
  const again = await writeAgain(tx, bookingId, needsRewrite(tx, userId));
  if (again.length === 0) return false;
  await logActivity(tx, { ...by, action: 'booking.calendar_retried', subject: { type: 'booking', id: bookingId } });
  return true;
}

/**
 * Google Meet and Teams links are made by the calendar of the organizing host, unless the event type names a link. An approved meeting that
 * was moved and waits again keeps its link: at Google, an event that is written without one loses it.
 */
export const wantsLinkIn = (sql: Queryable) => sql`
  (e.user_id = b.host_id and ${isLetIn(sql, 'e.user_id')} and b.location_detail is null and k.makes_links and b.status <> 'canceled'
    and (b.location_type = 'google_meet' and c.provider = 'google' or b.location_type = 'microsoft_teams' and c.provider = 'microsoft'))`;

/** Events `e` of bookings `b` with something to do now or later. Not while the person must connect again, and not after the meeting. */
export const hasWork = (sql: Queryable) => sql`
  (e.work_at is not null and b.end_at > now() and (e.mail is not null or e.attempt_id is not null or c.status = 'active'))`;

/** When the flow looks at an event next. */
export const workAt = (sql: Queryable) => sql`
  case when e.mail is null and e.attempt_id is null then greatest(e.work_at, c.throttled_until) else e.work_at end`;

/** Joins of a booking's events `e` with their calendars `k` and connections `c`. */
export const eventTables = (sql: Queryable) => sql`
  calendar_events e join bookings b on b.id = e.booking_id
  left join calendars k on k.id = e.calendar_id left join calendar_connections c on c.id = k.connection_id`;

/** The link that the organizing host's calendar makes: `coming`, or `failed`; null: none makes one, or it is there. */
export const linkByCalendar = (sql: Queryable, bookingId: string) => sql`
  (select case when e.state = 'failed' then 'failed' when e.state in ('due', 'written') and c.status = 'active' then 'coming' end
   from ${eventTables(sql)} where e.booking_id = ${bookingId} and ${wantsLinkIn(sql)} and b.join_url is null)`;

/** Reads the work of a booking's flow on its events, for the flow state; undefined if there is none. */
export async function readCalendarWork(sql: Queryable, bookingId: string): Promise<CalendarWork | undefined> {
  const [row] = await sql<{ waitMs: number | null; wantsLink: boolean | null }[]>`
    select ceil(extract(epoch from min(${workAt(sql)}) - clock_timestamp()) * 1000)::float8 as "waitMs",
      bool_or(${wantsLinkIn(sql)} and b.join_url is null and e.state = 'due') as "wantsLink"
    from ${eventTables(sql)} where e.booking_id = ${bookingId} and ${hasWork(sql)}`;
  if (!row || row.waitMs === null) return undefined;
  return { waitMs: Math.max(0, row.waitMs), wantsLink: row.wantsLink ?? false };
}
