import type { Sql } from 'postgres';
import type { Transaction } from '../database.ts';

/** Rows that one statement looks at. */
const PORTION = 500;

/** Portions of one run: the next run goes on where it ended. */
const MOST_PORTIONS = 40;

/** The part of the sweep, whose row says until when events were looked at. */
export const UNNEEDED_EVENTS = 'unneeded_events';

/**
 * Deletes events that no delivery needs, once they are an hour old: who listens looks back 15 minutes. Each event is looked at once, in the
 * order of its time, so that those with deliveries are not read again.
 */
export async function deleteUnneeded(sql: Sql): Promise<void> {
  for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
    // With ties: the next portion begins behind this one's last instant.
    const looked = await sql`
      with looked as materialized (
        select id, created_at from webhook_events
        where created_at > coalesce((select read_until from sweep_parts where name = ${UNNEEDED_EVENTS}), '-infinity')
          and created_at < now() - interval '1 hour'
        order by created_at fetch first ${sql.unsafe(String(PORTION))} rows with ties
      ), gone as (
        delete from webhook_events where id = any(array(
          select id from looked l where not exists (select 1 from webhook_deliveries d where d.event_id = l.id)))
      ), noted as (
        insert into sweep_parts (name, read_until) select ${UNNEEDED_EVENTS}, max(created_at) from looked having count(*) > 0
        on conflict (name) do update set read_until = excluded.read_until
      )
      select 1 from looked`;
    if (looked.count < PORTION) return;
  }
}

/**
 * Deletes the deliveries of a webhook that is to be deleted, with events that no other one needs: nobody can list them any more. Those of the
 * last hour may still be listened to, and the sweep deletes them. 30,000 took half a second.
 */
export async function deleteEventsOf(tx: Transaction, webhookId: string): Promise<void> {
  await tx`
    with deleted as materialized (delete from webhook_deliveries where endpoint_id = ${webhookId} returning event_id)
    delete from webhook_events e where id in (select event_id from deleted) and created_at < now() - interval '1 hour'
      and not exists (select 1 from webhook_deliveries d where d.event_id = e.id and d.endpoint_id <> ${webhookId})`;
}
