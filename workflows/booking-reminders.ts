import { condition, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingFlowState } from '../domain/booking/attempt.ts';
import type { RemindersReport } from '../domain/booking/reminder-outcomes.ts';
import { A_REMINDER } from './booking-waits.ts';
import { packsQueue } from './catalogue.ts';
import { outcomesInWords } from './reminder-outcomes.ts';

/** After a failure, the flow tries again after this time. */
const AFTER_FAULT_MS = 60_000;

interface Hooks {
  /** No local activity runs: only then may a timer be stopped (docs/decisions/booking.md#answer-at-the-commit). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/**
 * The reminders of one booking. The row says when the next one is due. They are sent concurrently with the flow, on the queue of packs: no mail of a change
 * waits for them, and they wait for none. The flow itself wakes on the queue of guests who book: thousands at once stand before these, so
 * plans are spread (docs/decisions/mail.md#reminders).
 */
export class BookingReminders {
  readonly #bookingId: string;
  readonly #hooks: Hooks;
  #dueAtMs: number | null = null;
  #isAtWork = false;
  #faultAtMs: number | null = null;
  /** The last one in which something was due. */
  #report: RemindersReport | null = null;

  constructor(bookingId: string, hooks: Hooks) {
    this.#bookingId = bookingId;
    this.#hooks = hooks;
  }

  /** Notes what was just read, and begins what is due. */
  begin(state: BookingFlowState): void {
    const reminders = state.stage === 'code' ? undefined : state.reminders;
    this.#dueAtMs = reminders === undefined ? null : Date.now() + reminders.waitMs;
    if (this.restMs() === 0) this.#start();
  }

  /** Returns the next reminder and the outcomes of the last ones in words, for operators; '' if there are none. */
  inWords(state: BookingFlowState): string {
    const next = state.stage === 'code' ? undefined : state.reminders;
    const last = this.#report === null ? '' : ` Last reminders: ${outcomesInWords(this.#report)}.`;
    if (next === undefined) return last;
    if (next.waitMs === 0) return `${last} A reminder is due.`;
    return `${last} Next reminder at ${new Date(Date.now() + next.waitMs).toISOString()}.`;
  }

  /** Returns whether a reminder is running or due in that time. Histories of older versions continue without it. */
  mayBeDueWithin(ms: number): boolean {
    return (this.#isAtWork || (this.restMs() ?? Infinity) < ms) && patched('reminders-beside-mails');
  }

  /** Sends reminders that become due while the mails of a change are being sent. @throws what the mails throw */
  async sendDuring<Result>(mailing: Promise<Result>): Promise<Result> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    mailing.then(over, over);
    const isDone = () => isOver && this.#hooks.isFree();
    while (!isOver) {
      const forMs = this.restMs();
      if (forMs === null) await condition(() => isDone() || this.restMs() !== null);
      else if (forMs > 0) await condition(isDone, Math.ceil(forMs), { summary: A_REMINDER });
      else if (this.#hooks.isFree()) this.#start();
      else await condition(() => this.#hooks.isFree());
    }
    return mailing;
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

  #start(): void {
    this.#isAtWork = true;
    void this.#send();
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
      const knownMs = this.#dueAtMs;
      const report = await remind.executeWithOptions({ summary: 'reminders' }, [this.#bookingId]);
      this.#note(report, knownMs);
    } catch (error) {
      // A canceled flow ends in its main function. Else: no mail left for an hour.
      if (!isCancellation(error)) this.#faultAtMs = Date.now();
    }
    this.#isAtWork = false;
    this.#hooks.hasChanged();
  }

  /** @param report missing in histories of older versions */
  #note(report: RemindersReport | undefined, knownMs: number | null): void {
    if (!report) return;
    if (Object.keys(report.outcomes).length > 0) this.#report = report;
    // Rows that were read during the run may be newer.
    if (this.#dueAtMs === knownMs) this.#dueAtMs = report.waitMs === null ? null : Date.now() + report.waitMs;
  }
}
