/** Instants are integer milliseconds since 1970, times of day are minutes. Intervals are half-open; sorted input is fastest. */

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** Minutes of a local day. `endMinute` 1440 is 24:00; a larger value is on the next day. A window that ends at or before its start never opens. */
export interface DayWindow {
  readonly startMinute: number;
  readonly endMinute: number;
}

export interface WeeklyRule extends DayWindow {
  /** 0 = Sunday … 6 = Saturday */
  readonly dayOfWeek: number;
}

/** Replaces the weekly rules of one local day. Without windows it is a day off. A window that ends on the next day is added to that day's windows. */
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
 * Time in which the host is busy. Time blocks (bookings, requests, holds) have their event type and its buffers;
 * events of calendars have `eventTypeId` null and no buffers of their own. Empty intervals block nothing.
 */
export interface BusyInterval extends Interval {
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly eventTypeId: string | null;
}

/** The maximum number of meetings of one event type in one local day, ISO week or month of the host; null: no limit. */
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
  /** true if the buffers also apply to events of calendars. They always apply to meetings of Holdfast. */
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

/** The reasons why a start is not offered, in the order in which they are checked. */
export type Refusal = 'not_a_slot' | 'too_soon' | 'too_far' | 'time_off' | 'taken' | 'limit_reached';

export type Verdict = { readonly offered: true } | { readonly offered: false; readonly reason: Refusal };

/** The host, the event and the time: part of every question to the engine. */
export interface SlotQuestion {
  readonly host: Host;
  readonly rules: EventRules;
  /** the current instant; floored to the minute, so that answers are stable within one */
  readonly now: number;
}
