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
      /** A look-up that found nothing is to be tried again. Missing in histories of flows that began before decision 0188. */
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

/** The flow gives a look-up this time, with all its waits. */
export const LONGEST_LOOK_UP_MS = 10 * MINUTE_MS;

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
