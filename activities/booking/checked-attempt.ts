import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { UNCHECKED, withSeen } from '../../domain/booking/live-check.ts';
import { refuseAttempt } from '../../store/booking/attempts.ts';
import { type CheckFirst, type CheckHold, endCheck, isCheckFirst } from '../../store/booking/check-holds.ts';
import { type LiveCheckDependencies, lookAtCalendars } from '../calendars/live-check.ts';

/** For all looks of one attempt, the next host's in turn included: its answer must come before the API's deadline of 2.4 s. */
const LOOK_MS = 1_900;

/** The steps of an attempt that takes hosts' time. */
export interface CheckedAttempt<T extends object> {
  readonly attemptId: string;
  /** One transaction: carries the attempt out, or holds the time of hosts whose calendars come first. */
  readonly carryOut: (check: typeof UNCHECKED) => Promise<T | CheckFirst>;
  readonly outcomeOf: (result: T) => AttemptOutcome;
  readonly fromOutcome: (outcome: AttemptOutcome) => T;
}

/**
 * Carries out an attempt. Where hosts have calendars, those are looked at between two transactions: the first holds the hosts' time, the
 * second books. A host who is busy is not chosen any more. If a provider is away, nothing is booked, and holds are as they were.
 */
export async function carryOutChecked<T extends object>(
  dependencies: LiveCheckDependencies,
  { attemptId, carryOut, outcomeOf, fromOutcome }: CheckedAttempt<T>,
): Promise<T> {
  const beganMs = performance.now();
  const first = await carryOut(UNCHECKED);
  if (!isCheckFirst(first)) return first;
  const limits = { signal: AbortSignal.timeout(Math.max(1, LOOK_MS - (performance.now() - beganMs))) };
  const refusedTokens = new Set<string>();
  let [next, hold, known] = [first, first.hold, UNCHECKED];
  for (;;) {
    const seen = await lookAtCalendars(dependencies, next.check, limits);
    const isStuck = next.check.hostIds.some((id) => refusedTokens.has(id));
    if (isStuck || (seen.isAway && seen.busy.length === 0)) {
      await endCheck(dependencies.sql, hold);
      return fromOutcome((await refuseAttempt(dependencies.sql, attemptId, 'calendar_away')).outcome);
    }
    for (const id of next.check.hostIds) if (![...seen.free, ...seen.busy].includes(id)) refusedTokens.add(id);
    known = withSeen(known, next.check.period, seen);
    const result = await carryOut(known);
    if (!isCheckFirst(result))
      return ended(dependencies, result, { hold, isRefused: outcomeOf(result).result === 'refused' });
    next = result;
    hold = { ...result.hold, former: first.hold.former };
  }
}

async function ended<T>(
  { sql }: LiveCheckDependencies,
  result: T,
  { hold, isRefused }: { readonly hold: CheckHold; readonly isRefused: boolean },
): Promise<T> {
  if (isRefused) await endCheck(sql, hold);
  return result;
}
