import type { BusyRules } from '../../domain/calendars/busy.ts';
import type { Queryable } from '../database.ts';
import { calendarZone, zoneSources } from './rounds.ts';

/** A calendar that is looked at before its host is booked. */
export interface CalendarToCheck {
  readonly id: string;
  readonly userId: string;
  readonly connectionId: string;
  readonly providerCalendarId: string;
  /** Where whole days begin. */
  readonly timezone: string;
  readonly rules: BusyRules;
}

/** The calendars that block these hosts' time, of connections that work. */
export const readCalendarsToCheck = (sql: Queryable, hostIds: readonly string[]) => sql<CalendarToCheck[]>`
  select k.id, k.user_id as "userId", k.connection_id as "connectionId", k.provider_calendar_id as "providerCalendarId",
    ${calendarZone(sql)},
    json_build_object('tentative', own.tentative, 'declined', own.declined) as rules
  from calendars k
  join calendar_connections c on c.id = k.connection_id and c.status = 'active'
  join calendar_settings own on own.user_id = k.user_id and own.conflict_source = 'calendar'
  ${zoneSources(sql)}
  where k.user_id = any(${[...hostIds]}::uuid[]) and k.blocks and k.gone_at is null
  order by k.id`;
