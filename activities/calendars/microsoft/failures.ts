import { retryAfterMs } from '../google/failures.ts';
import { ProviderError, type ProviderFailure } from '../provider.ts';
import type { GraphAnswer } from './client.ts';

/** Codes for a cursor that is too old; their letter case varies. */
const CURSOR_GONE = new Set(['syncstatenotfound', 'syncstateinvalid', 'resyncrequired']);

/** No answer: the network, or our own time limit. */
export const awayFailure = (error: unknown): never => {
  if (error instanceof ProviderError) throw error;
  throw new ProviderError('away', error instanceof Error ? error.name : 'unknown');
};

/** The status decides first: bodies of 429 and 503 are often empty or HTML. Messages are never kept. */
export function graphFailure({ status, body }: GraphAnswer, headers: Headers): ProviderError {
  const code = String((body.error as { code?: unknown } | undefined)?.code ?? 'no_code');
  const detail = `${status} ${/^[\w.]+$/.test(code) ? code : 'other'}`;
  return new ProviderError(failureOf(status, code.toLowerCase()), detail, retryAfterMs(headers));
}

function failureOf(status: number, code: string): ProviderFailure {
  if (CURSOR_GONE.has(code) || status === 410) return 'cursor_gone';
  if (status === 401) return 'token_refused';
  if (status === 429) return 'throttled';
  // With immutable ids, deleting twice answers this instead of 404.
  if (code === 'errorcannotdeleteobject' || status === 404) return 'not_found';
  if (status === 403)
    return code === 'erroraccessdenied' || code === 'insufficient_claims' ? 'token_refused' : 'forbidden';
  if (status === 412 || code === 'errorirresolvableconflict') return 'event_changed';
  return status >= 500 ? 'away' : 'refused';
}
