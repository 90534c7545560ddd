import type { PaymentNews } from '../../domain/billing/remote-billing.ts';
import type { Queryable } from '../database.ts';

/** Stores a webhook by its event's id. False: it has come before. */
export async function storeEvent(sql: Queryable, news: PaymentNews): Promise<boolean> {
  const rows = await sql`
    insert into stripe_events (event_id, type, object_type, object_id, customer_id, created_at)
    values (${news.eventId}, ${news.type}, ${news.objectType}, ${news.objectId}, ${news.customerId}, ${new Date(news.createdMs)})
    on conflict (event_id) do nothing returning event_id`;
  return rows.length > 0;
}

/** When the newest of the provider's events happened that we know; null: none came yet. */
export async function newestEventMs(sql: Queryable): Promise<number | null> {
  const [row] = await sql<{ at: Date | null }[]>`select max(created_at) as at from stripe_events`;
  return row?.at?.getTime() ?? null;
}
