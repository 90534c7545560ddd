import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '../../../store/database.ts';
import type { HostAnswer } from './host-surfaces.ts';

const BUSY_FOR_MS = 90_000;
const LOCK_TIMEOUT = '55P03';

/**
 * Repeats a transaction that waited too long for a lock, as Temporal repeats its activity. On a busy machine the last of a crowd
 * waits longer than the lock timeout of 1 s.
 */
export async function pastLocks<T>(work: () => Promise<T>): Promise<T> {
  const untilMs = Date.now() + BUSY_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== LOCK_TIMEOUT || Date.now() > untilMs) throw error;
    }
  }
}

/** Repeats a call that is answered `service.unavailable`, as the contract asks of clients. The call needs its idempotency key. */
export async function pastBusy(call: () => Promise<HostAnswer>): Promise<HostAnswer> {
  const untilMs = Date.now() + BUSY_FOR_MS;
  for (;;) {
    const answer = await call();
    if (answer.ok || answer.error.code !== 'service.unavailable' || Date.now() > untilMs) return answer;
    await delay(1_000 + Math.random() * 500);
  }
}
