import { condition, isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingStanding } from '../domain/booking/attempt.ts';
import { packsQueue } from './catalogue.ts';

/** After a failure, the flow looks again after this time. */
const AFTER_FAULT_MS = 60_000;

/** What is to come, for operators; nothing if nothing is. */
export function remindersInWords(standing: BookingStanding): string {
  const reminders = standing.stage === 'code' ? undefined : standing.reminders;
  if (reminders === undefined) return '';
  return reminders.waitMs === 0
    ? ' A reminder is due.'
    : ` Next reminder in ${Math.ceil(reminders.waitMs / 60_000)} minutes.`;
}

interface Hooks {
  /** No local activity runs: only then may a timer be stopped (docs/decisions/0077). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/**
 * The reminders of one booking. The row says when the next one is due. They leave beside the flow, on the queue of packs: thousands that are
 * due in one minute hold up neither guests nor the mails of changes.
 */
export class BookingReminders {
  readonly #bookingId: string;
  readonly #hooks: Hooks;
  #dueAtMs: number | null = null;
  #isAtWork = false;
  #faultAtMs: number | null = null;

  constructor(bookingId: string, hooks: Hooks) {
    this.#bookingId = bookingId;
    this.#hooks = hooks;
  }

  /** Notes what was just read, and begins what is due. */
  begin(standing: BookingStanding): void {
    const reminders = standing.stage === 'code' ? undefined : standing.reminders;
    this.#dueAtMs = reminders === undefined ? null : Date.now() + reminders.waitMs;
    if (this.restMs() !== 0) return;
    this.#isAtWork = true;
    void this.#send();
  }

  /** Until one is due, as far as is known; null: none is, or it is at work. */
  restMs(): number | null {
    if (this.#dueAtMs === null || this.#isAtWork) return null;
    const afterFaultMs = this.#faultAtMs === null ? 0 : this.#faultAtMs + AFTER_FAULT_MS - Date.now();
    return Math.max(this.#dueAtMs - Date.now(), afterFaultMs, 0);
  }

  /** Resolves once nothing is at work: the flow may end then. */
  ended(): Promise<void> {
    return condition(() => !this.#isAtWork && this.#hooks.isFree());
  }

  async #send(): Promise<void> {
    const { remind } = proxyActivities<BookingActivities>({
      taskQueue: packsQueue(workflowInfo().taskQueue),
      startToCloseTimeout: '5 minutes',
      scheduleToCloseTimeout: '1 hour',
      // A worker that was killed is noticed after this time.
      heartbeatTimeout: '15 seconds',
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
    });
    this.#faultAtMs = null;
    try {
      await remind.executeWithOptions({ summary: 'reminders' }, [this.#bookingId]);
    } catch (error) {
      // A canceled flow ends in its main function. Else: no mail left for an hour.
      if (!isCancellation(error)) this.#faultAtMs = Date.now();
    }
    this.#isAtWork = false;
    this.#hooks.hasChanged();
  }
}
