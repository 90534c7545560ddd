import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/civil.ts';

/** A mail that waits for room leaves past a cap this long before the earlier of both times: the guest must know of the move. */
const IN_TIME_MS = 12 * HOUR_MS;

/** So many moves of a booking a day are mailed past a cap: else moves would carry mails to anybody (docs/decisions/mail.md#moves-past-a-cap). */
export const MAX_MOVES_PAST_CAP_AND_DAY = 2;

/** The flow checks for room no more often. */
export const MIN_REST_MS = MINUTE_MS;
/** Room may come early: other mails are given back, or the plan changes. */
const MAX_REST_MS = HOUR_MS;

/** A mail that waits, with the moves of its booking that were mailed past a cap within a day. Epoch milliseconds. */
export interface WaitingMail {
  /** Of the time that the recipient knows. */
  readonly knownStartMs: number;
  readonly startMs: number;
  /** When other moves were mailed past a cap, the newest first. */
  readonly passedMs: readonly number[];
}

/** When the mail may leave past a cap. Epoch milliseconds. */
export const passesCapAt = ({ knownStartMs, startMs, passedMs }: WaitingMail): number =>
  Math.max(Math.min(knownStartMs, startMs) - IN_TIME_MS, freeAt(passedMs));

/** Whether the mail leaves past a cap before the earlier of both times; else only if the caps have room by then. */
export const leavesInTime = (mail: WaitingMail, now: number): boolean =>
  passesCapAt(mail) <= now || passesCapAt(mail) < Math.min(mail.knownStartMs, mail.startMs);

/** When one more move may be mailed past a cap. */
const freeAt = (passedMs: readonly number[]): number =>
  (passedMs[MAX_MOVES_PAST_CAP_AND_DAY - 1] ?? -Infinity) + DAY_MS;

/** When the flow checks for room next. @param roomMs when the caps have room, by what is counted now */
export function nextCheckAt(
  mail: WaitingMail,
  { now, roomMs }: { readonly now: number; readonly roomMs: number },
): number {
  const passesMs = passesCapAt(mail);
  const room = Math.min(Math.max(roomMs, now + MIN_REST_MS), now + MAX_REST_MS);
  const inTime = passesMs > now ? Math.min(room, passesMs) : room;
  return Math.min(inTime, Math.max(mail.startMs, now + MIN_REST_MS));
}
