import type { Queryable } from '../database.ts';

/**
 * Events of a booking that could not be written are due again; one that is due already stays so.
 * @returns `none`: no event of it has failed or waits
 */
export async function retryFailedEvents(sql: Queryable, bookingId: string): Promise<'due' | 'none'> {
  const rows = await sql`
    update calendar_events set state = 'due', failure = null, failed_at = null, failure_mailed_at = null, updated_at = now()
    where booking_id = ${bookingId} and state in ('failed', 'due') returning 1`;
  return rows.length > 0 ? 'due' : 'none';
}
