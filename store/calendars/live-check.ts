import type { BusyRules } from '../../domain/calendars/busy.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Queryable } from '../database.ts';
import { calendarZone, zoneSources } from './rounds.ts';

/** The access token of a connection, sealed, read together with its calendars. */
export interface SealedAccess {
  readonly provider: CalendarProviderName;
  readonly version: string;
  readonly expiresMs: number | null;
  readonly keyId: string | null;
  readonly hex: string | null;
}

/** A calendar that is looked at before its host is booked. */
export interface CalendarToCheck {
  readonly id: string;
  readonly userId: string;
  readonly connectionId: string;
  readonly providerCalendarId: string;
  /** The account's own: it can be neither deleted nor shared by another. */
  readonly isPrimary: boolean;
  /** Where whole days begin. */
  readonly timezone: string;
  readonly rules: BusyRules;
  readonly access: SealedAccess;
}

const columns = (sql: Queryable) => sql`
  k.id, k.user_id as "userId", k.connection_id as "connectionId", k.provider_calendar_id as "providerCalendarId",
  k.is_primary as "isPrimary",
  ${calendarZone(sql)},
  json_build_object('tentative', own.tentative, 'declined', own.declined, 'workingElsewhere', own.working_elsewhere) as rules,
  json_build_object('provider', n.provider, 'version', n.token_version::text, 'keyId', n.token_key, 'hex', encode(n.access_token, 'hex'),
    'expiresMs', (extract(epoch from n.access_expires_at) * 1000)::float8) as access`;

/** Calendars `k` that block, with their connection `n`, which works, and the rules of their host. */
const tables = (sql: Queryable) => sql`
  calendars k
  join calendar_connections n on n.id = k.connection_id and n.status = 'active' and k.blocks and k.gone_at is null
  join calendar_settings own on own.user_id = k.user_id and own.conflict_source = 'calendar'
  ${zoneSources(sql)}`;

/** The calendars that block these hosts' time, of connections that work. */
export const readCalendarsToCheck = (sql: Queryable, hostIds: readonly string[]) => sql<CalendarToCheck[]>`
  select ${columns(sql)} from ${tables(sql)} where k.user_id = any(${[...hostIds]}::uuid[]) order by k.id`;

/** A slot that a challenge holds, with the calendars of those whose time it is. */
export interface HeldSlot {
  readonly endMs: number;
  /** Buffers of the event type that hold against events of calendars. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly calendars: readonly CalendarToCheck[];
}

/**
 * For the confirm attempt `a` of an outer query, for the event type `e`: the slot that it asks for, if its challenge holds it for some seconds more and calendars
 * come first; else null.
 */
export const heldSlot = (sql: Queryable, forMs: number) => sql`(
  select json_build_object('endMs', min((extract(epoch from upper(h.period)) * 1000)::float8), 'calendars', json_agg(seen order by seen.id),
      'beforeMs', case when e.buffers_around_calendar_events then e.buffer_before_minutes * 60000 else 0 end,
      'afterMs', case when e.buffers_around_calendar_events then e.buffer_after_minutes * 60000 else 0 end)
  from claims h join lateral (select ${columns(sql)} from ${tables(sql)} where k.user_id = h.host_id) seen on true
  where h.booking_id = a.booking_id and h.kind = 'hold' and h.firm_until > clock_timestamp() + ${forMs} * interval '1 millisecond'
    and lower(h.period) = to_timestamp((a.request ->> 'startMs')::float8 / 1000)
  having count(*) > 0)`;
