import type { Purchase } from '../../domain/billing/prices.ts';
import type { Plan } from '../../schemas/shapes/plan.ts';
import type { Queryable } from '../database.ts';
import { payersOf } from './subscription-changes.ts';

/** A payment that takes days did not come: those who pay are to know. */
export const wantFailureMail = (sql: Queryable, intentId: string) => sql`
  update checkout_intents set failure_mail_due_at = clock_timestamp() where id = ${intentId} and status <> 'completed'`;

/** As SQL: checkouts `c` of a workspace `w` whose money did not come, and of which those who pay should know. What was bought since makes them old. */
const dueOf = (sql: Queryable) => sql`
  c.workspace_id = w.id and c.failure_mail_due_at is not null and not exists (
    select 1 from checkout_intents later where later.workspace_id = w.id and later.kind = c.kind and later.status = 'completed'
      and later.created_at > c.created_at)`;

/** As SQL: whether those who pay for a workspace `w` should know of one by now. */
export const isFailureMailDue = (sql: Queryable) => sql`exists (select 1 from checkout_intents c where ${dueOf(sql)})`;

export interface FailureMailDue {
  /** The latest, of which the mail tells. */
  readonly intentId: string;
  /** All that the mail stands for. */
  readonly intentIds: readonly string[];
  readonly purchase: Purchase;
  readonly quantity: number;
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  /** That the workspace has, and keeps. */
  readonly plan: Plan;
  readonly payers: readonly { readonly id: string; readonly email: string; readonly timezone: string }[];
}

/** undefined: none is due. */
export async function readFailureMail(sql: Queryable, workspaceId: string): Promise<FailureMailDue | undefined> {
  const [row] = await sql<FailureMailDue[]>`
    select c.id as "intentId", (select json_agg(c.id) from checkout_intents c where ${dueOf(sql)}) as "intentIds", c.quantity,
      json_strip_nulls(json_build_object('kind', c.kind, 'plan', c.plan, 'interval', c.billing_interval, 'packId', c.pack_id)) as purchase,
      w.name as "workspaceName", w.slug as "workspaceSlug", w.plan, ${payersOf(sql)} as payers
    from workspaces w join checkout_intents c on ${dueOf(sql)}
    where w.id = ${workspaceId} order by c.created_at desc limit 1`;
  return row;
}

/** They got the mail. */
export const markFailuresMailed = (sql: Queryable, intentIds: readonly string[]) => sql`
  update checkout_intents set failure_mail_due_at = null where id = any(${[...intentIds]}::uuid[])`;
