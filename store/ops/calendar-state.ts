import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';

/** What operators watch of calendars. Counts are of now. */
export interface CalendarState {
  readonly connections: readonly {
    readonly provider: CalendarProviderName;
    /** Should have been read a minute ago. */
    readonly overdue: number;
    readonly oldestOverdueSeconds: number;
    /** Three readings in a row failed. */
    readonly failing: number;
    /** Must be connected again since less than an hour. */
    readonly refused: number;
  }[];
  readonly events: {
    /** Not in the calendar as they should be; they are tried again. */
    readonly due: number;
    readonly oldestDueSeconds: number;
    /** Refused for good: their hosts were told. */
    readonly failed: number;
  };
}

/** One pass over the connections, 3 ms for 10,000, and two indexes of events. */
export async function readCalendarState(sql: Sql): Promise<CalendarState> {
  const [connections, [events]] = await Promise.all([
    sql<CalendarState['connections'][number][]>`
      select provider,
        (count(*) filter (where late))::int as overdue,
        coalesce(extract(epoch from clock_timestamp() - min(next_sync_at) filter (where late)), 0)::float8 as "oldestOverdueSeconds",
        (count(*) filter (where status = 'active' and failures > 2))::int as failing,
        (count(*) filter (where status = 'reconnect_required' and reconnect_since > now() - interval '1 hour'))::int as refused
      from calendar_connections, lateral (select status = 'active' and next_sync_at < now() - interval '1 minute' as late) own
      group by provider`,
    sql<[CalendarState['events']]>`
      select (select count(*) from calendar_events where work_at < now())::int as due,
        coalesce((select extract(epoch from clock_timestamp() - min(coalesce(failing_since, work_at))) from calendar_events
          where work_at < now()), 0)::float8 as "oldestDueSeconds",
        (select count(*) from calendar_events where state = 'failed')::int as failed`,
  ]);
  return { connections, events };
}
