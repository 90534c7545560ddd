import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Interval } from '../../domain/slots/types.ts';
import type { Queryable } from '../database.ts';

/** Time that the calendars of one connection block. Of its events nothing else is known. */
export interface CalendarClash extends Interval {
  readonly hostId: string;
  readonly connectionId: string;
  readonly provider: CalendarProviderName;
  /** Its calendars are known as they were then; null: not read to their end yet. */
  readonly asOf: Date | null;
}

/** Reads the mirror's events in an interval, by connection. Overlapping events are one clash. */
export const readCalendarClashes = (sql: Queryable, hostIds: readonly string[], { startMs, endMs }: Interval) => sql<
  CalendarClash[]
>`
  select b.user_id as "hostId", b.connection_id as "connectionId", b.provider, b.as_of as "asOf",
    (extract(epoch from lower(part)) * 1000)::float8 as "startMs", (extract(epoch from upper(part)) * 1000)::float8 as "endMs"
  from (
    select b.user_id, c.id as connection_id, c.provider, min(k.synced_at) as as_of, range_agg(b.period) as parts
    from calendar_busy b
    join calendars k on k.id = b.calendar_id and k.blocks and k.gone_at is null
    join calendar_connections c on c.id = k.connection_id
    where b.user_id = any(${[...hostIds]}::uuid[]) and b.blocks and b.period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})
      and exists (select 1 from calendar_settings s where s.user_id = b.user_id and s.conflict_source = 'calendar')
    group by b.user_id, c.id
  ) b, unnest(b.parts) part
  order by 1, 5, 2`;

/** Since when the mirror of each host is known, by host: that of the calendar that was read longest ago. null: one was not read yet. */
export async function readMirrorAges(
  sql: Queryable,
  hostIds: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  if (hostIds.length === 0) return new Map();
  const rows = await sql<{ hostId: string; asOf: Date | null }[]>`
    select k.user_id as "hostId", case when bool_and(k.synced_at is not null) then min(k.synced_at) end as "asOf"
    from calendars k join calendar_connections c on c.id = k.connection_id and c.status = 'active'
    where k.user_id = any(${[...hostIds]}::uuid[]) and k.blocks and k.gone_at is null
    group by k.user_id`;
  return new Map(rows.map(({ hostId, asOf }) => [hostId, asOf]));
}
