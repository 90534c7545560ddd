import { validate } from 'uuid';
import type { Queryable } from '../database.ts';

/** News of a customer, or of a payment page, that we do not know: its database may be older than what was bought. */
export interface ToAsk {
  readonly eventId: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly customerId: string | null;
  readonly createdAt: Date;
}

/** So many are asked about in one run. */
const AT_ONCE = 100;

/** The oldest first. */
export const readToAsk = (sql: Queryable) => sql<ToAsk[]>`
  select event_id as "eventId", object_type as "objectType", object_id as "objectId", customer_id as "customerId", created_at as "createdAt"
  from stripe_events where standing = 'to_ask' order by created_at, event_id limit ${AT_ONCE}`;

/** The provider was asked: it is of a workspace here, or of nobody. */
export const settleStanding = (sql: Queryable, eventId: string, standing: 'known' | 'stranger') => sql`
  update stripe_events set standing = ${standing} where event_id = ${eventId}`;

/** Whose customer it is. null: nobody's here. */
export async function findByCustomer(sql: Queryable, customerId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select workspace_id as id from billing_customers where customer_id = ${customerId}`;
  return row?.id ?? null;
}

/**
 * Gives a workspace the customer that was made for it, and that we have lost. Looked at by its flow.
 * @returns false: there is no such workspace, or it has another customer
 */
export async function adoptCustomer(sql: Queryable, workspaceId: string, customerId: string): Promise<boolean> {
  if (!validate(workspaceId)) return false;
  await sql`
    insert into billing_customers (workspace_id, customer_id, next_look_at)
    select id, ${customerId}, clock_timestamp() from workspaces where id = ${workspaceId} on conflict do nothing`;
  return (await findByCustomer(sql, customerId)) === workspaceId;
}
