/** A call as the api's own log tells of it. */
export interface LoggedCall {
  readonly status: number;
  /** From the first byte of work on it to its answer, by the api's clock: a busy machine between guest and api is not in it. */
  readonly ms: number;
}

/** The calls among lines of an api's readable log (infra/log.ts). */
export const callsIn = (lines: readonly string[]): LoggedCall[] =>
  lines.flatMap((line) => {
    const [, status, ms] = /^api .* call .*\bstatus=(\d{3}) ms=([\d.]+)$/.exec(line) ?? [];
    return status && ms ? [{ status: Number(status), ms: Number(ms) }] : [];
  });
