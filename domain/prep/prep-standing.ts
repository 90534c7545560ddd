import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { isStanding } from '../booking/booking-states.ts';
import { DAY_MS, MINUTE_MS } from '../time/civil.ts';

/** How the flow of a prep pack ends. */
export type PrepEnd = 'canceled' | 'meeting over' | 'no such pack';

/** What a pack that is made waits for: its mail, a further try of the look-up, or the end of the meeting. */
export type PrepWait = 'mail' | 'retry' | 'end';

/** Where the pack of a booking stands. Ids, outcomes and times alone: it is in Temporal's history. */
export type PrepStanding =
  | { readonly stage: 'over'; readonly end: PrepEnd }
  | {
      readonly stage: 'open';
      /** What it is made from has changed since it was made, or it was never made. */
      readonly isDue: boolean;
      readonly isMailDue: boolean;
      /** A look-up that found nothing is to be tried again. Missing in histories of older flows. */
      readonly isRetryDue?: boolean;
      /** Until what it waits for. */
      readonly waitMs: number;
      readonly waitsFor: PrepWait;
    };

/** What comes before the pack is made. A look-up has a number, for which one credit is spent. */
export type PrepBegin = { readonly next: 'make' } | { readonly next: 'look up'; readonly attempt: number };

/** What the flow does next, after all that the database alone can do was done. In Temporal's history, as {@link PrepStanding}. */
export type PrepAdvance =
  | { readonly next: 'end'; readonly end: PrepEnd }
  | { readonly next: 'look up'; readonly attempt: number }
  /** `mail`: and if it does not leave, wait. */
  | { readonly next: 'mail' | 'wait'; readonly waitMs: number; readonly waitsFor: PrepWait }
  /** It changes as fast as it is made. */
  | { readonly next: 'again' };

/**
 * The flow gives a look-up this time, with all its tries and waits. A literal: the flow, which imports types alone, must name the same number
 * or does not compile.
 */
export const LONGEST_LOOK_UP_MS = 600_000;

/** One try of it. Sites that hang take half of that at most. */
export const LONGEST_TRY_MS = 60_000;

/** Who waits for a pack from its beginning has it by then: a wait of 25 seconds may begin just before the look-up ends. */
export const LONGEST_PACK_WAIT_MS = LONGEST_LOOK_UP_MS + 25_000;

/** Facts about a domain are asked for again after this time, and paid for again. */
export const FACTS_FRESH_MS = 30 * DAY_MS;

/** When a person asks for the pack anew, facts that are older are asked for again, for a credit. */
export const FACTS_FRESH_ON_REFRESH_MS = DAY_MS;

/** Minutes before the start at which hosts get the pack, unless they choose: none for hidden events (contract, Enrichment). */
export const defaultPrepMailMinutes = (isHidden: boolean): number | null => (isHidden ? null : 60);

/** People try times: a mail that is due waits so long after a move for the next one. */
const MOVE_RESTS_MS = 2 * MINUTE_MS;

/** Minutes before the start: a mail waits for no further move then. */
const NO_REST_MS = 5 * MINUTE_MS;

/**
 * When the hosts are mailed about a start.
 * @param minutes before the start
 * @param movedAtMs when the meeting last moved; null: never
 */
export function mailAtMs(
  minutes: number,
  { startMs, movedAtMs }: { readonly startMs: number; readonly movedAtMs: number | null },
): number {
  const plannedMs = startMs - minutes * MINUTE_MS;
  if (movedAtMs === null) return plannedMs;
  return Math.max(plannedMs, Math.min(movedAtMs + MOVE_RESTS_MS, startMs - NO_REST_MS));
}

/** What the next look at a pack depends on. Times are instants. */
export interface NextLook {
  readonly status: BookingStatus;
  readonly hasPack: boolean;
  /** Minutes before the start; null: no mail. */
  readonly mailMinutes: number | null;
  /** The last mail of a host told of another start, or they had none. */
  readonly isMailOpen: boolean;
  /** null: never */
  readonly movedAtMs: number | null;
  /** null: no further try is planned */
  readonly retryAtMs: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly nowMs: number;
}

/**
 * What comes first: a further try of the look-up, the mail of this start unless it has left to all hosts, or the end. Nothing is looked up or mailed
 * once the meeting has begun. A request that waits for its host has no mail.
 */
export function nextLook({ status, hasPack, mailMinutes, isMailOpen, movedAtMs, retryAtMs, ...times }: NextLook): {
  readonly atMs: number;
  readonly waitsFor: PrepWait;
} {
  const { startMs, endMs, nowMs } = times;
  const isBefore = nowMs < startMs;
  const takesPlace = isStanding(status);
  const hasMail = mailMinutes !== null && hasPack && takesPlace && isMailOpen && isBefore;
  const mailMs = hasMail ? mailAtMs(mailMinutes, { startMs, movedAtMs }) : null;
  // A mail that is due before a further try has surely ended goes first.
  if (retryAtMs !== null && retryAtMs < startMs && isBefore)
    if (mailMs === null || Math.max(retryAtMs, nowMs) + LONGEST_LOOK_UP_MS <= mailMs)
      return { atMs: retryAtMs, waitsFor: 'retry' };
  return mailMs === null ? { atMs: endMs, waitsFor: 'end' } : { atMs: mailMs, waitsFor: 'mail' };
}
