import { type AppError, type ErrorEnvelope, errorStatuses } from '../../schemas/errors.ts';
import type { RateState } from './rate-limits.ts';

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
  /** As of a success. */
  readonly workflowId?: string;
  /** What WWW-Authenticate says. Default: `Bearer` with a 401, else nothing. */
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

/** The RateLimit headers of a 429 are those of the limit that refuses, which `limited` names; never of another one of the call. */
export const windowOf = ({ details }: AppError, resetSeconds: number): RateState => {
  const limit = details?.limit;
  return { limit: typeof limit === 'number' ? limit : 1, remaining: 0, resetSeconds };
};

/** An expected error as every surface answers it. */
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
