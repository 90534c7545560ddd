import { type AppError, type ErrorEnvelope, errorStatuses } from '../../schemas/errors.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Language } from '../../texts/languages.ts';
import type { Credentials } from '../auth/credentials.ts';
import type { Sleep } from './deadline.ts';
import type { RateLimiter, RateState } from './limits.ts';
import type { Metrics } from './metrics.ts';
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

interface AcceptedKey {
  readonly ok: true;
  /** The tools that the key may run. */
  readonly tools: readonly ListedTool[];
}

/** The caller, before authentication. A booking made by this call records `source`. */
export interface Caller {
  readonly ip: string;
  readonly source: BookingSource;
  readonly requestId: string;
  /** Key or session of the request, if any. The dispatcher checks it. */
  readonly credentials?: Credentials;
  /** Language of the calling web page, for mails to the guest. */
  readonly language?: Language;
  /** Region of the calling web page, such as US; absent: unknown. */
  readonly region?: string;
  /** The call runs a tool: it refuses unknown arguments, and one with a key is counted as a tool. */
  readonly asTool?: true;
  /** Aborted when the caller hangs up; in a handler also at its deadline. */
  readonly gone?: AbortSignal;
  /** The caller's own deadline (`performance.now()`). A web page runs several operations in the time of one. */
  readonly answerByMs?: number;
  /** The sleep of the call that runs this one as a tool: its deadline excludes the tool's sleep as well. */
  readonly sleep?: Sleep;
  /** Receives the flow's id, for the log line of the calling web page. */
  readonly nameFlow?: (workflowId: string) => void;
}

export interface Success {
  readonly ok: true;
  readonly status: number;
  /** Checked against the declared output; a Rendered answer was checked when it was made. */
  readonly output: unknown;
  readonly rate: RateState | null;
  /** The flow of the call. Absent for callers without credentials. */
  readonly workflowId?: string;
}

export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly envelope: ErrorEnvelope;
  readonly rate: RateState | null;
  readonly retryAfterSeconds?: number;
  /** The flow of the call. Absent for callers without credentials. */
  readonly workflowId?: string;
  /** The value of WWW-Authenticate. Default: `Bearer` with a 401, else nothing. */
  readonly challenge?: string;
}

export type Outcome = Success | Failure;

export const envelopeOf = ({ code, message, details }: AppError): ErrorEnvelope => ({
  error: { code, message, ...(details ? { details } : {}) },
});

/** Seconds that the caller should wait, if the error says so. */
export const retryAfterOf = ({ details }: AppError): number | undefined => {
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : undefined;
};

/** Returns the RateLimit headers of a 429: those of the limit that refuses, never of another one of the call. */
export const windowOf = ({ details }: AppError, resetSeconds: number): RateState => {
  const limit = details?.limit;
  return { limit: typeof limit === 'number' ? limit : 1, remaining: 0, resetSeconds };
};

/** Converts an expected error to the answer of every surface. */
export const failureOf = (error: AppError, rate: RateState | null): Failure => {
  const envelope = envelopeOf(error);
  const status = errorStatuses[error.code];
  if (status !== 429 && status !== 503) return { ok: false, status, envelope, rate };
  const retryAfterSeconds = retryAfterOf(error) ?? 2;
  return {
    ok: false,
    status,
    envelope,
    rate: status === 429 ? windowOf(error, retryAfterSeconds) : rate,
    retryAfterSeconds,
  };
};
