import type { Queryable, Transaction } from './database.ts';

/** What names stand for in advisory locks: the same name for two things is two locks. A number never changes its meaning. */
export const NAMED_LOCKS = {
  codesOfInbox: 1,
  signInAddress: 2,
  signInNetwork: 3,
  mailCaps: 4,
  codesOfWorkspace: 5,
  invitedInbox: 6,
  mailedCodesOfInbox: 7,
  mailedCodesOfNetwork: 8,
  accessNotices: 9,
  claimsOfWorkspaces: 12,
  claimsOfInbox: 10,
  claimsOfNetwork: 11,
  codeGuessesOfNetwork: 13,
  lookUpsOfWorkspace: 14,
  addressLinksOfInbox: 15,
  addressLinksOfNetwork: 16,
  pings: 17,
} as const;

/** Locks a name until the transaction ends. */
export const lockName = (tx: Transaction, lock: keyof typeof NAMED_LOCKS, name: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${name}, ${NAMED_LOCKS[lock]}::bigint))`;

/**
 * Locks for writers of claims, always in this order: idempotency record, challenge, event type, hosts by id, booking.
 * Reads that a decision needs are later statements: a statement that locks and reads sees old data (architecture, Locks).
 */
export async function lockEventAndHost(tx: Transaction, eventTypeId: string, hostId: string): Promise<void> {
  await Promise.all([
    tx`select 1 from event_types where id = ${eventTypeId} for no key update`,
    tx`select 1 from users where id = ${hostId} for no key update`,
  ]);
}

/** The same for an event type and all hosts of a booking, always in one order. */
export async function lockEventAndHosts(
  tx: Transaction,
  { id, eventTypeId, hostId }: { readonly id: string; readonly eventTypeId: string; readonly hostId: string },
): Promise<void> {
  await Promise.all([
    tx`select 1 from event_types where id = ${eventTypeId} for no key update`,
    tx`
      select 1 from users where id = ${hostId} or id in (select user_id from booking_hosts where booking_id = ${id})
      order by id for no key update`,
  ]);
}

/** Locks people by id. Sent before this returns; under the lock of the event type. */
export const lockHosts = (tx: Transaction, hostIds: readonly string[]) =>
  tx`select 1 from users where id = any(${[...hostIds]}::uuid[]) order by id for no key update`.execute();

/**
 * The same for an event type and its current host. Both are sent before this returns. A connection runs statements in order,
 * so later ones may travel in the same flight.
 */
export async function lockEventAndItsHost(tx: Transaction, eventTypeId: string): Promise<void> {
  await Promise.all([
    tx`select 1 from event_types where id = ${eventTypeId} for no key update`.execute(),
    tx`
      select 1 from users where id = (select host_id from event_types where id = ${eventTypeId})
      for no key update`.execute(),
  ]);
}

/** The database's time, after the locks: one clock judges expiry. */
export async function clockMs(sql: Queryable): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return Math.floor(row?.ms ?? 0);
}
