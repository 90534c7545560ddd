import type { Interval } from '../slots/types.ts';

/** What one attempt to book has seen so far in its hosts' calendars, as they are at this moment. */
export interface LiveCheck {
  /** The time that was looked at; null: nothing was. */
  readonly period: Interval | null;
  /** Ids of hosts whose calendars have nothing then. */
  readonly free: ReadonlySet<string>;
  /** Ids of hosts whose calendars have something then. */
  readonly busy: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();

export const UNCHECKED: LiveCheck = { period: null, free: nobody, busy: nobody };

/** What a check says about this time; nothing if it was for another one, as after a change of the event's length. */
export const checkOf = (check: LiveCheck, { startMs, endMs }: Interval): LiveCheck =>
  check.period?.startMs === startMs && check.period.endMs === endMs ? check : UNCHECKED;

/** The same check with more hosts. */
export function withSeen(
  check: LiveCheck,
  period: Interval,
  seen: { readonly free: readonly string[]; readonly busy: readonly string[] },
): LiveCheck {
  const before = checkOf(check, period);
  return { period, free: new Set([...before.free, ...seen.free]), busy: new Set([...before.busy, ...seen.busy]) };
}
