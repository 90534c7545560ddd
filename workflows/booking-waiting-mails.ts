import { condition, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingFlowState } from '../domain/booking/attempt.ts';
import { packsQueue } from './catalogue.ts';

/** After a run that failed, the flow tries again after this time. A run that did not fail moves `try_at` of what still waits. */
const REST_MS = 60_000;

interface Hooks {
  /** No local activity runs: only then may a timer be stopped (docs/decisions/booking.md#answer-at-the-commit). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/**
 * Mails of moves that wait for room in the caps of mails (docs/decisions/mail.md#moves-past-a-cap). The rows say when to check for it. They leave next to the flow,
 * on the queue of packs, as reminders do.
 */
export class BookingWaitingMails {
  readonly #bookingId: string;
  readonly #hooks: Hooks;
  #isAtWork = false;
  #faultAtMs: number | null = null;

  constructor(bookingId: string, hooks: Hooks) {
    this.#bookingId = bookingId;
    this.#hooks = hooks;
  }

  /** Begins what is due. Only once the mails of all changes have left: these leave out recipients whose mails wait. */
  begin(state: BookingFlowState): void {
    if (this.restMs(state) !== 0) return;
    this.#isAtWork = true;
    void this.#send();
  }

  /** Until the flow checks for room, as far as is known; null: no mail waits, or it checks now. */
  restMs(state: BookingFlowState): number | null {
    const waiting = state.stage === 'meeting' ? state.waitingMails : undefined;
    // Flows of an older version have read this, and did nothing.
    if (waiting === undefined || this.#isAtWork || !patched('waiting-mails')) return null;
    const afterFaultMs = this.#faultAtMs === null ? 0 : this.#faultAtMs + REST_MS - Date.now();
    return Math.max(waiting.waitMs, afterFaultMs, 0);
  }

  /** Resolves once nothing is at work: the flow may end then. */
  ended(): Promise<void> {
    return condition(() => !this.#isAtWork && this.#hooks.isFree());
  }

  async #send(): Promise<void> {
    const { mailWaiting } = proxyActivities<BookingActivities>({
      taskQueue: packsQueue(workflowInfo().taskQueue),
      startToCloseTimeout: '5 minutes',
      scheduleToCloseTimeout: '1 hour',
      // A worker that was killed is noticed after this time.
      heartbeatTimeout: '15 seconds',
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
    });
    this.#faultAtMs = null;
    try {
      await mailWaiting.executeWithOptions({ summary: 'mails that waited for room' }, [this.#bookingId]);
    } catch (error) {
      // A canceled flow ends in its main function. Else: no mail left for an hour.
      if (!isCancellation(error)) this.#faultAtMs = Date.now();
    }
    this.#isAtWork = false;
    this.#hooks.hasChanged();
  }
}

/** For operators; nothing if no mail waits. */
export function waitingMailsInWords(state: BookingFlowState): string {
  const waiting = state.stage === 'meeting' ? state.waitingMails : undefined;
  return waiting === undefined ? '' : ' Mails of a move wait for room in the caps of mails.';
}
