/** Instants are integer milliseconds since 1970, times of day are minutes. Intervals are half-open; sorted input is fastest. */

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** Minutes of a local day; `endMinute` 1440 is 24:00, and more is on the next day. A window that ends at or before its start never opens. */
export interface DayWindow {
  readonly startMinute: number;
  readonly endMinute: number;
}

export interface WeeklyRule extends DayWindow {
  /** 0 = Sunday … 6 = Saturday */
  readonly dayOfWeek: number;
}

/** Replaces the weekly rules of one local day; no windows: a day off. What ends on the next day adds to the windows there. */
export interface DateOverride {
  /** YYYY-MM-DD in the schedule's zone */
  readonly date: string;
  readonly windows: readonly DayWindow[];
}

export interface Schedule {
  /** IANA name */
  readonly timezone: string;
  readonly weeklyRules: readonly WeeklyRule[];
  readonly overrides: readonly DateOverride[];
  readonly timeOff: readonly Interval[];
}

/**
 * Time in which the host can't meet. Our own claims (bookings, holds, pending) have their event type and its buffers;
 * calendar busy times have `eventTypeId` null and no buffers of their own. Empty intervals block nothing.
 */
export interface BusyInterval extends Interval {
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly eventTypeId: string | null;
}

/** The most meetings of one event type in one local day, ISO week or month of the host; null: no limit. */
export interface Limits {
  readonly perDay: number | null;
  readonly perWeek: number | null;
  readonly perMonth: number | null;
}

export interface EventRules {
  readonly eventTypeId: string;
  readonly durationMinutes: number;
  /** null: as long as the duration */
  readonly slotIntervalMinutes: number | null;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  /** The buffers hold against events of calendars, too. Against our own meetings they always do. */
  readonly buffersAroundCalendarEvents: boolean;
  readonly minimumNoticeMinutes: number;
  readonly maxFutureDays: number;
  readonly limits: Limits;
}

export interface Host {
  readonly hostId: string;
  readonly schedule: Schedule;
  readonly busy: readonly BusyInterval[];
}

/** Why a start is not offered, in the order of checking. */
export type Refusal = 'not_a_slot' | 'too_soon' | 'too_far' | 'time_off' | 'taken' | 'limit_reached';

export type Verdict = { readonly offered: true } | { readonly offered: false; readonly reason: Refusal };

/** The host, the event and the time: part of every question to the engine. */
export interface SlotQuestion {
  readonly host: Host;
  readonly rules: EventRules;
  /** the current instant; floored to the minute, so that answers are stable within one */
  readonly now: number;
}
