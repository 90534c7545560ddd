import { HOUR_MS } from '../time/civil.ts';

/** What a booking's flow has to do with its events in calendars. Counts and durations alone: it is history in Temporal. */
export interface CalendarWork {
  /** Until something is due; 0: now. */
  readonly waitMs: number;
  /** A link to join is being made: the mails wait a moment for it. */
  readonly wantsLink: boolean;
}

/** An attempt that a host made in their calendar, for the flow to carry out. */
export interface CalendarAttempt {
  readonly id: string;
  readonly kind: 'reschedule' | 'cancel';
}

/** A longer event is not meant as a meeting: somebody has made it a whole day. */
export const LONGEST_EVENT_MS = 24 * HOUR_MS - 1;

/** How long the mails of a booking wait for the link. */
export const LINK_WAIT_MS = 10_000;

/** How long the flow waits after a failed try: 5 s, then three times as long each time, at most a quarter of an hour. */
export const retryEventAfter = (tries: number): number =>
  Math.min(5_000 * 3 ** Math.min(Math.max(tries - 1, 0), 6), 15 * 60_000);

/** When a link that was not there yet is looked for again; null: the calendar makes none. Pushes come sooner. */
export const lookForLinkAfter = (looks: number): number | null =>
  [2_000, 10_000, 60_000, 300_000, 1_800_000][looks] ?? null;
