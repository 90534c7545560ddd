import { GRACE_MS } from '../../domain/billing/checkout.ts';
import type { Plan } from '../../schemas/shapes/plan.ts';
import type { Queryable } from '../database.ts';
import { isFailureMailDue } from './failed-payments.ts';
import { isChangeMailDue, payersOf } from './subscription-changes.ts';

/** What those who pay should know by now. */
export interface SubscriptionMailDue {
  /** past_due: a payment is missing; inactive: for so long that nobody can book any more. */
  readonly kind: 'past_due' | 'inactive';
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  readonly plan: Plan;
  /** When nobody can book any more, or could. */
  readonly locksAt: Date;
  /** Tells two missing payments apart. */
  readonly incident: string;
  readonly payers: readonly { readonly id: string; readonly email: string; readonly timezone: string }[];
}

/** As SQL: the mail that is due for a subscription `s` of a workspace `w`; null: none. */
const kindDue = (sql: Queryable) => sql`
  case when s.past_due_since is null then null
    when w.subscription_status = 'inactive' and s.inactive_mailed_at is null then 'inactive'
    when w.subscription_status = 'past_due' and s.past_due_mailed_at is null then 'past_due' end`;

/** Whether those who pay should get any mail by now: about a missing payment, one that did not come, or a change. */
export async function isAnyMailDue(sql: Queryable, workspaceId: string): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    select exists (select 1 from subscriptions s where s.workspace_id = w.id and ${kindDue(sql)} is not null) or ${isChangeMailDue(sql)}
      or ${isFailureMailDue(sql)} as "isDue"
    from workspaces w where w.id = ${workspaceId}`;
  return row?.isDue ?? false;
}

/** undefined: none is due. */
export async function readSubscriptionMail(
  sql: Queryable,
  workspaceId: string,
): Promise<SubscriptionMailDue | undefined> {
  const [row] = await sql<SubscriptionMailDue[]>`
    select ${kindDue(sql)} as kind, w.name as "workspaceName", w.slug as "workspaceSlug", w.plan, s.past_due_since + ${GRACE_MS} * interval '1 millisecond' as "locksAt",
      extract(epoch from s.past_due_since)::bigint::text as incident,
      ${payersOf(sql)} as payers
    from subscriptions s join workspaces w on w.id = s.workspace_id
    where w.id = ${workspaceId} and ${kindDue(sql)} is not null`;
  return row;
}

/** They got the mail. */
export const markSubscriptionMailed = (sql: Queryable, workspaceId: string, kind: SubscriptionMailDue['kind']) =>
  kind === 'past_due'
    ? sql`update subscriptions set past_due_mailed_at = clock_timestamp() where workspace_id = ${workspaceId} and past_due_since is not null`
    : sql`update subscriptions set inactive_mailed_at = clock_timestamp() where workspace_id = ${workspaceId} and past_due_since is not null`;
