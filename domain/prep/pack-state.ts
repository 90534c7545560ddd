import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { isScheduled } from '../booking/booking-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/civil.ts';

/** The reason of a retry: a source failed in passing, or the look-up was given up before any source answered. */
export type RetryReason = 'source_failed' | 'given_up';

/** A source that failed is asked again after an hour at the earliest (`FAILURE_KEPT_MS`). */
const WAITS_MS: Readonly<Record<RetryReason, readonly number[]>> = {
  source_failed: [65 * MINUTE_MS, 4 * HOUR_MS, 24 * HOUR_MS],
  given_up: [15 * MINUTE_MS, 65 * MINUTE_MS, 4 * HOUR_MS],
};

/** The wait is up to this part longer, so that look-ups that failed together are not retried together. */
const SPREAD = 0.2;

/**
 * Returns milliseconds until a look-up is retried; null: it was retried often enough.
 * @param retries so far
 * @param random from 0 to 1
 */
export function retryInMs(reason: RetryReason, retries: number, random: number): number | null {
  const waitMs = WAITS_MS[reason][retries];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + SPREAD * random));
}

/** How the flow of a prep pack ends. */
export type PrepEnd = 'canceled' | 'meeting over' | 'no such pack';

/** A finished pack waits for its mail, a retry of the look-up, or the end of the meeting. */
export type PrepWait = 'mail' | 'retry' | 'end';

/** The progress of a booking's pack. */
export type PackProgress =
  | { readonly stage: 'ended'; readonly end: PrepEnd }
  | {
      readonly stage: 'open';
      /** Its inputs have changed after it was made, or it was never made. */
      readonly isDue: boolean;
      readonly isMailDue: boolean;
      /** A look-up that found nothing is to be retried. */
      readonly isRetryDue: boolean;
      readonly waitMs: number;
      readonly waitsFor: PrepWait;
    };

/** The step before a pack is made. A look-up has a number, for which one credit is spent. */
export type LookUpStart = { readonly next: 'make' } | { readonly next: 'look up'; readonly attempt: number };

/** The next step of the flow, after all steps that need the database alone. Ids, outcomes and times only: Temporal's history has it. */
export type PrepAdvance =
  | { readonly next: 'end'; readonly end: PrepEnd }
  | { readonly next: 'look up'; readonly attempt: number }
  /** `mail`: if the mail does not leave, the flow waits. */
  | { readonly next: 'mail' | 'wait'; readonly waitMs: number; readonly waitsFor: PrepWait }
  /** The inputs change as fast as the pack is made. */
  | { readonly next: 'again' };

/**
 * Maximum time of a look-up, with all its attempts and waits. A literal: the flow imports types alone, and compiles only with the same number.
 */
export const MAX_LOOK_UP_MS = 600_000;

/** Maximum time of one attempt. Sites that hang take half of it at most. */
export const MAX_TRY_MS = 60_000;

/** A caller who waits for a pack from its beginning has it by then: a wait of 25 seconds may begin just before the look-up ends. */
export const MAX_PACK_WAIT_MS = MAX_LOOK_UP_MS + 25_000;

/** Facts about a domain are looked up, and paid for, again after this time. */
export const FACTS_FRESH_MS = 30 * DAY_MS;

/** A refresh by a person looks older facts up again, for a credit. */
export const FACTS_FRESH_ON_REFRESH_MS = DAY_MS;

/** Minutes before the start at which hosts get the pack, unless they choose: none for hidden events (contract, Enrichment). */
export const defaultPrepMailMinutes = (isHidden: boolean): number | null => (isHidden ? null : 60);

/** Guests try several times: a mail that is due waits this long after a move for the next one. */
const AFTER_MOVE_MS = 2 * MINUTE_MS;

/** This long before the start, a mail waits for no further move. */
const FINAL_MS = 5 * MINUTE_MS;

/**
 * The time at which the hosts are mailed about a start.
 * @param minutes before the start
 * @param movedAtMs when the meeting last moved; null: never
 */
export function mailAtMs(
  minutes: number,
  { startMs, movedAtMs }: { readonly startMs: number; readonly movedAtMs: number | null },
): number {
  const plannedMs = startMs - minutes * MINUTE_MS;
  if (movedAtMs === null) return plannedMs;
  return Math.max(plannedMs, Math.min(movedAtMs + AFTER_MOVE_MS, startMs - FINAL_MS));
}

/** The facts that decide the next step of a pack. Times are instants. */
export interface NextStepFacts {
  readonly status: BookingStatus;
  readonly hasPack: boolean;
  /** Minutes before the start; null: no mail. */
  readonly mailMinutes: number | null;
  /** A host's last mail was about another start, or the host had none. */
  readonly isMailOpen: boolean;
  /** null: never */
  readonly movedAtMs: number | null;
  /** null: no retry is planned */
  readonly retryAtMs: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly nowMs: number;
}

/**
 * The first of: a retry of the look-up, the mail about this start unless all hosts have it, the end. Nothing is looked up or mailed
 * once the meeting has begun. A request that waits for its host's approval has no mail.
 */
export function nextStep({ status, hasPack, mailMinutes, isMailOpen, movedAtMs, retryAtMs, ...times }: NextStepFacts): {
  readonly atMs: number;
  readonly waitsFor: PrepWait;
} {
  const { startMs, endMs, nowMs } = times;
  const isBefore = nowMs < startMs;
  const takesPlace = isScheduled(status);
  const hasMail = mailMinutes !== null && hasPack && takesPlace && isMailOpen && isBefore;
  const mailMs = hasMail ? mailAtMs(mailMinutes, { startMs, movedAtMs }) : null;
  // A mail that is due before the retry has certainly ended goes first.
  if (retryAtMs !== null && retryAtMs < startMs && isBefore)
    if (mailMs === null || Math.max(retryAtMs, nowMs) + MAX_LOOK_UP_MS <= mailMs)
      return { atMs: retryAtMs, waitsFor: 'retry' };
  return mailMs === null ? { atMs: endMs, waitsFor: 'end' } : { atMs: mailMs, waitsFor: 'mail' };
}
