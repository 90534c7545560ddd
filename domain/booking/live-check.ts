import type { Interval } from '../slots/types.ts';

/** The result of checking hosts' calendars at the provider during one attempt to book, so far. */
export interface LiveCheck {
  /** The checked time; null: nothing was checked. */
  readonly period: Interval | null;
  /** Ids of hosts whose calendars are free then. */
  readonly free: ReadonlySet<string>;
  /** Ids of hosts whose calendars are busy then. */
  readonly busy: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();

export const UNCHECKED: LiveCheck = { period: null, free: nobody, busy: nobody };

/** Returns the check if it was for this time; else, as after a change of the event's duration, an empty one. */
export const checkOf = (check: LiveCheck, { startMs, endMs }: Interval): LiveCheck =>
  check.period?.startMs === startMs && check.period.endMs === endMs ? check : UNCHECKED;

/** Returns the check with the results of more hosts. */
export function withResults(
  check: LiveCheck,
  period: Interval,
  seen: { readonly free: readonly string[]; readonly busy: readonly string[] },
): LiveCheck {
  const before = checkOf(check, period);
  return { period, free: new Set([...before.free, ...seen.free]), busy: new Set([...before.busy, ...seen.busy]) };
}
