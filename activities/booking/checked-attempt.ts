import type { AttemptOutcome } from '../../domain/booking/attempt.ts';
import { type LiveCheck, UNCHECKED, withResults } from '../../domain/booking/live-check.ts';
import { refuseAttempt } from '../../store/booking/attempts.ts';
import {
  type CalendarCheckNeeded,
  type CheckHold,
  endCheck,
  needsCalendarCheck,
} from '../../store/booking/check-holds.ts';
import { type LiveCheckDependencies, lookAtCalendars } from '../calendars/live-check.ts';

/** For all looks of one attempt, the next host's in turn included: its answer must come before the API's deadline of 2.4 s. */
const LOOK_MS = 1_900;

/** The steps of an attempt that takes hosts' time. */
export interface CheckedAttempt<T extends object> {
  readonly attemptId: string;
  /** One transaction: carries the attempt out, or holds the time of hosts whose calendars come first. */
  readonly carryOut: (check: LiveCheck) => Promise<T | CalendarCheckNeeded>;
  readonly outcomeOf: (result: T) => AttemptOutcome;
  readonly fromOutcome: (outcome: AttemptOutcome) => T;
}

/**
 * Carries out an attempt. Where hosts have calendars, those are looked at between two transactions: the first holds the hosts' time, the
 * second books. A host who is busy is not chosen any more. If a provider is away, nothing is booked, and holds are as they were.
 */
export async function carryOutChecked<T extends object>(
  dependencies: LiveCheckDependencies,
  attempt: CheckedAttempt<T>,
): Promise<T> {
  const beganMs = performance.now();
  const first = await attempt.carryOut(UNCHECKED);
  if (!needsCalendarCheck(first)) return first;
  const leftMs = LOOK_MS - (performance.now() - beganMs);
  const looking = new Looking(dependencies, AbortSignal.timeout(Math.max(1, Math.floor(leftMs))), first);
  let isBooked = false;
  try {
    for (;;) {
      const known = await looking.look();
      const result = known
        ? await attempt.carryOut(known)
        : attempt.fromOutcome((await refuseAttempt(dependencies.sql, attempt.attemptId, 'calendar_away')).outcome);
      if (!needsCalendarCheck(result)) {
        isBooked = attempt.outcomeOf(result).result === 'done';
        return result;
      }
      looking.goOn(result);
    }
  } finally {
    if (!isBooked) await endCheck(dependencies.sql, looking.hold);
  }
}

/** The looks of one attempt, one after the other. */
class Looking {
  readonly #dependencies: LiveCheckDependencies;
  readonly #signal: AbortSignal;
  /** Hosts whose tokens were refused: their row says that they must connect again. If it does not, nobody knows. */
  readonly #refused = new Set<string>();
  /** Before the first look that wrote holds; null: none did. */
  #former: CheckHold['former'] | null;
  #next: CalendarCheckNeeded;
  #known = UNCHECKED;

  constructor(dependencies: LiveCheckDependencies, signal: AbortSignal, first: CalendarCheckNeeded) {
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#next = first;
    this.#former = first.hold?.former ?? null;
  }

  /** The holds of now, and those of before the first calendar check. */
  get hold(): CheckHold | null {
    return this.#next.hold && { ...this.#next.hold, former: this.#former ?? [] };
  }

  goOn(next: CalendarCheckNeeded): void {
    this.#former ??= next.hold?.former ?? null;
    this.#next = next;
  }

  /** All that is known after one more look; null: a provider is away, so nothing can be booked. */
  async look(): Promise<LiveCheck | null> {
    const { hostIds, period } = this.#next.check;
    if (hostIds.some((id) => this.#refused.has(id))) return null;
    const seen = await lookAtCalendars(this.#dependencies, this.#next.check, { signal: this.#signal });
    if (seen.isAway && seen.busy.length === 0) return null;
    const answered = new Set([...seen.free, ...seen.busy]);
    for (const id of hostIds) if (!answered.has(id)) this.#refused.add(id);
    this.#known = withResults(this.#known, period, seen);
    return this.#known;
  }
}
