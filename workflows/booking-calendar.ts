import { condition, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingStanding } from '../domain/booking/attempt.ts';
import type { CalendarAttempt } from '../domain/calendars/event-work.ts';
import { calendarEventsQueue } from './catalogue.ts';

/** Mails wait so long for a link to join (LINK_WAIT_MS of domain/calendars/event-work.ts, which activities keep to). */
const LINK_WAIT = '10 seconds';
/** After a fault of ours, the flow looks again after this time. Failures of providers are in the rows, with times of their own. */
const AFTER_FAULT_MS = 60_000;

/** What there is to do, for operators; nothing if there is nothing. */
export function calendarInWords(standing: BookingStanding): string {
  const calendar = standing.stage === 'code' ? undefined : standing.calendar;
  if (calendar === undefined) return '';
  if (calendar.waitMs <= 0) return ' Bringing booking and calendars together.';
  return ` Calendars are tried again in ${Math.ceil(calendar.waitMs / 1000)} seconds; calendar_events has the cause.`;
}

interface Hooks {
  /** Carries out what a host did in their calendar, as an update would. */
  carryOut(attempt: CalendarAttempt): Promise<unknown>;
  /** No local activity runs: only then may a timer be stopped (docs/decisions/booking.md#answer-at-the-commit). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/**
 * The events of one booking in its hosts' calendars. The rows say what is due. This writes and looks beside the flow, which goes on:
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

  /** Carries out what hosts did, and begins what is due. Mails that bring a link to join wait a moment for it. */
  async begin(standing: BookingStanding): Promise<void> {
    for (const attempt of this.#found.splice(0)) await this.#carryOut(attempt);
    if (standing.stage === 'code' || this.#isAtWork || this.restMs(standing) !== 0) return;
    this.#isAtWork = true;
    void this.#write();
    if (standing.calendar?.wantsLink && standing.dueRevisions.length > 0)
      await condition(() => this.#isDone(), LINK_WAIT, { summary: 'waiting for the link to join' });
  }

  /** Until there is something to do, as far as is known; null: nothing, or it is at work. */
  restMs(standing: BookingStanding): number | null {
    const calendar = standing.stage === 'code' ? undefined : standing.calendar;
    // A flow of an older version has read standings with this, and did nothing.
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
      // A canceled flow ends in its main function. Else: a fault of ours, or no worker.
      if (!isCancellation(error)) this.#faultAtMs = Date.now();
    }
    this.#isAtWork = false;
    this.#hooks.hasChanged();
  }

  /** The attempt is stored: one that fails now is found again by the next look. */
  async #carryOut(attempt: CalendarAttempt): Promise<void> {
    try {
      await this.#hooks.carryOut(attempt);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
    this.#hooks.hasChanged();
  }
}
