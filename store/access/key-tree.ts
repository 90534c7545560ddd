import type { Sql } from 'postgres';
import type { Role } from '../../schemas/shapes/access.ts';
import { ENDED_LISTED } from '../../schemas/shapes/ended-access.ts';
import { type Activity, logActivity } from '../activity.ts';
import { inTransaction, type Transaction } from '../database.ts';
import type { Doer } from './api-keys.ts';

interface Ending {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly now: number;
}

/** What ended with a key. Lists hold 100 at most, counts are complete. */
export interface EndedAccess {
  readonly keyCount: number;
  readonly seatCount: number;
  readonly seats: readonly { readonly id: string; readonly displayName: string }[];
  readonly invitationCount: number;
  readonly invitations: readonly { readonly id: string; readonly email: string; readonly role: Role }[];
  /** They joined by invitations of these keys, and stay. */
  readonly memberCount: number;
  readonly members: readonly { readonly id: string; readonly email: string; readonly role: Role }[];
  /** Upcoming bookings of test keys: their flows cancel them. */
  readonly testBookingIds: readonly string[];
}

/** Ends a key and all below it, in a transaction of its own. */
export const revokeKey = (sql: Sql, ending: Ending, by: Doer): Promise<EndedAccess> =>
  inTransaction(sql, (tx) => endKey(tx, ending, by));

/**
 * Ends a key for good, with all that was made with it or below it: keys, seats, open invitations. Locks the workspace first, as
 * `createSeat` and `invite` do, so nothing is added meanwhile. A repeat changes nothing and returns the same.
 */
export async function endKey(tx: Transaction, { workspaceId, keyId, now }: Ending, by: Doer): Promise<EndedAccess> {
  await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
  const keyIds = await keysFrom(tx, { workspaceId, keyId });
  await endAll(tx, { workspaceId, keyIds, revokedAt: new Date(now) }, by);
  return readEnded(tx, keyId, keyIds);
}

/** A key with all keys that were made with it or below it, ended ones included. */
export async function keysFrom(
  tx: Transaction,
  { workspaceId, keyId }: Pick<Ending, 'workspaceId' | 'keyId'>,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with recursive tree as (
      select id from api_keys where id = ${keyId} and workspace_id = ${workspaceId}
      union
      select k.id from api_keys k join tree on k.parent_key_id = tree.id
    )
    select id from tree`;
  return rows.map(({ id }) => id);
}

interface KeysOf {
  readonly workspaceId: string;
  readonly userId: string;
  readonly now: number;
  /** Only what was made from `since` to `until`; without it: all. */
  readonly made?: { readonly since: Date; readonly until: Date };
}

/** Ends the keys of a person in a workspace, with all that was made with them. Under the lock of the workspace. */
export async function endKeysOf(tx: Transaction, { workspaceId, userId, now, made }: KeysOf, by: Doer): Promise<void> {
  const inTime = made ? tx`and created_at >= ${made.since} and created_at <= ${made.until}` : tx``;
  const rows = await tx<{ id: string }[]>`
    with recursive tree as (
      select id from api_keys where workspace_id = ${workspaceId} and created_by_user_id = ${userId} and revoked_at is null ${inTime}
      union
      select k.id from api_keys k join tree on k.parent_key_id = tree.id
    )
    select id from tree`;
  await endAll(tx, { workspaceId, keyIds: rows.map(({ id }) => id), revokedAt: new Date(now) }, by);
}

async function endAll(
  tx: Transaction,
  tree: { readonly workspaceId: string; readonly keyIds: readonly string[]; readonly revokedAt: Date },
  by: Doer,
): Promise<void> {
  const { workspaceId, revokedAt } = tree;
  const keyIds = [...tree.keyIds];
  const keys = await tx<{ id: string; name: string }[]>`
    update api_keys set revoked_at = ${revokedAt} where id = any(${keyIds}::uuid[]) and revoked_at is null
    returning id, name`;
  const seats = await tx<{ id: string; displayName: string }[]>`
    update agent_seats set revoked_at = ${revokedAt} where api_key_id = any(${keyIds}::uuid[]) and revoked_at is null
    returning id, display_name as "displayName"`;
  const invitations = await tx<{ id: string; email: string }[]>`
    update invitations set revoked_at = ${revokedAt}
    where invited_by_key_id = any(${keyIds}::uuid[]) and accepted_at is null and revoked_at is null
    returning id, email::text`;
  await withdrawClaimsOf(tx, keyIds);
  const log = (
    action: Activity['action'],
    type: Activity['subject']['type'],
    { id, ...data }: { readonly id: string },
  ) => logActivity(tx, { ...by, workspaceId, action, subject: { type, id }, data });
  for (const key of keys) await log('api_key.revoked', 'api_key', key);
  for (const seat of seats) await log('agent_seat.revoked', 'agent_seat', seat);
  for (const invitation of invitations) await log('invitation.revoked', 'invitation', invitation);
}

/** One revocation writes one instant to all rows: rows of the tree with the key's instant ended with it. */
async function readEnded(tx: Transaction, keyId: string, tree: readonly string[]): Promise<EndedAccess> {
  const keyIds = [...tree];
  const withIt = tx`(select revoked_at from api_keys where id = ${keyId})`;
  const [keys, seats, invitations, members, bookings] = await Promise.all([
    tx<{ total: number }[]>`
      select count(*)::int as total from api_keys where id = any(${keyIds}::uuid[]) and revoked_at = ${withIt}`,
    tx<{ id: string; displayName: string; total: number }[]>`
      select id, display_name as "displayName", count(*) over ()::int as total from agent_seats
      where api_key_id = any(${keyIds}::uuid[]) and revoked_at = ${withIt} order by id limit ${ENDED_LISTED}`,
    tx<{ id: string; email: string; role: Role; total: number }[]>`
      select id, email::text, role, count(*) over ()::int as total from invitations
      where invited_by_key_id = any(${keyIds}::uuid[]) and revoked_at = ${withIt} order by id limit ${ENDED_LISTED}`,
    tx<{ id: string; email: string; role: Role; total: number }[]>`
      select u.id, u.email::text, m.role, count(*) over ()::int as total from memberships m join users u on u.id = m.user_id
      where m.invited_by_key_id = any(${keyIds}::uuid[]) order by u.id limit ${ENDED_LISTED}`,
    tx<{ id: string }[]>`
      select booking_id as id from test_bookings where api_key_id = any(${keyIds}::uuid[]) and ended_at = ${withIt}
      order by booking_id`,
  ]);
  return {
    keyCount: keys[0]?.total ?? 0,
    seatCount: seats[0]?.total ?? 0,
    seats: seats.map(({ id, displayName }) => ({ id, displayName })),
    invitationCount: invitations[0]?.total ?? 0,
    invitations: invitations.map(({ id, email, role }) => ({ id, email, role })),
    memberCount: members[0]?.total ?? 0,
    members: members.map(({ id, email, role }) => ({ id, email, role })),
    testBookingIds: bookings.map(({ id }) => id),
  };
}

/** Claims that these keys asked for end with them. */
const withdrawClaimsOf = (tx: Transaction, keyIds: readonly string[]) => tx`
  update workspace_claims set status = 'withdrawn', ended_at = clock_timestamp()
  where api_key_id = any(${[...keyIds]}::uuid[]) and status = 'pending'`;
