import { ProviderError, type ProviderFailure } from '../provider.ts';

/** Reasons of a 403 that mean "later", not "never" (Calendar API v3, errors). */
const QUOTAS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded']);
/** `quotaExceeded`: a limit of the person's calendar use, which lasts for hours. */
const CALENDAR_USE_MS = 60 * 60_000;

/** What gaxios throws, as far as we read it. */
interface Answered {
  readonly code?: unknown;
  readonly response?: {
    readonly status?: number;
    readonly headers?: Headers;
    readonly data?: { readonly error?: { readonly errors?: readonly { readonly reason?: string }[] } };
  };
}

/** The failure of a call to Google, in the words of all providers. Nothing of the request or of the answer's texts is kept. */
export function googleFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { response, code } = error as Answered;
  const status = response?.status;
  if (status === undefined || status < 400) return new ProviderError('away', word(code ?? nameOf(error)));
  const reason = response?.data?.error?.errors?.[0]?.reason ?? 'no_reason';
  const waitMs = retryAfterMs(response?.headers) ?? (reason === 'quotaExceeded' ? CALENDAR_USE_MS : null);
  return new ProviderError(failureOf(status, reason), `${status} ${word(reason)}`, waitMs);
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Stable words of Google and of the network alone: other texts may hold anything. */
const word = (text: unknown): string => (/^[\w.]{1,60}$/.test(String(text)) ? String(text) : 'other');

function failureOf(status: number, reason: string): ProviderFailure {
  // A push address that Google does not accept, not a dead token.
  if (reason.startsWith('push.')) return 'refused';
  if (status === 401) return 'token_refused';
  if (status === 429 || (status === 403 && QUOTAS.has(reason))) return 'throttled';
  if (status === 403) return forbidden(reason);
  if (status === 404) return 'not_found';
  if (status === 410) return CURSOR_REASONS.has(reason) ? 'cursor_gone' : 'not_found';
  if (status === 412) return 'event_changed';
  // 409 of a create is handled there; elsewhere Google asks to try again.
  return status >= 500 || status === 408 || status === 409 ? 'away' : 'refused';
}

const CURSOR_REASONS = new Set(['fullSyncRequired', 'updatedMinTooLongAgo']);

function forbidden(reason: string): ProviderFailure {
  // A scope that the person took away counts as a dead token: only they can give it back.
  if (reason === 'insufficientPermissions') return 'token_refused';
  // The API is off, or the project's quota of a day is used: the operator's to mend.
  return reason === 'accessNotConfigured' || reason === 'dailyLimitExceeded' ? 'misconfigured' : 'forbidden';
}

/** RFC 9110, Retry-After: seconds or a date. */
export function retryAfterMs(headers: Headers | undefined, now = Date.now()): number | null {
  const text = headers?.get('retry-after');
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
