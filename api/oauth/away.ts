import type { Adapter } from 'oidc-provider';
import type { Logger } from 'pino';
import type { AppError } from '../../schemas/errors.ts';
import { retryAfterOf } from '../core/call.ts';
import { DEADLINE_MS, leftUntil, withDeadline } from '../core/deadline.ts';
import { expectedFailure } from '../core/failures.ts';

/** For who asks while a part is away, if nobody knows better. */
export const RETRY_AFTER_SECONDS = 2;

type Library = typeof import('oidc-provider');

/** The errors for OAuth clients (RFC 6749, 4.1.2.1; with 503 at the other endpoints). They name no dependency. */
const DESCRIPTION = 'Holdfast can not answer right now. Try again in a moment.';

export interface Watch {
  readonly errors: Library['errors'];
  readonly log: Logger;
  readonly deadlineMs?: number | undefined;
  /** When the request began, by `performance.now()`; undefined outside of one. */
  readonly startedMs: () => number | undefined;
  /** Which request it is, and which endpoint; undefined outside of one. */
  readonly named: () => object | undefined;
}

const isAway = (error: AppError | undefined): error is AppError => error?.code === 'service.unavailable';

/** The library's own error, with 503 instead of its 400. Pages find ours in `cause`. */
function temporarilyUnavailable({ errors }: Watch, cause: AppError): Error {
  const error = new errors.TemporarilyUnavailable(DESCRIPTION, { cause });
  return Object.assign(error, { status: 503, statusCode: 503 });
}

/**
 * Asks the database for the library, with one deadline for the whole request: the library asks several times in a row.
 * @throws temporarily_unavailable if the database is away or too slow
 */
export const asking =
  (watch: Watch) =>
  async <T>(ask: () => Promise<T>): Promise<T> => {
    const { log, deadlineMs = DEADLINE_MS, startedMs } = watch;
    const began = startedMs() ?? performance.now();
    try {
      const leftMs = leftUntil(began + deadlineMs);
      // A call that is late already must not use up a code behind its refusal.
      return await withDeadline(leftMs > 0 ? ask() : new Promise<never>(() => {}), {
        deadlineMs: leftMs,
        waitsFor: () => 'database',
      });
    } catch (error) {
      const expected = expectedFailure(error);
      if (!isAway(expected)) throw error;
      log.warn({ ...watch.named(), dependency: expected.details?.dependency }, 'dependency unavailable');
      throw temporarilyUnavailable(watch, expected);
    }
  };

/** The adapter, each of whose calls answers in time. */
export function watchedAdapter(adapter: Adapter, ask: ReturnType<typeof asking>): Adapter {
  const calls = Object.entries(adapter).map(([name, call]: [string, (...given: unknown[]) => Promise<unknown>]) => [
    name,
    (...given: unknown[]) => ask(() => call(...given)),
  ]);
  return Object.fromEntries(calls) as Adapter;
}

/** Seconds for Retry-After, if this is an answer to a part that is away; else undefined. */
export const retrySeconds = (error: unknown): number | undefined => {
  const expected = expectedFailure(error);
  return isAway(expected) ? (retryAfterOf(expected) ?? RETRY_AFTER_SECONDS) : undefined;
};
