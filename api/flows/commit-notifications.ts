import { EventEmitter } from 'node:events';
import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { listenForOutcomes } from '../../store/booking/attempts.ts';
import { bookingWorkflowId } from '../../workflows/messages.ts';
import type { BookingFlows } from './booking-flows.ts';

interface Log {
  warn(line: object, message: string): void;
}

const FLOW_SILENT = 'answered at the commit; its flow has not answered';

/**
 * Flows whose callers hear the outcome of an attempt as soon as it commits, and no later than the flow says it: what is committed
 * stands, whatever becomes of the flow's own answer (decision 0076). While nothing can be heard, the flow's answer is what comes.
 */
export function withCommitNotifications<Flows extends BookingFlows>(flows: Flows, sql: Sql, log: Log): Flows {
  /** Its events are the ids of attempts. */
  const settled = new EventEmitter<Record<string, [AttemptOutcome]>>().setMaxListeners(0);
  let listening = false;
  const listen = (): void => {
    if (listening) return;
    listening = true;
    // Once: the driver listens again after each lost connection, and after a first one that failed.
    listenForOutcomes(sql, ({ id, outcome }) => settled.emit(id, outcome)).catch((err: unknown) =>
      log.warn({ err }, 'outcomes are not heard; answers come with the flow’s'),
    );
  };
  return {
    ...flows,
    carryOut: async (subject, attempt) => {
      listen();
      let isHeard = false;
      let stopListening = () => {};
      const heard = new Promise<AttemptOutcome>((resolve) => {
        const hear = (outcome: AttemptOutcome): void => {
          isHeard = true;
          resolve(outcome);
        };
        settled.once(attempt.id, hear);
        stopListening = () => settled.off(attempt.id, hear);
      });
      const answer = flows.carryOut(subject, attempt);
      answer.catch(() => {
        // Nobody will ask again: the flow may not know what it was asked.
        if (isHeard) log.warn({ workflowId: bookingWorkflowId(subject.bookingId) }, FLOW_SILENT);
      });
      try {
        return await Promise.race([heard, answer]);
      } finally {
        stopListening();
      }
    },
  };
}
