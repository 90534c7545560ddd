import type { Sql } from 'postgres';
import { type Subscription, seatCap } from '../../domain/billing/plan.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import {
  type CallerGone,
  type Doer,
  endKey,
  type IsWanted,
  insertKey,
  type NewKey,
  requireCaller,
} from './api-keys.ts';

export interface ListedSeat extends Position {
  readonly displayName: string;
  readonly agentEmail: string | null;
  readonly apiKeyId: string;
  readonly createdByUserId: string | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** Where a page of the list ended. Active seats come first, then revoked ones. */
export interface SeatPosition extends Position {
  readonly isRevoked: boolean;
}

/** The seats of a workspace, active ones first, newest first in each part; one more than `limit` if there are more. */
export const listSeats = (
  sql: Queryable,
  workspaceId: string,
  { after, limit }: { readonly after: SeatPosition | undefined; readonly limit: number },
): Promise<ListedSeat[]> => {
  const part = (isRevoked: boolean) => {
    // A page that begins among the revoked ones lists no active one.
    if (after?.isRevoked && !isRevoked) return sql`select * from agent_seats where false`;
    const further = behind(
      sql,
      { at: 'created_at', id: 'id' },
      'descending',
      after?.isRevoked === isRevoked ? after : undefined,
    );
    const state = isRevoked ? sql`revoked_at is not null` : sql`revoked_at is null`;
    return sql`
      select * from agent_seats where workspace_id = ${workspaceId} and ${state} and ${further}
      order by created_at desc, id desc limit ${limit + 1}`;
  };
  return sql<ListedSeat[]>`
    select id, display_name as "displayName", agent_email::text as "agentEmail", api_key_id as "apiKeyId",
      created_by_user_id as "createdByUserId", created_at as "createdAt", revoked_at as "revokedAt",
      ${atMicros(sql, 'created_at')}
    from ((${part(false)}) union all (${part(true)})) seats
    order by (revoked_at is not null), created_at desc, id desc
    limit ${limit + 1}`;
};

export interface SeatCount {
  readonly activeCount: number;
  readonly cap: number;
}

/** The number of active seats, and the plan's cap. */
export async function countSeats(sql: Queryable, workspaceId: string, now: number): Promise<SeatCount> {
  const [subscription, [row]] = await Promise.all([
    readSubscription(sql, workspaceId),
    sql<{ active: number }[]>`
      select count(*)::int as active from agent_seats where workspace_id = ${workspaceId} and revoked_at is null`,
  ]);
  return { activeCount: row?.active ?? 0, cap: seatCap(subscription, now) };
}

export interface NewSeat {
  readonly id: string;
  readonly displayName: string;
  readonly agentEmail: string | null;
  /** `createSeat` sets the end of the key: a seat does not outlive the key that made it. */
  readonly key: Omit<NewKey, 'expiresAtMs'>;
}

export type SeatOutcome = { readonly created: boolean; readonly cap: number; readonly subscription: Subscription };

/** Makes a seat and its key if the plan allows one more. Locks the workspace before it counts, so concurrent calls queue. */
export const createSeat = (sql: Sql, seat: NewSeat, by: Doer, isWanted: IsWanted): Promise<SeatOutcome | CallerGone> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<CallerGone>) => {
    const { workspaceId, createdByUserId, createdAtMs } = seat.key;
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const subscription = await readSubscription(tx, workspaceId);
    const { activeCount, cap } = await countSeats(tx, workspaceId, createdAtMs);
    if (activeCount >= cap) return { created: false, cap, subscription };
    await insertKey(tx, { ...seat.key, expiresAtMs: await endOf(tx, by) }, by);
    await tx`
      insert into agent_seats (id, workspace_id, display_name, agent_email, api_key_id, created_by_user_id, created_at)
      values (${seat.id}, ${workspaceId}, ${seat.displayName}, ${seat.agentEmail}, ${seat.key.id}, ${createdByUserId},
        ${new Date(createdAtMs)})`;
    const subject = { type: 'agent_seat', id: seat.id };
    const data = { displayName: seat.displayName };
    await logActivity(tx, { ...by, workspaceId, action: 'agent_seat.created', subject, data });
    requireCaller(isWanted, refuse);
    return { created: true, cap, subscription };
  });

/** When the caller's key ends. null: a key without an end, or a session: people sign in again. */
async function endOf(tx: Transaction, { actor }: Doer): Promise<number | null> {
  if (actor === null || !('keyId' in actor)) return null;
  const [key] = await tx<{ expiresAt: Date | null }[]>`
    select expires_at as "expiresAt" from api_keys where id = ${actor.keyId}`;
  return key?.expiresAt?.getTime() ?? null;
}

/** Ends a seat and its key. @returns false: this workspace has no such seat. A repeat changes nothing. */
export const revokeSeat = (
  sql: Sql,
  { workspaceId, seatId, now }: { readonly workspaceId: string; readonly seatId: string; readonly now: number },
  by: Doer,
): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const [seat] = await tx<{ keyId: string }[]>`
      select api_key_id as "keyId" from agent_seats where id = ${seatId} and workspace_id = ${workspaceId}`;
    if (!seat) return false;
    await endKey(tx, { workspaceId, keyId: seat.keyId, now }, by);
    return true;
  });
