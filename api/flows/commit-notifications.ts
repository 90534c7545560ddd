import { EventEmitter } from 'node:events';
import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { SETTLED_CHANNEL, settledIn } from '../../store/booking/attempts.ts';
import { flowId } from '../../workflows/catalogue.ts';
import type { Notifications } from '../core/waiting.ts';
import type { BookingFlows } from './booking-flows.ts';

interface Log {
  warn(line: object, message: string): void;
}

interface Parts {
  readonly notifications: Notifications;
  readonly log: Log;
  /** Hears of each answer of a flow: the caller may have the outcome before. */
  readonly track: (call: Promise<unknown>) => void;
}

/** Event names are the ids of attempts. */
type Settled = EventEmitter<Record<string, [AttemptOutcome]>>;

const FLOW_SILENT = 'answered at the commit; its flow has not answered';

/**
 * Flows that answer an attempt as soon as its outcome commits, or with the flow's own answer if that comes first. A committed outcome
 * stands even if the flow never answers (docs/decisions/booking.md#answer-at-the-commit). While PostgreSQL cannot be listened to, the flow answers.
 */
export function withCommitNotifications<Flows extends BookingFlows>(
  flows: Flows,
  { notifications, log, track }: Parts,
): Flows {
  const settled: Settled = new EventEmitter<Record<string, [AttemptOutcome]>>().setMaxListeners(0);
  const subscriber = {
    onPayload: (payload: string): void => {
      const { id, outcome } = settledIn(payload);
      settled.emit(id, outcome);
    },
  };
  /** With the first call, not before: an API starts while PostgreSQL is down. */
  const listen = (): void => {
    notifications
      .subscribe(SETTLED_CHANNEL, subscriber)
      .catch((err: unknown) => log.warn({ err }, 'outcomes are not heard; answers come with the flow’s'));
  };
  return {
    ...flows,
    carryOut: async (subject, attempt) => {
      listen();
      const commit = awaitCommit(settled, attempt.id);
      const answer = flows.carryOut(subject, attempt);
      track(answer);
      answer.catch(() => {
        // The caller has its answer and will not repeat the call, although the update may be lost.
        if (commit.hasCome()) log.warn({ workflowId: flowId('booking', subject.bookingId) }, FLOW_SILENT);
      });
      try {
        return await Promise.race([commit.outcome, answer]);
      } finally {
        commit.stop();
      }
    },
  };
}

/** The outcome of an attempt once it commits. Call `stop` when nobody waits for it any more. */
function awaitCommit(settled: Settled, attemptId: string) {
  let hasCome = false;
  let stop = () => {};
  const outcome = new Promise<AttemptOutcome>((resolve) => {
    const onCommit = (committed: AttemptOutcome): void => {
      hasCome = true;
      resolve(committed);
    };
    settled.once(attemptId, onCommit);
    stop = () => settled.off(attemptId, onCommit);
  });
  return { outcome, hasCome: () => hasCome, stop };
}
