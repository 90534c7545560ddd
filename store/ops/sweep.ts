import type { Sql } from 'postgres';
import { CONCURRENCY } from '../../domain/concurrency.ts';
import { waitingDeviceSessions } from '../access/device-sessions.ts';
import { waitingNativeClaims } from '../accounts/native-claims.ts';
import { waitingCheckouts } from '../billing/checkout-intents.ts';
import { waitingSubscriptions } from '../billing/subscription-changes.ts';
import { waitingTrials } from '../billing/trials.ts';
import { waitingBookings } from '../booking/waiting-bookings.ts';
import { waitingConnections } from '../calendars/sync-state.ts';
import { waitingAgents } from '../identity/agent-standing.ts';
import { waitingUnclaimed } from '../identity/unclaimed-workspaces.ts';
import { waitingWorkspaceClaims } from '../identity/workspace-claims.ts';
import { waitingMails } from '../mail/outbox.ts';
import { waitingRemovals } from '../members/member-removals.ts';
import { POSTPONED_LOT, waitingPacks } from '../prep/prep-packs.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { waitingDeliveries } from '../webhooks/deliveries.ts';
import { waitingErasures } from './erase-workspace.ts';

/** By flow. activities/ops/nudge-waiting.ts compiles only if these are the flows of the catalogue in workflows/. */
export const waitingRows = {
  booking: waitingBookings,
  deviceAuthorization: waitingDeviceSessions,
  mail: waitingMails,
  nativeClaim: waitingNativeClaims,
  trial: waitingTrials,
  calendarSync: waitingConnections,
  checkout: waitingCheckouts,
  subscription: waitingSubscriptions,
  workspaceClaim: waitingWorkspaceClaims,
  unclaimedWorkspace: waitingUnclaimed,
  workspaceErasure: waitingErasures,
  memberRemoval: waitingRemovals,
  agentIdentity: waitingAgents,
  prepPack: waitingPacks,
  webhookDelivery: waitingDeliveries,
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

/** The sweep keeps at most this many flows of each lot at work, so that those of guests have their turn. Of postponed packs, fewer. */
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
 * lot's working flows leave of {@link AT_WORK}. Postponed packs come from each workspace in turn: none delays all others.
 */
export const findWaiting = <Flow extends string>(
  sql: Sql,
  queries: Readonly<Record<Flow, WaitingQuery>>,
): Promise<WaitingRow<Flow>[]> => sql<WaitingRow<Flow>[]>`
  with known as materialized (${waitingRowsWithTries(sql, queries)}),
    busy as (select lot, count(*) as flows from known where at_work group by lot),
    shared as (select *, row_number() over (partition by lot, workspace_id order by tries, since, id) as nth from known where due and not at_work),
    ranked as (select *, row_number() over (
      partition by lot order by tries, case lot when ${POSTPONED_LOT} then nth else 0 end, since, id) as turn from shared)
  select flow, id, workspace_id as "workspaceId", since::text, tries from ranked left join busy using (lot)
  where turn <= case lot when ${POSTPONED_LOT} then ${CONCURRENCY.firstPacks.postponed}::int else ${AT_WORK}::int end - coalesce(flows, 0)
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
