import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The limit for every answer, also for a 503. */
export const ANSWERED_WITHIN_MS = 3_000;

/** A call in the api's log. */
export interface LoggedCall {
  readonly status: number;
  /** From the start of the handler to the answer, by the api's clock. The network is not included. */
  readonly ms: number;
}

/** The calls in an api's readable log lines (infra/log.ts). */
export const callsIn = (lines: readonly string[]): LoggedCall[] =>
  lines.flatMap((line) => {
    const [, status, ms] = /^api .* call .*\bstatus=(\d{3}) ms=([\d.]+)$/.exec(line) ?? [];
    return status && ms ? [{ status: Number(status), ms: Number(ms) }] : [];
  });

/**
 * Measures how late timers fire in this process. The api's deadline is a timer too (2.6 s, api/core/deadline.ts). With more work than
 * cores every timer is late, so tests add this delay to the api's 3 s. It is close to zero when the
 * machine is idle.
 * @returns the longest delay until now, in milliseconds
 */
export function watchLateness(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  return () => Math.ceil(histogram.max / 1_000_000);
}

/**
 * What an api in a process of its own may take. Its clock waits for a core as that of this process does: the longest delays of both add up.
 * @param lateMs the longest delay of a timer in this process
 */
export const grantedElsewhereMs = (lateMs: number): number => ANSWERED_WITHIN_MS + 2 * lateMs;
