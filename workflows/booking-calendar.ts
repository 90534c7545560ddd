import { condition, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { BookingStanding } from '../domain/booking/attempt.ts';
import type { CalendarAttempt } from '../domain/calendars/event-work.ts';
import { backgroundQueue } from './catalogue.ts';

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
  /** No local activity runs: only then may a timer be stopped (docs/decisions/0077). */
  isFree(): boolean;
  /** The rows are to be read again. */
  hasChanged(): void;
}

/** The events of one booking in its hosts' calendars. The rows say what is due; this writes and looks while the mails leave. */
export class BookingCalendar {
  readonly #bookingId: string;
  readonly #hooks: Hooks;
  #work: Promise<CalendarAttempt[] | null> | null = null;

  constructor(bookingId: string, hooks: Hooks) {
    this.#bookingId = bookingId;
    this.#hooks = hooks;
  }

  /** Begins what is due. Mails that bring a link to join wait a moment for it. */
  async begin(standing: BookingStanding): Promise<void> {
    if (standing.stage === 'code') return;
    const { calendar, dueRevisions } = standing;
    // A flow of an older version has read standings with this, and did nothing.
    if (calendar === undefined || calendar.waitMs > 0 || !patched('calendar-events')) return;
    let isDone = false;
    this.#work = this.#write().finally(() => {
      isDone = true;
    });
    if (calendar.wantsLink && dueRevisions.length > 0)
      await condition(() => isDone && this.#hooks.isFree(), LINK_WAIT, { summary: 'waiting for the link to join' });
  }

  /** Waits until it is done, and carries out what hosts did. @returns when there is something to do again; null: nothing is known */
  async end(standing: BookingStanding): Promise<number | null> {
    const work = this.#work;
    this.#work = null;
    if (work === null) {
      const calendar = standing.stage === 'code' ? undefined : standing.calendar;
      return calendar === undefined || !patched('calendar-events') ? null : Math.max(calendar.waitMs, 1);
    }
    const attempts = await work;
    if (attempts === null) return AFTER_FAULT_MS;
    for (const attempt of attempts) await this.#carryOut(attempt);
    this.#hooks.hasChanged();
    return AFTER_FAULT_MS;
  }

  /** null: a fault of ours, or no worker. */
  async #write(): Promise<CalendarAttempt[] | null> {
    const { writeCalendarEvents } = proxyActivities<BookingActivities>({
      taskQueue: backgroundQueue(workflowInfo().taskQueue),
      startToCloseTimeout: '1 minute',
      scheduleToCloseTimeout: '90 seconds',
      // A worker that was killed is noticed after this time.
      heartbeatTimeout: '15 seconds',
      retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 3 },
    });
    try {
      return await writeCalendarEvents.executeWithOptions({ summary: 'events in calendars' }, [this.#bookingId]);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return null;
    }
  }

  /** The attempt is stored: one that fails now is found again by the next look. */
  async #carryOut(attempt: CalendarAttempt): Promise<void> {
    try {
      await this.#hooks.carryOut(attempt);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  }
}
