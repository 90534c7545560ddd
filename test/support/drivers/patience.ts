import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '../../../store/database.ts';
import type { HostAnswer } from './host-surfaces.ts';

/** More tries than this mean that somebody holds a lock too long. */
const MAX_TRIES = 10;
const LOCK_TIMEOUT = '55P03';

/**
 * Repeats a transaction that waited too long for a lock, as Temporal repeats its activity. On a busy machine the last of a crowd
 * waits longer than the lock timeout of 1 s. For crowds only: a single call needs no second try.
 */
export async function pastLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== LOCK_TIMEOUT || tries === MAX_TRIES) throw error;
      await delay(50 + Math.random() * 100);
    }
  }
}

/** Answers that the contract asks clients to repeat: one that did not come in time, or no free permit (docs/decisions/api.md#fair-use). */
const isBusy = ({ ok, error }: HostAnswer): boolean =>
  !ok && (error.code === 'service.unavailable' || error.details.reason === 'too_many_at_once');

/** Repeats a call of a crowd while the service is busy. It needs an idempotency key. */
export async function pastBusy(call: () => Promise<HostAnswer>): Promise<HostAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await call();
    if (!isBusy(answer) || tries === MAX_TRIES) return answer;
    await delay(1_000 + Math.random() * 500);
  }
}
