import { HOUR_MS } from '../time/civil.ts';

/** The state of a booking's event in a host's calendar when a mail is made. Hosts without a calendar for bookings have none. */
export interface HostEventState {
  readonly userId: string;
  /** false: they have handed the meeting over */
  readonly isHost: boolean;
  readonly isOrganizer: boolean;
  /** true if an earlier mail had a calendar file, so that their calendar may have a second event */
  readonly hasFile: boolean;
  /** true if the event is in their calendar and follows changes */
  readonly isThere: boolean;
  /** The time for which the host's mail may wait for the first write of the event; 0: it does not wait. */
  readonly waitMs: number;
  /** The URL of the event; null: not known. */
  readonly htmlLink: string | null;
}

/**
 * Returns whether a host's mail has a calendar file. Mail programs add it to the calendar automatically, so a host whose calendar has the
 * event receives none. A host who received a file receives all later ones, so that their copy is updated.
 */
export function needsFile(calendar: HostEventState | undefined, method: 'REQUEST' | 'CANCEL' | 'PUBLISH'): boolean {
  if (calendar === undefined || calendar.hasFile) return true;
  return method !== 'CANCEL' && !calendar.isThere;
}

/** The work of a booking's flow on its events in calendars. It is part of Temporal's history, so it has counts and durations alone. */
export interface CalendarWork {
  /** The time until something is due; 0: now. */
  readonly waitMs: number;
  /** true while a join link is being made: the mails wait {@link LINK_WAIT_MS} for it */
  readonly wantsLink: boolean;
}

/** An attempt that a host made in their calendar. The flow carries it out. */
export interface CalendarAttempt {
  readonly id: string;
  readonly kind: 'reschedule' | 'cancel';
}

/** A longer event is not a meeting: the host has made it an all-day event. */
export const MAX_EVENT_MS = 24 * HOUR_MS - 1;

/** The time for which the mails of a booking wait for the link. */
export const LINK_WAIT_MS = 10_000;

/** Returns how long the flow waits after a failed try, in milliseconds: 5 s, then three times as long each time, at most 15 minutes. */
export const retryEventAfter = (tries: number): number =>
  Math.min(5_000 * 3 ** Math.min(Math.max(tries - 1, 0), 6), 15 * 60_000);

/** Returns the time until a missing link is checked for again, in milliseconds; null: the calendar makes none. A push comes sooner. */
export const checkLinkAfter = (checks: number): number | null =>
  [2_000, 10_000, 60_000, 300_000, 1_800_000][checks] ?? null;
