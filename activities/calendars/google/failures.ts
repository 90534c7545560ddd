import { ProviderError, type ProviderFailure } from '../provider.ts';

/** Reasons of a 403 that mean "later", not "never" (Calendar API v3, errors). */
const QUOTAS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'calendarLimitExceeded']);

/** What gaxios throws, as far as we read it. */
interface Answered {
  readonly status?: unknown;
  readonly response?: {
    readonly status?: number;
    readonly headers?: Headers;
    readonly data?: { readonly error?: { readonly errors?: readonly { readonly reason?: string }[] } };
  };
}

/** The failure of a call to Google, in the words of all providers. Nothing of the request or the answer's texts is kept. */
export function googleFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { response } = error as Answered;
  const status = response?.status;
  if (status === undefined) return new ProviderError('away', error instanceof Error ? error.name : 'unknown');
  const reason = response?.data?.error?.errors?.[0]?.reason ?? 'no_reason';
  const detail = `${status} ${/^\w+$/.test(reason) ? reason : 'other'}`;
  return new ProviderError(failureOf(status, reason), detail, retryAfterMs(response?.headers));
}

function failureOf(status: number, reason: string): ProviderFailure {
  if (status === 401) return 'token_refused';
  if (status === 429 || (status === 403 && QUOTAS.has(reason))) return 'throttled';
  // A scope that the person took away counts as a dead token: only they can give it back.
  if (status === 403) return reason === 'insufficientPermissions' ? 'token_refused' : 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 410) return reason === 'deleted' ? 'not_found' : 'cursor_gone';
  if (status === 412) return 'event_changed';
  return status >= 500 ? 'away' : 'refused';
}

/** RFC 9110, Retry-After: seconds or a date. */
export function retryAfterMs(headers: Headers | undefined, now = Date.now()): number | null {
  const text = headers?.get('retry-after');
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
