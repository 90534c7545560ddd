import { BILLING } from '../../schemas/shapes/access.ts';
import type { Queryable } from '../database.ts';

/** An address for receipts that we give the payment provider, and whose it is. */
export interface ReceiptsTo {
  readonly email: string;
  /** The member with this address; else who asked for it. null: nobody is known. */
  readonly userId: string | null;
}

/** Whose an address is: of a member who pays here, else of who asked for it. */
export async function ownerOfAddress(
  sql: Queryable,
  { workspaceId, email, askedBy }: { workspaceId: string; email: string; askedBy: string | null },
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and u.email = ${email} and m.leaving_at is null and m.role in ${sql(BILLING)} limit 1`;
  return row?.id ?? askedBy;
}

/** What we gave the provider. undefined: nothing, or people changed it there. */
export async function readReceiptsTo(sql: Queryable, workspaceId: string): Promise<ReceiptsTo | undefined> {
  const [row] = await sql<ReceiptsTo[]>`
    select receipts_email as email, receipts_user_id as "userId" from billing_customers
    where workspace_id = ${workspaceId} and receipts_email is not null`;
  return row;
}

/** @param to null: people look after it at the provider from now on */
export const saveReceiptsTo = (sql: Queryable, workspaceId: string, to: ReceiptsTo | null) => sql`
  update billing_customers set receipts_email = ${to?.email ?? null}, receipts_user_id = ${to?.userId ?? null}
  where workspace_id = ${workspaceId}`;

/** Whether somebody has left, is leaving, or has a role that pays for nothing here any more. */
export async function hasLostReceipts(sql: Queryable, workspaceId: string, { userId }: ReceiptsTo): Promise<boolean> {
  const rows = await sql`
    select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} and leaving_at is null and role in ${sql(BILLING)}`;
  return rows.length === 0;
}

/** Whether a workspace has paid for anything yet. */
export async function hasBought(sql: Queryable, workspaceId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from billing_invoices where workspace_id = ${workspaceId}
    union all select 1 from subscriptions where workspace_id = ${workspaceId}
    union all select 1 from checkout_intents where workspace_id = ${workspaceId} and status = 'completed' limit 1`;
  return rows.length > 0;
}
