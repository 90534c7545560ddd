import type { Sql } from 'postgres';
import { effectiveRole } from '../../domain/access/role-order.ts';
import { capsOf } from '../../domain/billing/plan.ts';
import type { KeyMode, Role, Scope } from '../../schemas/shapes/access.ts';
import { logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import type { Queryable, Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';
import { isOfTestKey, noteNewAccess } from './access-notices.ts';
import {
  type CallerGone,
  type Doer,
  type IsWanted,
  insertKey,
  isWorkingKey,
  keyOf,
  type NewKey,
  requireCaller,
} from './api-keys.ts';

export interface ListedSeat extends Position {
  readonly displayName: string;
  readonly agentEmail: string | null;
  readonly apiKeyId: string;
  readonly createdByUserId: string | null;
  readonly createdAt: Date;
  readonly scopes: Scope[];
  /** What the seat may do now; null: its creator left, or the creator's role has nothing in common with the seat's. */
  readonly role: Role | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Where a page of the list ended. Active seats come first, then revoked ones. */
export interface SeatPosition extends Position {
  readonly isRevoked: boolean;
}

/** The seats of a workspace, active ones first, newest first in each part; one more than `limit` if there are more. */
export async function listSeats(
  sql: Queryable,
  workspaceId: string,
  { after, limit }: { readonly after: SeatPosition | undefined; readonly limit: number },
): Promise<ListedSeat[]> {
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
  const rows = await sql<(ListedSeat & { creatorRole: Role | null; roleCap: Role | null })[]>`
    select s.id, s.display_name as "displayName", s.agent_email::text as "agentEmail", s.api_key_id as "apiKeyId",
      s.created_by_user_id as "createdByUserId", s.created_at as "createdAt", s.revoked_at as "revokedAt",
      k.scopes, k.role_cap as "roleCap", k.expires_at as "expiresAt", m.role as "creatorRole",
      ${atMicros(sql, 's.created_at')}
    from ((${part(false)}) union all (${part(true)})) s
    join api_keys k on k.id = s.api_key_id
    left join memberships m on m.workspace_id = s.workspace_id and m.user_id = s.created_by_user_id
    order by (s.revoked_at is not null), s.created_at desc, s.id desc
    limit ${limit + 1}`;
  return rows.map(({ creatorRole, roleCap, ...seat }) => ({
    ...seat,
    role: creatorRole && effectiveRole(creatorRole, roleCap),
  }));
}

export interface SeatCount {
  readonly activeCount: number;
  readonly cap: number;
}

/** A seat whose key was revoked or has expired is not active. An accepted claim keeps a place until its agent fetches the key. */
export async function countActiveSeats(sql: Queryable, workspaceId: string): Promise<number> {
  const [row] = await sql<[{ active: number }]>`
    select (
      select count(*) from agent_seats s join api_keys k on k.id = s.api_key_id
      where s.workspace_id = ${workspaceId} and s.revoked_at is null and ${isWorkingKey(sql, 'k')}
    )::int + (
      select count(*) from native_claims
      where workspace_id = ${workspaceId} and status = 'accepted' and expires_at > clock_timestamp()
    )::int as active`;
  return row.active;
}

/** The number of active seats, and the plan's cap. A seat whose key has expired is not active. */
export async function countSeats(sql: Queryable, workspaceId: string, now: number): Promise<SeatCount> {
  const [subscription, activeCount] = await Promise.all([
    readSubscription(sql, workspaceId),
    countActiveSeats(sql, workspaceId),
  ]);
  return { activeCount, cap: capsOf(subscription, now).agentSeats };
}

export interface NewSeat {
  readonly id: string;
  readonly displayName: string;
  readonly agentEmail: string | null;
  /** Of a claim: the operator's folded address. */
  readonly operatorInbox?: string;
  /** `roleCap`: what was asked for; null: as the maker. `expiresAtMs` null: as the maker's key. */
  readonly key: NewKey;
}

/** `expiresAtMs`: the seat does not outlive the key that made it. */
export interface MadeSeat {
  readonly cap: number;
  readonly expiresAtMs: number | null;
}

export type SeatRefusal =
  | CallerGone
  | OverPlanCap
  /** The key that makes it was revoked meanwhile. */
  | { readonly refused: 'maker_revoked' }
  /** It would outlive the key that makes it. */
  | { readonly refused: 'outlives_maker'; readonly latestMs: number };

/**
 * Makes a seat and its key if the plan allows one more, and the notice for its creator. Locks the workspace before it counts, so
 * concurrent calls queue. After the commit the caller starts the flow `accessNotice` of the seat's id.
 */
export const createSeat = (sql: Sql, seat: NewSeat, by: Doer, isWanted: IsWanted): Promise<MadeSeat | SeatRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<SeatRefusal>): Promise<MadeSeat> => {
    const { workspaceId, createdAtMs } = seat.key;
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const maker = await readMaker(tx, keyOf(by));
    if (maker.isRevoked) return refuse({ refused: 'maker_revoked' });
    const { expiresAtMs } = seat.key;
    if (maker.endsMs !== null && expiresAtMs !== null && expiresAtMs > maker.endsMs)
      return refuse({ refused: 'outlives_maker', latestMs: maker.endsMs });
    const { activeCount: used, cap } = await countSeats(tx, workspaceId, createdAtMs);
    const over = await findOverCap(tx, workspaceId, { feature: 'agentSeats', used }, createdAtMs);
    if (over) return refuse(over);
    const endsMs = expiresAtMs ?? maker.endsMs;
    const key = { ...seat.key, expiresAtMs: endsMs, roleCap: seat.key.roleCap ?? maker.roleCap };
    await insertSeat(tx, { ...seat, key }, by);
    requireCaller(isWanted, refuse);
    return { cap, expiresAtMs: endsMs };
  });

/** Inserts a seat and its key, their activity entries and the notice for its creator. The caller has checked that the plan has room. */
export async function insertSeat(tx: Transaction, seat: NewSeat, by: Doer): Promise<void> {
  const { id, displayName, key } = seat;
  const { workspaceId } = key;
  await insertKey(tx, key, by);
  await tx`
    insert into agent_seats (id, workspace_id, display_name, agent_email, operator_inbox, api_key_id, created_by_user_id, created_at)
    values (${id}, ${workspaceId}, ${displayName}, ${seat.agentEmail}, ${seat.operatorInbox ?? null}, ${key.id}, ${key.createdByUserId},
      ${new Date(key.createdAtMs)})`;
  const subject = { type: 'agent_seat', id } as const;
  await logActivity(tx, { ...by, workspaceId, action: 'agent_seat.created', subject, data: { displayName } });
  const notice = { kind: 'seat', id, userId: key.createdByUserId, workspaceId, name: displayName } as const;
  await noteNewAccess(tx, { ...notice, clientIp: key.clientIp, isTest: isOfTestKey(by) }, by);
}

interface Maker {
  readonly isRevoked: boolean;
  /** null: without an end. */
  readonly endsMs: number | null;
  readonly roleCap: Role | null;
}

/** The limits of the key that makes a seat. A session has none: people sign in again. */
async function readMaker(tx: Transaction, keyId: string | null): Promise<Maker> {
  if (keyId === null) return { isRevoked: false, endsMs: null, roleCap: null };
  const [key] = await tx<{ isRevoked: boolean; expiresAt: Date | null; roleCap: Role | null }[]>`
    select revoked_at is not null as "isRevoked", expires_at as "expiresAt", role_cap as "roleCap" from api_keys
    where id = ${keyId}`;
  if (!key) return { isRevoked: true, endsMs: null, roleCap: null };
  return { isRevoked: key.isRevoked, endsMs: key.expiresAt?.getTime() ?? null, roleCap: key.roleCap };
}

export interface SeatFacts {
  readonly keyId: string;
  readonly mode: KeyMode;
}

/** The key of a seat of this workspace; undefined: no such seat. */
export async function findSeatKey(sql: Queryable, workspaceId: string, seatId: string): Promise<SeatFacts | undefined> {
  const [seat] = await sql<SeatFacts[]>`
    select s.api_key_id as "keyId", k.mode from agent_seats s join api_keys k on k.id = s.api_key_id
    where s.id = ${seatId} and s.workspace_id = ${workspaceId}`;
  return seat;
}
