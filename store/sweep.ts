import type { Sql } from 'postgres';

const WAITED = '60 seconds';
const BATCH = 500;

/** A row that waits for its flow: to be nudged if it runs, to be started if it is gone. */
export interface WaitingBooking {
  readonly bookingId: string;
  readonly workspaceId: string;
}

/** Rows that have waited for a flow for a minute: codes past their time, changes without mail, decisions and ends overdue. */
export async function findWaiting(sql: Sql): Promise<WaitingBooking[]> {
  const rows = await sql<{ id: string; workspace_id: string }[]>`
    select id, workspace_id from (
      (select id, workspace_id from challenges
        where status = 'open' and expires_at < clock_timestamp() - ${WAITED}::interval limit ${BATCH})
      union
      (select b.id, b.workspace_id from booking_changes c join bookings b on b.id = c.booking_id
        where c.announced_at is null and c.created_at < clock_timestamp() - ${WAITED}::interval limit ${BATCH})
      union
      (select id, workspace_id from bookings
        where status = 'pending_confirmation' and decide_by < clock_timestamp() - ${WAITED}::interval limit ${BATCH})
      union
      (select id, workspace_id from bookings
        where status in ('confirmed', 'rescheduled') and end_at < clock_timestamp() - ${WAITED}::interval limit ${BATCH})
    ) waiting limit ${BATCH}`;
  return rows.map((row) => ({ bookingId: row.id, workspaceId: row.workspace_id }));
}

/** Retention: what no rule reads any more. Bookings, answers and the activity log stay. */
export async function deleteOutdated(sql: Sql): Promise<void> {
  await sql`
    delete from claims where booking_id in (
      select booking_id from claims where upper(period) < clock_timestamp() - interval '62 days' limit ${BATCH})`;
  await sql`
    delete from challenges where id in (
      select id from challenges where status <> 'open' and created_at < clock_timestamp() - interval '8 days' limit ${BATCH})`;
  await sql`
    delete from attempts where id in (
      select id from attempts where created_at < clock_timestamp() - interval '8 days' limit ${BATCH})`;
  await sql`
    delete from idempotency_records where (scope, key) in (
      select scope, key from idempotency_records where created_at < clock_timestamp() - interval '8 days' limit ${BATCH})`;
  await sql`
    delete from mail_deliveries where key in (
      select key from mail_deliveries where updated_at < clock_timestamp() - interval '60 days' limit ${BATCH})`;
  await sql`
    delete from local_mails where id in (
      select id from local_mails where created_at < clock_timestamp() - interval '30 days' limit ${BATCH})`;
}
