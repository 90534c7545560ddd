import type { Transaction } from './database.ts';

/**
 * Locks for writers of claims, always in this order: idempotency record, challenge, event type, hosts by id, booking.
 * What a writer reads to decide comes in later statements: a statement that locks and reads sees the past (architecture, Locks).
 */
export async function lockEventAndHost(tx: Transaction, eventTypeId: string, hostId: string): Promise<void> {
  await Promise.all([
    tx`select 1 from event_types where id = ${eventTypeId} for no key update`,
    tx`select 1 from users where id = ${hostId} for no key update`,
  ]);
}

/**
 * The same for an event type and whoever is its host then. Both are sent before this returns, and a connection runs what it
 * gets in order, so that later statements may travel in the same flight.
 */
export async function lockEventAndItsHost(tx: Transaction, eventTypeId: string): Promise<void> {
  await Promise.all([
    tx`select 1 from event_types where id = ${eventTypeId} for no key update`.execute(),
    tx`
      select 1 from users where id = (select host_id from event_types where id = ${eventTypeId})
      for no key update`.execute(),
  ]);
}

/** The database's instant, after the locks: expiry is judged by one clock. */
export async function clockMs(tx: Transaction): Promise<number> {
  const [row] = await tx<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return Math.floor(row?.ms ?? 0);
}
