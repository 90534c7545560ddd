import { condition, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingFlowState } from '../domain/booking/attempt.ts';
import type { CalendarAttempt } from '../domain/calendars/event-work.ts';
import { calendarEventsQueue } from './catalogue.ts';

/** Mails wait so long for a link to join (LINK_WAIT_MS of domain/calendars/event-work.ts, which activities keep to). */
const LINK_WAIT = '10 seconds';
/** After an internal failure, the flow tries again after this time. Failures of providers are in the rows, with their own times. */
const AFTER_FAULT_MS = 60_000;

/** Returns the work on calendars in words, for operators; '' if there is none. */
export function calendarInWords(state: BookingFlowState): string {
  const calendar = state.stage === 'code' ? undefined : state.calendar;
  if (calendar === undefined) return '';
  if (calendar.waitMs <= 0) return ' Bringing booking and calendars together.';
  return ` Calendars are tried again in ${Math.ceil(calendar.waitMs / 1000)} seconds; calendar_events has the cause.`;
}

interface Hooks {
  /** Carries out a host's change in their calendar, as an update would. */
  carryOut(attempt: CalendarAttempt): Promise<unknown>;
  /** No local activity runs: only then may a timer be stopped (docs/decisions/booking.md#answer-at-the-commit). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/**
 * The events of one booking in its hosts' calendars. The rows say what is due. Writes and checks run concurrently with the flow:
 * a calendar that does not answer delays no mail.
 */
export class BookingCalendar {
  readonly #bookingId: string;
  readonly #hooks: Hooks;
  #isAtWork = false;
  #faultAtMs: number | null = null;
  readonly #found: CalendarAttempt[] = [];

  constructor(bookingId: string, hooks: Hooks) {
    this.#bookingId = bookingId;
    this.#hooks = hooks;
  }

  /** Carries out the hosts' changes, and begins the due work. Mails with a join link wait a moment for it. */
  async begin(state: BookingFlowState): Promise<void> {
    for (const attempt of this.#found.splice(0)) await this.#carryOut(attempt);
    if (state.stage === 'code' || this.#isAtWork || this.restMs(state) !== 0) return;
    this.#isAtWork = true;
    void this.#write();
    if (state.calendar?.wantsLink && state.dueRevisions.length > 0)
      await condition(() => this.#isDone(), LINK_WAIT, { summary: 'waiting for the link to join' });
  }

  /** Returns the time until there is work, as far as is known; null if there is none, or it is running. */
  restMs(state: BookingFlowState): number | null {
    const calendar = state.stage === 'code' ? undefined : state.calendar;
    // Flows of an older version have read states with this, and did nothing.
    if (calendar === undefined || this.#isAtWork || !patched('calendar-events')) return null;
    const afterFaultMs = this.#faultAtMs === null ? 0 : this.#faultAtMs + AFTER_FAULT_MS - Date.now();
    return Math.max(calendar.waitMs, afterFaultMs, 0);
  }

  /** Resolves once nothing is at work: the flow may end then. */
  ended(): Promise<void> {
    return condition(() => this.#isDone());
  }

  #isDone(): boolean {
    return !this.#isAtWork && this.#hooks.isFree();
  }

  async #write(): Promise<void> {
    const { writeCalendarEvents } = proxyActivities<BookingActivities>({
      taskQueue: calendarEventsQueue(workflowInfo().taskQueue),
      startToCloseTimeout: '1 minute',
      scheduleToCloseTimeout: '90 seconds',
      // A worker that was killed is noticed after this time.
      heartbeatTimeout: '15 seconds',
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 3 },
    });
    this.#faultAtMs = null;
    try {
      const write = { summary: 'events in calendars' };
      this.#found.push(...(await writeCalendarEvents.executeWithOptions(write, [this.#bookingId])));
    } catch (error) {
      // A canceled flow ends in its main function. Else it is an internal failure, or there is no worker.
      if (!isCancellation(error)) this.#faultAtMs = Date.now();
    }
    this.#isAtWork = false;
    this.#hooks.hasChanged();
  }

  /** The attempt is stored, so one that fails now is found again by the next check. */
  async #carryOut(attempt: CalendarAttempt): Promise<void> {
    try {
      await this.#hooks.carryOut(attempt);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
    this.#hooks.hasChanged();
  }
}
