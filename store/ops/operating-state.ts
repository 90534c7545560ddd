import type { Sql } from 'postgres';
import { type CalendarState, readCalendarState } from './calendar-state.ts';
import { type RunningBuild, runningBuilds } from './worker-heartbeats.ts';

/** What operators watch. Counts are of now. */
export interface OperatingState {
  /** Changes of bookings whose mails have not left. */
  readonly unannounced: { readonly changes: number; readonly oldestSeconds: number };
  /** Mails of the last hour that the provider refused, by its reason. */
  readonly refusedMails: readonly { readonly reason: string; readonly mails: number }[];
  /** `failures`: in a row. `successAgeSeconds` is null before the first success. */
  readonly sweepParts: readonly {
    readonly name: string;
    readonly failures: number;
    readonly successAgeSeconds: number | null;
  }[];
  readonly builds: readonly RunningBuild[];
  readonly calendars: CalendarState;
}

/** Reads by indexes only: the unannounced changes, the deliveries of one hour, and two small tables. */
export async function readOperatingState(sql: Sql, taskQueue: string): Promise<OperatingState> {
  const [[unannounced], refusedMails, sweepParts, builds, calendars] = await Promise.all([
    sql<{ changes: number; oldestSeconds: number }[]>`
      select count(*)::int as changes,
        coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds"
      from booking_changes where announced_at is null`,
    sql<{ reason: string; mails: number }[]>`
      select coalesce(reason, 'unknown') as reason, count(*)::int as mails from mail_deliveries
      where updated_at > now() - interval '1 hour' and state = 'refused' group by 1`,
    sql<{ name: string; failures: number; successAgeSeconds: number | null }[]>`
      select name, failures, extract(epoch from clock_timestamp() - succeeded_at)::float8 as "successAgeSeconds"
      from sweep_parts order by name`,
    runningBuilds(sql, taskQueue),
    readCalendarState(sql),
  ]);
  const none = { changes: 0, oldestSeconds: 0 };
  return { unannounced: unannounced ?? none, refusedMails, sweepParts, builds, calendars };
}
