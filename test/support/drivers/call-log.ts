import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What nobody shall wait longer for, an answer that a part is away included. */
export const ANSWERED_WITHIN_MS = 3_000;

/** A call as the api's own log tells of it. */
export interface LoggedCall {
  readonly status: number;
  /** From the start of work on it to its answer, by the api's clock: what lies between guest and api is not in it. */
  readonly ms: number;
}

/** The calls among lines of an api's readable log (infra/log.ts). */
export const callsIn = (lines: readonly string[]): LoggedCall[] =>
  lines.flatMap((line) => {
    const [, status, ms] = /^api .* call .*\bstatus=(\d{3}) ms=([\d.]+)$/.exec(line) ?? [];
    return status && ms ? [{ status: Number(status), ms: Number(ms) }] : [];
  });

/**
 * Watches how late timers fire in this process. The api's deadline is a timer too (2.6 s, api/core/deadline.ts), and with more work than
 * cores every timer of the machine is late: what is seen here is granted to the api on top of its 3 s. Next to nothing when the
 * machine has time.
 * @returns the longest delay until now, in milliseconds
 */
export function watchLateness(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  return () => Math.ceil(histogram.max / 1_000_000);
}
