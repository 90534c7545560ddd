/** Everything is integer milliseconds since 1970 (instants) or minutes; intervals are half-open and sorted input is fastest. */

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** Minutes of a local day; `endMinute` 1440 is 24:00. A window that ends where it begins, or before, never opens. */
export interface DayWindow {
  readonly startMinute: number;
  readonly endMinute: number;
}

export interface WeeklyRule extends DayWindow {
  /** 0 = Sunday … 6 = Saturday */
  readonly dayOfWeek: number;
}

/** Replaces the weekly rules of one local day; no windows: a day off. */
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
 * Time in which the host can't meet. Our own claims (bookings, holds, pending) carry their event type and its buffers;
 * calendar busy has `eventTypeId` null and no buffer on either side. Empty intervals block nothing.
 */
export interface BusyInterval extends Interval {
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly eventTypeId: string | null;
}

/** How many meetings of one event type start in one local day, ISO week or month of the host; null: any number. */
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
  readonly minimumNoticeMinutes: number;
  readonly maxFutureDays: number;
  readonly limits: Limits;
}

export interface Host {
  readonly hostId: string;
  readonly schedule: Schedule;
  readonly busy: readonly BusyInterval[];
}

/** Why a start is not offered, in the order in which the rules are asked. */
export type Refusal = 'not_a_slot' | 'too_soon' | 'too_far' | 'time_off' | 'taken' | 'limit_reached';

export type Verdict = { readonly offered: true } | { readonly offered: false; readonly reason: Refusal };

/** Who asks, for which event, and when: what every question to the engine begins with. */
export interface SlotQuestion {
  readonly host: Host;
  readonly rules: EventRules;
  /** the instant of asking; the engine floors it to the minute, so answers hold still within one */
  readonly now: number;
}
