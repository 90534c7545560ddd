import { capsOf, type Subscription, subscriptionAt } from '../../domain/billing/plan.ts';
import type { CountedFeature, Plan } from '../../schemas/shapes/plan.ts';
import { isWorkingKey } from '../access/api-keys.ts';
import type { Queryable, Transaction } from '../database.ts';
import { mayBeGiven } from '../members/invitation-state.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** A plan has no room for one more. */
export interface OverPlanCap {
  readonly refused: 'over_plan_cap';
  readonly feature: CountedFeature;
  readonly cap: number;
  readonly used: number;
  readonly plan: Plan;
}

/** Who works in a workspace; who is being removed does not count. */
const countMembers = (sql: Queryable, workspaceId: string) => sql`
  (select count(*)::int from memberships where workspace_id = ${workspaceId} and leaving_at is null)`;

/** How much of each feature a workspace uses. What is archived, revoked or expired frees its place. */
const counts = {
  members: (sql, workspaceId) => sql`
    ${countMembers(sql, workspaceId)} + (select count(*)::int from invitations i where i.workspace_id = ${workspaceId}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp() and ${mayBeGiven(sql)})`,
  eventTypes: (sql, workspaceId) => sql`
    (select count(*)::int from event_types where workspace_id = ${workspaceId} and archived_at is null)`,
  teams: (sql, workspaceId) => sql`
    (select count(*)::int from teams where workspace_id = ${workspaceId} and archived_at is null)`,
  agentSeats: (sql, workspaceId) => sql`
    (select count(*)::int from agent_seats s join api_keys k on k.id = s.api_key_id
      where s.workspace_id = ${workspaceId} and s.revoked_at is null and ${isWorkingKey(sql, 'k')})`,
} satisfies Record<CountedFeature, (sql: Queryable, workspaceId: string) => ReturnType<typeof countMembers>>;

export type Usage = Readonly<Record<CountedFeature, number>>;

/** How much of its plan a workspace uses. */
export async function readUsage(sql: Queryable, workspaceId: string): Promise<Usage> {
  const of = (feature: CountedFeature) => counts[feature](sql, workspaceId);
  const [row] = await sql<[Usage]>`
    select ${of('members')} as members, ${of('eventTypes')} as "eventTypes", ${of('teams')} as teams,
      ${of('agentSeats')} as "agentSeats"`;
  return row;
}

/** How much of one feature a workspace uses. */
export async function countUsed(sql: Queryable, workspaceId: string, feature: CountedFeature): Promise<number> {
  const [row] = await sql<[{ used: number }]>`select ${counts[feature](sql, workspaceId)} as used`;
  return row.used;
}

/**
 * Whether a plan has room for one more. The caller has locked the row of the workspace before: two calls can't both take the last place.
 * @returns null: there is room
 */
export async function findOverCap(
  tx: Transaction,
  workspaceId: string,
  feature: CountedFeature,
  now: number,
): Promise<OverPlanCap | null> {
  const [subscription, used] = await Promise.all([
    readSubscription(tx, workspaceId),
    countUsed(tx, workspaceId, feature),
  ]);
  return overCap(subscription, { feature, used }, now);
}

/** The same for a person who accepts an invitation: other invitations keep no place from those who come first. */
export async function findOverMembers(tx: Transaction, workspaceId: string, now: number): Promise<OverPlanCap | null> {
  const [subscription, [row]] = await Promise.all([
    readSubscription(tx, workspaceId),
    tx<[{ used: number }]>`select ${countMembers(tx, workspaceId)} as used`,
  ]);
  return overCap(subscription, { feature: 'members', used: row.used }, now);
}

function overCap(
  subscription: Subscription,
  { feature, used }: { readonly feature: CountedFeature; readonly used: number },
  now: number,
): OverPlanCap | null {
  const cap = capsOf(subscription, now)[feature];
  if (cap === null || used < cap) return null;
  return { refused: 'over_plan_cap', feature, cap, used, plan: subscriptionAt(subscription, now).plan };
}
