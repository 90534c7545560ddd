import type { Reminder } from '../../schemas/shapes/reminders.ts';
import { type ReminderTime, readersOf, sideOf, timeOf } from '../event-types/reminders.ts';
import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';

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
  readonly startMs: number;
  readonly endMs: number;
  /** IANA zones */
  readonly guestTimezone: string;
  readonly hostTimezone: string;
}

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
    .filter(({ atMs, side }) => atMs === null || (atMs > nowMs && (side !== 'before' || atMs < times.startMs)));
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
