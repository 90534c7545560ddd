import type { Queryable } from '../database.ts';
import type { ReceiptsTo } from './receipts.ts';

export interface Buyer {
  readonly workspaceId: string;
  readonly name: string;
  /** Of the first owner. */
  readonly email: string;
  /** The first owner. null: there is none. */
  readonly ownerId: string | null;
  /** null: not known at the payment provider yet. */
  readonly customerId: string | null;
}

/** A workspace as the payment provider's customer. undefined: it is gone. */
export async function readBuyer(sql: Queryable, workspaceId: string): Promise<Buyer | undefined> {
  const [row] = await sql<Buyer[]>`
    select w.id as "workspaceId", w.name, c.customer_id as "customerId", coalesce(o.email, '') as email, o.id as "ownerId"
    from workspaces w left join billing_customers c on c.workspace_id = w.id
      left join lateral (select u.id, u.email::text from memberships m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' and m.leaving_at is null order by m.created_at, u.id limit 1) o on true
    where w.id = ${workspaceId}`;
  return row;
}

/** Before it is looked at without a reason to: whoever has just opened a page has paid by then, or a webhook came. */
const FIRST_LOOK = '1 minute';

/**
 * The first customer of a workspace stays. It is looked at soon: it may have been there before, as after a restore.
 * @param to where its receipts go. null: people look after it at the provider
 */
export const saveCustomer = (sql: Queryable, workspaceId: string, customerId: string, to: ReceiptsTo | null) => sql`
  insert into billing_customers (workspace_id, customer_id, receipts_email, receipts_user_id, next_look_at)
  values (${workspaceId}, ${customerId}, ${to?.email ?? null}, ${to?.userId ?? null}, clock_timestamp() + ${FIRST_LOOK}::interval)
  on conflict (workspace_id) do nothing`;

/** Instead of a customer that is gone at the provider. One that pays, as far as we know, stays. @returns false: it stays */
export async function replaceCustomer(
  sql: Queryable,
  workspaceId: string,
  { gone, customerId }: { readonly gone: string; readonly customerId: string },
): Promise<boolean> {
  const rows = await sql`
    update billing_customers c set customer_id = ${customerId}, trouble = null, next_look_at = clock_timestamp() + ${FIRST_LOOK}::interval
    where workspace_id = ${workspaceId} and customer_id = ${gone}
      and not exists (select 1 from subscriptions s where s.workspace_id = c.workspace_id) returning 1`;
  return rows.length > 0;
}

/** A look was in vain. @param waitMs until the next one */
export const noteTrouble = (sql: Queryable, workspaceId: string, trouble: 'refused' | null, waitMs: number) => sql`
  update billing_customers set trouble = ${trouble}, next_look_at = clock_timestamp() + ${waitMs} * interval '1 millisecond'
  where workspace_id = ${workspaceId} and next_look_at > clock_timestamp()`;

/**
 * A look at the payment provider begins. News that come from now on ask for another; if this one is lost, the sweep asks for another, too.
 * @returns when it began, as the database writes it. null: the workspace has been deleted
 */
export async function beginLook(sql: Queryable, workspaceId: string): Promise<string | null> {
  const [row] = await sql<{ began: string }[]>`
    update billing_customers set next_look_at = clock_timestamp() + interval '10 minutes'
    where workspace_id = ${workspaceId} returning clock_timestamp()::text as began`;
  return row?.began ?? null;
}

/** News of a customer: its subscriptions are to be looked at now. @returns whose they are; null: nobody's, or a look is due already */
export async function wantLook(sql: Queryable, customerId: string): Promise<string | null> {
  const [row] = await sql<{ workspaceId: string }[]>`
    update billing_customers set next_look_at = clock_timestamp()
    where customer_id = ${customerId} and (next_look_at is null or next_look_at > clock_timestamp())
    returning workspace_id as "workspaceId"`;
  return row?.workspaceId ?? null;
}

/** Whose payment it is; null: of no invoice that we know. */
export async function customerOfPayment(sql: Queryable, paymentId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select c.customer_id as id from billing_invoices i join billing_customers c on c.workspace_id = i.workspace_id
    where i.payment_id = ${paymentId} limit 1`;
  return row?.id ?? null;
}

/** The same for a workspace. */
export const wantLookAt = (sql: Queryable, workspaceId: string) =>
  sql`update billing_customers set next_look_at = clock_timestamp() where workspace_id = ${workspaceId}`;
