import type { PendingQuery, Row, Sql } from 'postgres';
import { TRIAL_REMINDER_MS } from '../../domain/billing/trial.ts';
import { FAILING_AFTER } from '../../domain/webhooks/schedule.ts';
import { hasLostMaker } from '../billing/checkout-intents.ts';
import { eventTables, hasWork, workAt } from '../calendars/events.ts';
import { isLiveIn, isStandingIn } from '../live-bookings.ts';
import { isPutOffRow, PUT_OFF_AT_ONCE, PUT_OFF_LOT, restedPacks } from '../prep/put-off-packs.ts';

/**
 * The rows that wait for a flow, and since when: the sweep nudges those that are late, reconcile takes all of them as rows with a live
 * flow. Columns: `lot` (rows of one lot share a batch), `id`, `workspace_id` (null: none yet), `since`.
 */
export type WaitingQuery = (sql: Sql) => PendingQuery<Row[]>;

/** A delivery that has its turn is on its way for so long at most: an attempt of 25 s that was cut off, and the one after it (flow webhookDelivery). */
const ATTEMPT_SECONDS = 55;

/** By flow. activities/ops/sweep.ts compiles only if these are the flows of the catalogue in workflows/. */
export const waitingRows = {
  booking: (sql) => sql`
    select 'code' as lot, id, workspace_id, expires_at as since from challenges where status = 'open'
    union all
    select 'booking', b.id, b.workspace_id, c.created_at from booking_changes c join bookings b on b.id = c.booking_id
      where c.announced_at is null
    union all
    select 'calendarEvent', b.id, b.workspace_id, ${workAt(sql)} from ${eventTables(sql)} where ${hasWork(sql)}
    union all
    select 'booking', id, workspace_id, decide_by from bookings where status = 'pending_confirmation'
    union all
    select 'booking', id, workspace_id, end_at from bookings where ${isStandingIn(sql)}
    union all
    select 'reminder', id, workspace_id, remind_at from bookings where remind_at is not null
    union all
    select 'waitingMail', b.id, b.workspace_id, w.try_at from waiting_mails w join bookings b on b.id = w.booking_id
      where w.try_at < 'infinity' and ${isLiveIn(sql, 'b')}
    union all
    select 'floodBooking', b.id, b.workspace_id, f.closed_at from booking_origins o join bookings b on b.id = o.booking_id
      join booking_floods f on f.id = o.cleared_flood_id
      where o.cleared_flood_id is not null and ${isLiveIn(sql, 'b')}
        and b.start_at > now()
    union all
    select 'testBooking', b.id, b.workspace_id, t.ended_at from test_bookings t join bookings b on b.id = t.booking_id
      where t.ended_at is not null and ${isLiveIn(sql, 'b')}
        and b.start_at > now()`,
  deviceAuthorization: (sql) => sql`
    select 'device' as lot, id, workspace_id, expires_at as since from device_sessions
      where status in ('pending', 'approved')
    union all
    select 'device', id, workspace_id, coalesce(consumed_at, decided_at, created_at) from device_sessions
      where status is distinct from flow_status`,
  signIn: (sql) => sql`
    select 'signIn' as lot, id, null::uuid as workspace_id, created_at as since from sign_in_links
      where mailed_at is null and used_at is null and expires_at > now()`,
  nativeSignIn: (sql) => sql`
    select 'nativeSignIn' as lot, id, null::uuid as workspace_id, issued_at as since from mailed_codes
      where purpose = 'native_sign_in' and status = 'open' and accepted_at is null and expires_at > now()`,
  nativeClaim: (sql) => sql`
    select 'nativeClaim' as lot, id, workspace_id, expires_at as since from native_claims
      where status in ('pending', 'accepted')
    union all
    select 'nativeClaim', id, workspace_id, coalesce(decided_at, created_at) from native_claims
      where status is distinct from flow_status
    union all
    select 'nativeClaim', id, workspace_id, created_at from native_claims
      where status = 'pending' and mailed_at is null and expires_at > now()`,
  trial: (sql) => sql`
    select 'trial' as lot, id, id as workspace_id, trial_ends_at as since from workspaces
      where subscription_status = 'trialing'
    union all
    select 'trial', id, id, trial_ends_at - ${TRIAL_REMINDER_MS} * interval '1 millisecond' from workspaces
      where subscription_status = 'trialing' and trial_reminded_at is null
    union all
    select 'trial', id, id, trial_ended_at from workspaces
      where plan = 'free' and trial_ended_at is not null and trial_end_mailed_at is null`,
  invitation: (sql) => sql`
    select 'invitation' as lot, i.id, i.workspace_id, d.asked_at as since from invitation_mails d
      join invitations i on i.id = d.invitation_id and i.issue_no = d.issue_no
      where d.mailed_at is null and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`,
  calendarSync: (sql) => sql`
    select 'calendarSync' as lot, id, workspace_id, next_sync_at as since from calendar_connections where status = 'active'
    union all
    select 'calendarSync', id, workspace_id, greatest(changed_at, throttled_until) from calendar_connections
      where status = 'active' and changed_at > seen_at
    union all
    select 'calendarSync', id, workspace_id, revoked_at from calendar_connections
      where status = 'revoked' and refresh_token is not null
    union all
    select 'calendarSync', id, workspace_id, reconnect_since from calendar_connections
      where status = 'reconnect_required' and reconnect_mailed_at is null`,
  checkout: (sql) => sql`
    select 'checkout' as lot, id, workspace_id, expires_at as since from checkout_intents where status = 'pending'
    union all
    select 'checkout', c.id, c.workspace_id, coalesce(c.cancel_asked_at, c.created_at) from checkout_intents c
      where c.status = 'pending' and (c.cancel_asked_at is not null or ${hasLostMaker(sql)})
    union all
    select 'checkout', id, workspace_id, ended_at from checkout_intents
      where status <> 'pending' and url is not null and page_ended_at is null`,
  subscription: (sql) => sql`
    select 'subscription' as lot, workspace_id as id, workspace_id, next_look_at as since from billing_customers
      where next_look_at is not null
    union all
    select 'subscription', workspace_id, workspace_id, min(seen_at) from subscription_changes where mailed_at is null group by workspace_id`,
  accessNotice: (sql) => sql`
    select 'accessNotice' as lot, id, workspace_id, created_at as since from access_notices where settled_at is null`,
  accountMail: (sql) => sql`
    select 'accountMail' as lot, id, null::uuid as workspace_id, created_at as since from account_mails where settled_at is null`,
  workspaceClaim: (sql) => sql`
    select 'workspaceClaim' as lot, id, workspace_id, expires_at as since from workspace_claims where status = 'pending'
    union all
    select 'workspaceClaim', id, workspace_id, coalesce(ended_at, created_at) from workspace_claims
      where status is distinct from flow_status
    union all
    select 'workspaceClaim', id, workspace_id, created_at from workspace_claims
      where status = 'pending' and mailed_at is null
    union all
    select 'workspaceClaim', id, workspace_id, ended_at from workspace_claims
      where status = 'accepted' and keeps_agent is not null and told_at is null`,
  unclaimedWorkspace: (sql) => sql`
    select 'unclaimedWorkspace' as lot, workspace_id as id, workspace_id, next_look_at as since from unclaimed_workspaces
      where inactive_at is null and (next_look_at <= now() or first_mailed_at is not null or last_mailed_at is not null)`,
  workspaceErasure: (sql) => sql`
    select 'workspaceErasure' as lot, id, id as workspace_id, coalesce(erasure_due_at, erase_at) as since from workspaces where erase_at is not null`,
  memberRemoval: (sql) => sql`
    select 'memberRemoval' as lot, id, workspace_id, created_at as since from member_removals where status = 'running'`,
  agentIdentity: (sql) => sql`
    select 'agentIdentity' as lot, id, workspace_id, ends_at as since from agent_principals where status in ('pending', 'verified')
    union all
    select 'agentIdentity', id, workspace_id, coalesce(revoked_at, verified_at, created_at) from agent_principals
      where status is distinct from flow_status
    union all
    select 'agentIdentity', p.id, p.workspace_id, c.issued_at from mailed_codes c join agent_principals p on p.id = c.id
      where c.status = 'open' and c.accepted_at is null and p.status = 'pending'
    union all
    select 'agentIdentity', id, workspace_id, verified_at from agent_principals where status = 'verified' and told_at is null
    union all
    select 'agentIdentity', p.id, p.workspace_id, s.made_at from agent_sign_ups s join agent_principals p on p.id = s.principal_id
      where s.told_at is null`,
  prepPack: (sql) => sql`
    select 'prepPack' as lot, booking_id as id, workspace_id, inputs_changed_at as since from prep_packs
      where made_version < inputs_version and ended_at is null and not ${isPutOffRow(sql)}
    union all ${restedPacks(sql)}
    union all
    select 'prepPack', booking_id, workspace_id, next_look_at from prep_packs where ended_at is null`,
  webhookDelivery: (sql) => sql`
    select 'webhookDelivery' as lot, id, workspace_id, turn_at + ${ATTEMPT_SECONDS} * interval '1 second' as since from webhook_deliveries
      where state = 'sending'
    union all
    select 'webhookDelivery', d.id, d.workspace_id, greatest(d.next_at, e.probe_at, e.secret_retry_at, e.held_since + interval '1 minute') from webhook_endpoints e
      join workspaces w on w.id = e.workspace_id and w.erase_at is null
      cross join lateral (
        select id, workspace_id, next_at from webhook_deliveries where endpoint_id = e.id and state = 'pending' and next_at <= now()
        order by next_at, seq limit 1) d
      where e.disabled_at is null and (e.failures < ${FAILING_AFTER} or e.probe_at <= now()) and coalesce(e.secret_retry_at <= now(), true)
        and not exists (select 1 from webhook_deliveries s where s.endpoint_id = e.id and s.state = 'sending')`,
} satisfies Record<string, WaitingQuery>;

/** A row that waits for its flow. The sweep nudges the flow, or starts it if it is gone. */
export interface WaitingRow<Flow extends string> {
  readonly flow: Flow;
  readonly id: string;
  /** null: none yet. */
  readonly workspaceId: string | null;
  /** Since when it waits for what it waits for now, as the database writes it. */
  readonly since: string;
  /** How often its flow was nudged for this wait. */
  readonly tries: number;
}

/** The sweep keeps at most this many flows of each lot at work, so that those of guests have their turn. Of packs put off, fewer. */
const AT_WORK = 100;

/** A nudged flow whose row still waits after this time works no more: it waits for a part that is away, or is stuck. */
const AT_WORK_SECONDS = 10;

/**
 * The sweep runs this often, and a row is late after this time: a flow that runs has done its work before. Mails that a crash delayed
 * leave within two of it.
 */
export const SWEEP_SECONDS = 15;

const allWaiting = <Flow extends string>(sql: Sql, queries: Readonly<Record<Flow, WaitingQuery>>) =>
  Object.entries<WaitingQuery>(queries)
    .map(([flow, query]) => sql`select ${flow}::text as flow, rows.* from (${query(sql)}) rows`)
    .reduce((left, right) => sql`${left} union all ${right}`);

/** Rows that have waited for {@link SWEEP_SECONDS}: `due` for a nudge, or `at_work` because of one, or nudged and not due again yet. */
const waitingRowsWithTries = <Flow extends string>(sql: Sql, queries: Readonly<Record<Flow, WaitingQuery>>) => sql`
    select w.*, coalesce(n.tries, 0) as tries, coalesce(n.next_at <= now(), true) as due,
      coalesce(n.nudged_at > now() - ${AT_WORK_SECONDS} * interval '1 second', false) as at_work
    from (
      select flow, id, workspace_id, min(lot) as lot, min(since) as since from (${allWaiting(sql, queries)}) rows
      where since < now() - ${SWEEP_SECONDS} * interval '1 second' group by flow, id, workspace_id
    ) w left join flow_nudges n on n.flow = w.flow and n.id = w.id and n.since = w.since`;

/**
 * The next rows to nudge: those that were nudged least often come first, of those the longest waiting. Each lot has a batch of its own,
 * in turns: rows that strangers make (codes, device sessions, links) delay neither bookings nor each other. A batch is what the
 * lot's working flows leave of {@link AT_WORK}. First packs that were put off come from each workspace in turn: none of them delays all others.
 */
export const findWaiting = <Flow extends string>(
  sql: Sql,
  queries: Readonly<Record<Flow, WaitingQuery>>,
): Promise<WaitingRow<Flow>[]> => sql<WaitingRow<Flow>[]>`
  with known as materialized (${waitingRowsWithTries(sql, queries)}),
    busy as (select lot, count(*) as flows from known where at_work group by lot),
    shared as (select *, row_number() over (partition by lot, workspace_id order by tries, since, id) as nth from known where due and not at_work),
    ranked as (select *, row_number() over (
      partition by lot order by tries, case lot when ${PUT_OFF_LOT} then nth else 0 end, since, id) as turn from shared)
  select flow, id, workspace_id as "workspaceId", since::text, tries from ranked left join busy using (lot)
  where turn <= case lot when ${PUT_OFF_LOT} then ${PUT_OFF_AT_ONCE}::int else ${AT_WORK}::int end - coalesce(flows, 0)
  order by turn, lot`;

/** How many rows of each flow are late, and for how long the latest: while its part works, the sweep leaves none so for minutes. */
export interface LateFlows<Flow extends string> {
  readonly flow: Flow;
  readonly rows: number;
  readonly oldestSeconds: number;
}

/** By flow; those without a late row have 0. */
export async function readLateFlows<Flow extends string>(
  sql: Sql,
  queries: Readonly<Record<Flow, WaitingQuery>>,
): Promise<LateFlows<Flow>[]> {
  const late = await sql<LateFlows<Flow>[]>`
    select flow, count(distinct id)::int as rows, extract(epoch from now() - min(since))::float8 as "oldestSeconds"
    from (${allWaiting(sql, queries)}) rows where since < now() - ${SWEEP_SECONDS} * interval '1 second' group by flow`;
  const found = new Map(late.map((each) => [each.flow, each]));
  return (Object.keys(queries) as Flow[]).map((flow) => found.get(flow) ?? { flow, rows: 0, oldestSeconds: 0 });
}

/** Whether a row is due for a nudge, be its lot busy or not. */
export async function isAnyDue<Flow extends string>(
  sql: Sql,
  queries: Readonly<Record<Flow, WaitingQuery>>,
): Promise<boolean> {
  const rows = await sql`select 1 from (${waitingRowsWithTries(sql, queries)}) known where due limit 1`;
  return rows.length > 0;
}

/**
 * Notes a nudge of each row. The next one is due after 1, 2, 4, 8 … minutes, and then each hour: flows that only wait for a part that is
 * away do not fill their histories. A row that waits for something new begins again at one minute.
 */
export async function noteNudges(sql: Sql, rows: readonly WaitingRow<string>[]): Promise<void> {
  const column = <Value>(of: (row: WaitingRow<string>) => Value) => rows.map(of);
  await sql`
    insert into flow_nudges (flow, id, since, tries, nudged_at, next_at)
    select flow, id, since::timestamptz, tries + 1, now(), now() + least(power(2, tries), 60) * interval '1 minute' - interval '10 seconds'
    from unnest(${column(({ flow }) => flow)}::text[], ${column(({ id }) => id)}::uuid[],
      ${column(({ since }) => since)}::text[], ${column(({ tries }) => tries)}::int[]) as row (flow, id, since, tries)
    on conflict (flow, id) do update set since = excluded.since, tries = excluded.tries, nudged_at = excluded.nudged_at,
      next_at = excluded.next_at`;
}
