import type { Credentials } from '../auth/credentials.ts';
import type { Caller } from './caller.ts';
import type { Metrics } from './metrics.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { ListedTool } from './tools.ts';

export interface DispatchOptions {
  readonly limiter: RateLimiter;
  readonly metrics?: Metrics;
  /** Milliseconds until a 503. The handler may still finish; repeating the call then returns its result. */
  readonly deadlineMs?: number;
}

export interface Dispatcher {
  /** How long a caller waits for an answer, in milliseconds. */
  readonly deadlineMs: number;
  /**
   * Runs one operation for any surface. `rawInput` is the merged, unchecked input, or the AppError of a request that
   * could not be parsed: both are counted, logged and answered alike.
   *
   * Never rejects: the outcome holds the error.
   */
  dispatch(area: string, name: string, rawInput: unknown, caller: Caller): Promise<Outcome>;
  /** True if the credentials are absent or malformed: a surface may refuse the call before it reads the body. */
  cannotAuthenticate(credentials: Credentials): boolean;
  /**
   * Checks the caller's key, for a surface that needs its tools before the body. Limited and logged like a call.
   * @returns the tools of the key, or the failure to answer with
   */
  enter(caller: Caller): Promise<AcceptedKey | Failure>;
}

export interface AcceptedKey {
  readonly ok: true;
  /** The tools that the key may run. */
  readonly tools: readonly ListedTool[];
}
