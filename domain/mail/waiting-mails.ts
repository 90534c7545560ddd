import { HOUR_MS, MINUTE_MS } from '../time/civil.ts';

/** A mail that waits for room leaves past a cap this long before the earlier of both times: the guest must know of the move. */
const IN_TIME_MS = 12 * HOUR_MS;

/** So many moves of a booking a day are mailed past a cap: else moves would carry mails to anybody (decision 0341). */
export const MOVES_PAST_CAP_AND_DAY = 2;

/** The flow looks for room no more often. */
const SHORTEST_REST_MS = MINUTE_MS;
/** Room may come early: other mails are given back, or the plan changes. */
const LONGEST_REST_MS = HOUR_MS;

/** When a mail of a move leaves whatever the caps say. Epoch milliseconds. */
export const leavesAtLatest = ({ knownStartMs, startMs }: { knownStartMs: number; startMs: number }): number =>
  Math.min(knownStartMs, startMs) - IN_TIME_MS;

/** When the flow looks for room next. @param roomMs when the caps have room, by what is counted now */
export function looksNextAt({
  now,
  roomMs,
  latestMs,
  startMs,
}: {
  readonly now: number;
  readonly roomMs: number;
  readonly latestMs: number;
  readonly startMs: number;
}): number {
  const room = Math.min(Math.max(roomMs, now + SHORTEST_REST_MS), now + LONGEST_REST_MS);
  const inTime = latestMs > now ? Math.min(room, latestMs) : room;
  return Math.min(inTime, Math.max(startMs, now + SHORTEST_REST_MS));
}
