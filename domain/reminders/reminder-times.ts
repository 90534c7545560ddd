import type { Reminder } from '../../schemas/shapes/reminders.ts';
import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';
import { type ReminderTime, readersOf, sideOf, timeOf } from './reminders.ts';

/** A mail that is to leave, as its booking keeps it. It holds no name, address or text. */
export interface PlannedReminder {
  /** of the event type's reminder */
  readonly id: string;
  readonly side: 'before' | 'after' | 'no_show';
  readonly to: 'guest' | 'host';
  /** Unix milliseconds; null: the guest was not marked as missing */
  readonly atMs: number | null;
  /** no_show: minutes from the mark */
  readonly minutes?: number;
}

/** What due times are computed from. */
export interface MeetingTimes {
  readonly bookingId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** IANA zones */
  readonly guestTimezone: string;
  readonly hostTimezone: string;
}

/**
 * What is due at one moment leaves within this time, or within a twelfth of what is left until the start, so that "5m before" comes in time.
 * Ten thousand flows that wake in the same second would hold up guests who book (docs/decisions/mail.md#reminders).
 */
const SPREAD_MS = 5 * MINUTE_MS;
export const SPREAD_SHARE = 1 / 12;

/** Bookings that may wake for their reminders in the same minute, of all workspaces: 6 a second. Two cores do 20, if nobody books (docs/decisions/mail.md#reminders). */
export const IN_A_MINUTE = 360;

/** Of a workspace with less in a minute, one finds room until twice as many are there: no crowd of others puts it off. */
export const FEW_IN_A_MINUTE = 6;

/** Test bookings cost nothing and count nowhere else: so many of them remind in a minute, and of a workspace as many as few are. */
export const TESTS_IN_A_MINUTE = 120;

/** What finds no room leaves so much later, or a multiple. All of one moment are spread over less. */
export const STEP_MS = SPREAD_MS;
/** An hour at most, */
export const MOST_STEPS = 12;
/** and not more than this part of what is left until the start. */
export const LATER_SHARE = 1 / 3;

/** Where in the spread the mails of a booking are, from 0 to 1: by the random end of its id, so the same after each move. */
const placeOf = (bookingId: string): number => Number.parseInt(bookingId.slice(-6), 16) / 0x1000000;

/**
 * The mails of a meeting that was just confirmed or moved. One whose time has passed is left out: nobody is reminded late. Wall times are
 * those of the recipient's zone; one that a clock change skips becomes the moment of the change, a repeated one comes once.
 */
export function planReminders(reminders: readonly Reminder[], times: MeetingTimes, nowMs: number): PlannedReminder[] {
  return reminders
    .flatMap((reminder) => {
      const time = timeOf(reminder);
      return readersOf(reminder.to).map((to) => planned(reminder.id, time, to, times));
    })
    .filter(({ atMs, side }) => atMs === null || (atMs > nowMs && (side !== 'before' || atMs < times.startMs)))
    .map((one) => (one.atMs === null ? one : { ...one, atMs: one.atMs + spreadMs(one.side, one.atMs, times) }));
}

function spreadMs(side: PlannedReminder['side'], atMs: number, { bookingId, startMs }: MeetingTimes): number {
  const withinMs = side === 'before' ? Math.min(SPREAD_MS, (startMs - atMs) * SPREAD_SHARE) : SPREAD_MS;
  return Math.floor(placeOf(bookingId) * withinMs);
}

function planned(id: string, time: ReminderTime, to: 'guest' | 'host', times: MeetingTimes): PlannedReminder {
  const side = sideOf(time);
  switch (time.kind) {
    case 'before':
      return { id, side, to, atMs: times.startMs - time.minutes * MINUTE_MS };
    case 'day_before': {
      const zone = zoneOf(to === 'guest' ? times.guestTimezone : times.hostTimezone);
      const day = zone.dayAt(times.startMs) - time.days;
      return { id, side, to, atMs: zone.firstInstant(day * DAY_MS + time.minuteOfDay * MINUTE_MS) };
    }
    case 'after':
      return { id, side, to, atMs: times.endMs + time.minutes * MINUTE_MS };
    case 'no_show':
      return { id, side, to, atMs: null, minutes: time.minutes };
  }
}

/** The mails once the guest is marked as missing. @param nowMs null: the mark is taken back */
export const planOnceMissed = (plan: readonly PlannedReminder[], nowMs: number | null): PlannedReminder[] =>
  plan.map((one) =>
    one.side === 'no_show' ? { ...one, atMs: nowMs === null ? null : nowMs + (one.minutes ?? 0) * MINUTE_MS } : one,
  );

/** When the next mail is due; null: none has a time. */
export const nextReminderMs = (plan: readonly PlannedReminder[]): number | null => {
  const times = plan.flatMap(({ atMs }) => (atMs === null ? [] : [atMs]));
  return times.length === 0 ? null : Math.min(...times);
};
