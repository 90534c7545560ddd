import { json, type Queryable } from '../database.ts';
import { hoursZone } from '../person-zone.ts';
import { isRead } from './sync-state.ts';

/** A reading of one calendar that has begun. It is stored with each page, so that a crash loses none. */
export interface Round {
  /** Counts readings of this calendar. */
  readonly reading: number;
  readonly beganMs: number;
  /** The cursor from which it continues; null: it reads the whole window. */
  readonly cursor: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** The next page; null: the first. */
  readonly page: string | null;
}

/** A calendar to read, and where its reading stands. */
export interface CalendarToRead {
  readonly id: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly providerCalendarId: string;
  /** Where whole days begin. */
  readonly timezone: string;
  /** null: read the whole window. */
  readonly cursor: string | null;
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
  /** A reading that did not come to its end; null: none. */
  readonly round: Round | null;
}

/** The zone of a calendar `k`, in which its whole days lie; with {@link zoneSources}: its own, else that of the account's primary calendar, else of the person's hours. */
export const calendarZone = (sql: Queryable) =>
  sql`coalesce(k.timezone, main.timezone, ${hoursZone(sql, 'k.user_id')}, 'UTC') as timezone`;

/** The account's primary calendar has a zone where the calendar itself has none. */
export const zoneSources = (sql: Queryable) => sql`
  left join calendars main on main.connection_id = k.connection_id and main.is_primary and main.gone_at is null`;

/** The calendars of a connection that block or are written to. Others are not read. */
export const readCalendarsToRead = (sql: Queryable, connectionId: string): Promise<CalendarToRead[]> => sql<
  CalendarToRead[]
>`
  select k.id, k.connection_id as "connectionId", k.user_id as "userId", k.provider_calendar_id as "providerCalendarId",
    ${calendarZone(sql)}, nullif(k.cursor, '') as cursor,
    (extract(epoch from k.window_start) * 1000)::float8 as "windowStartMs", (extract(epoch from k.window_end) * 1000)::float8 as "windowEndMs",
    k.round
  from calendars k ${zoneSources(sql)}
  where k.connection_id = ${connectionId} and ${isRead(sql, 'k')}
  order by k.id`;

/** Begins a reading. One that runs is over: what it still writes is refused. */
export async function beginRound(
  sql: Queryable,
  calendarId: string,
  begun: Pick<Round, 'beganMs' | 'cursor' | 'startMs' | 'endMs'>,
): Promise<Round> {
  const [row] = await sql<{ reading: number }[]>`
    update calendars set reading = reading + 1,
      round = ${json(sql, { ...begun, page: null })}::jsonb || jsonb_build_object('reading', reading + 1)
    where id = ${calendarId} returning reading::int`;
  if (!row) throw new Error(`calendar ${calendarId} does not exist`);
  return { ...begun, page: null, reading: row.reading };
}
