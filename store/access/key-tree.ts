import type { Sql } from 'postgres';
import type { Role } from '../../schemas/shapes/access.ts';
import { ENDED_LISTED } from '../../schemas/shapes/ended-access.ts';
import { inTransaction, type Transaction } from '../database.ts';
import type { Doer } from './api-keys.ts';
import { endWaysOut } from './end-ways-out.ts';
import { keysIn } from './reach.ts';
import { listWebhooksSetBy, type WebhooksOfReach } from './webhook-setters.ts';

interface KeyEnding {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly now: number;
  /** Default: `keyRevoked`. */
  readonly ending?: 'keyRevoked' | 'seatRevoked' | 'grantEnded' | 'accessStopped';
  /** Whether webhooks that the keys have set are switched off, too. */
  readonly disablesWebhooks?: boolean;
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
  /** Those that these keys have set: switched off, or still sending. */
  readonly webhooks: WebhooksOfReach;
}

/** Ends a key and all below it, in a transaction of its own. */
export const revokeKey = (sql: Sql, ending: KeyEnding, by: Doer): Promise<EndedAccess> =>
  inTransaction(sql, (tx) => endKey(tx, ending, by));

/**
 * Ends a key for good, with all that was made with it or below it: keys, seats, open invitations. A repeat changes nothing and returns the
 * same, except that it may switch off the webhooks that were kept.
 */
export async function endKey(
  tx: Transaction,
  { workspaceId, keyId, now, ending = 'keyRevoked', disablesWebhooks = false }: KeyEnding,
  by: Doer,
): Promise<EndedAccess> {
  const reach = { kind: 'key', workspaceId, keyId } as const;
  await endWaysOut(tx, { ending, reach, by, at: new Date(now), alsoAsked: disablesWebhooks });
  const keyIds = await keysIn(tx, reach);
  const [ended, webhooks] = [await readEnded(tx, keyId, keyIds), await listWebhooksSetBy(tx, { ...reach, keyIds })];
  return { ...ended, webhooks };
}

/** One revocation writes one instant to all rows: rows of the tree with the key's instant ended with it. */
async function readEnded(
  tx: Transaction,
  keyId: string,
  tree: readonly string[],
): Promise<Omit<EndedAccess, 'webhooks'>> {
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
