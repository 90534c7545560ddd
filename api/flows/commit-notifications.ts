import { EventEmitter } from 'node:events';
import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { listenForOutcomes } from '../../store/booking/attempts.ts';
import { flowId } from '../../workflows/catalogue.ts';
import type { BookingFlows } from './booking-flows.ts';

interface Log {
  warn(line: object, message: string): void;
}

const FLOW_SILENT = 'answered at the commit; its flow has not answered';

/**
 * Flows that answer an attempt as soon as its outcome commits, or with the flow's own answer if that comes first. A committed outcome
 * stands even if the flow never answers (decision 0076). While PostgreSQL cannot be listened to, the flow answers.
 */
export function withCommitNotifications<Flows extends BookingFlows>(flows: Flows, sql: Sql, log: Log): Flows {
  /** Event names are the ids of attempts. */
  const settled = new EventEmitter<Record<string, [AttemptOutcome]>>().setMaxListeners(0);
  let listening = false;
  const listen = (): void => {
    if (listening) return;
    listening = true;
    // Once: after a lost or failed connection the driver listens again by itself.
    listenForOutcomes(sql, ({ id, outcome }) => settled.emit(id, outcome)).catch((err: unknown) =>
      log.warn({ err }, 'outcomes are not heard; answers come with the flow’s'),
    );
  };
  return {
    ...flows,
    carryOut: async (subject, attempt) => {
      listen();
      let isCommitted = false;
      let stopListening = () => {};
      const committed = new Promise<AttemptOutcome>((resolve) => {
        const onCommit = (outcome: AttemptOutcome): void => {
          isCommitted = true;
          resolve(outcome);
        };
        settled.once(attempt.id, onCommit);
        stopListening = () => settled.off(attempt.id, onCommit);
      });
      const answer = flows.carryOut(subject, attempt);
      answer.catch(() => {
        // The caller has its answer and will not repeat the call, although the update may be lost.
        if (isCommitted) log.warn({ workflowId: flowId('booking', subject.bookingId) }, FLOW_SILENT);
      });
      try {
        return await Promise.race([committed, answer]);
      } finally {
        stopListening();
      }
    },
  };
}
