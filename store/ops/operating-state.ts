import type { Sql } from 'postgres';
import { type CalendarState, readCalendarState } from './calendar-state.ts';
import { type PrepState, readPrepState } from './prep-state.ts';
import { type LateFlows, readLateFlows, waitingRows } from './sweep.ts';
import { readWebhookState, type WebhookState } from './webhook-state.ts';
import { type RunningBuild, runningBuilds } from './worker-heartbeats.ts';

/** What operators watch. Counts are of now. */
export interface OperatingState {
  /** Changes of bookings whose mails have not left. */
  readonly unannounced: { readonly changes: number; readonly oldestSeconds: number };
  /** Rows that wait for their flow, mails that have not left among them. */
  readonly lateFlows: readonly LateFlows<string>[];
  /** Mails of the last hour that the provider refused, by its reason. */
  readonly refusedMails: readonly { readonly reason: string; readonly mails: number }[];
  /** `failures`: in a row. `successAgeSeconds` is null before the first success. */
  readonly sweepParts: readonly {
    readonly name: string;
    readonly failures: number;
    readonly successAgeSeconds: number | null;
  }[];
  readonly builds: readonly RunningBuild[];
  /** For how long the oldest erasure of a workspace that has begun goes on; 0: none does. */
  readonly oldestErasureSeconds: number;
  readonly calendars: CalendarState;
  readonly billing: BillingState;
  readonly prep: PrepState;
  readonly webhooks: WebhookState;
}

/** What operators answer at the payment provider. */
export interface BillingState {
  /** Plans with a payment that the bank has not decided about. */
  readonly disputedPlans: number;
  /** Payments of the last day that should go back, but were too many for a machine to decide. */
  readonly withheldRefunds: number;
  /** Looks at the provider that should have begun five minutes ago. */
  readonly overdueLooks: number;
  /** Customers of whom the last look said that something is wrong. */
  readonly troubles: readonly { readonly trouble: string; readonly customers: number }[];
  /** Workspaces whose payment is missing. */
  readonly unpaid: { readonly past_due: number; readonly inactive: number };
  /** Customers of the provider in news of the last day, who are nobody here. */
  readonly strangers: number;
  /** News of the last hour that the provider's list brought, and no webhook. */
  readonly unheardNews: number;
}

const NO_BILLING: BillingState = {
  ...{ disputedPlans: 0, withheldRefunds: 0, overdueLooks: 0, troubles: [], strangers: 0, unheardNews: 0 },
  unpaid: { past_due: 0, inactive: 0 },
};

async function readBillingState(sql: Sql): Promise<BillingState> {
  const [row] = await sql<BillingState[]>`
    select (select count(*)::int from billing_customers where next_look_at < now() - interval '5 minutes') as "overdueLooks",
      (select coalesce(json_agg(json_build_object('trouble', trouble, 'customers', n)), '[]')
        from (select trouble, count(*)::int as n from billing_customers where trouble is not null group by 1) t) as troubles,
      (select json_build_object('past_due', count(*) filter (where w.subscription_status = 'past_due'),
          'inactive', count(*) filter (where w.subscription_status = 'inactive'))
        from subscriptions s join workspaces w on w.id = s.workspace_id where s.past_due_since is not null) as unpaid,
      (select count(distinct customer_id)::int from stripe_events
        where standing = 'stranger' and received_at > now() - interval '1 day') as strangers,
      (select count(*)::int from stripe_events where is_from_list and received_at > now() - interval '1 hour') as "unheardNews",
      (select count(*)::int from subscriptions where disputed_since is not null) as "disputedPlans",
      (select count(*)::int from automatic_refunds where is_withheld and decided_at > now() - interval '1 day') as "withheldRefunds"`;
  return row ?? NO_BILLING;
}

/** Reads by indexes only: the unannounced changes, what the sweep would nudge, the deliveries of one hour, and two small tables. */
export async function readOperatingState(sql: Sql, taskQueue: string): Promise<OperatingState> {
  const [[unannounced], refusedMails, sweepParts, builds, calendars, billing, prep, webhooks, lateFlows, [erasures]] =
    await Promise.all([
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
      readBillingState(sql),
      readPrepState(sql),
      readWebhookState(sql),
      readLateFlows(sql, waitingRows),
      sql<{ oldestSeconds: number }[]>`
      select coalesce(extract(epoch from clock_timestamp() - min(erasing_at)), 0)::float8 as "oldestSeconds"
      from workspaces where erase_at is not null`,
    ]);
  const none = { changes: 0, oldestSeconds: 0 };
  const oldestErasureSeconds = erasures?.oldestSeconds ?? 0;
  const parts = { sweepParts, builds, calendars, billing, prep, webhooks, lateFlows, oldestErasureSeconds };
  return { unannounced: unannounced ?? none, refusedMails, ...parts };
}
