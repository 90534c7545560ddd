import { EventEmitter } from 'node:events';
import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../../domain/attempt.ts';
import { listenForOutcomes } from '../../store/attempts.ts';
import type { BookingFlows } from './booking-flows.ts';

/**
 * Flows whose callers hear the outcome of an attempt as soon as it commits, and no later than the flow says it: what is committed
 * stands, whatever becomes of the flow's own answer (decision 0076). While nothing can be heard, the flow's answer is what comes.
 */
export function answeredAtCommit<Flows extends BookingFlows>(flows: Flows, sql: Sql): Flows {
  /** Its events are the ids of attempts. */
  const settled = new EventEmitter<Record<string, [AttemptOutcome]>>().setMaxListeners(0);
  let listening = false;
  const listen = (): void => {
    if (listening) return;
    listening = true;
    // Once: the driver listens again after each lost connection, and after a first one that failed.
    listenForOutcomes(sql, ({ id, outcome }) => settled.emit(id, outcome)).catch(() => {});
  };
  return {
    ...flows,
    carryOut: async (subject, attempt) => {
      listen();
      let stopListening = () => {};
      const heard = new Promise<AttemptOutcome>((resolve) => {
        settled.once(attempt.id, resolve);
        stopListening = () => settled.off(attempt.id, resolve);
      });
      try {
        return await Promise.race([heard, flows.carryOut(subject, attempt)]);
      } finally {
        stopListening();
      }
    },
  };
}
