import { retryAfterMs } from '../google/failures.ts';
import { ProviderError, type ProviderFailure } from '../provider.ts';

/** Codes for a cursor that is too old; their letter case varies. */
const CURSOR_GONE = new Set(['syncstatenotfound', 'syncstateinvalid', 'resyncrequired']);

/** No answer: the network, or our own time limit. */
export const awayFailure = (error: unknown): never => {
  if (error instanceof ProviderError) throw error;
  throw new ProviderError('away', error instanceof Error ? error.name : 'unknown');
};

/** A failure of Graph, with what only its adapter reads. */
export class GraphError extends ProviderError {
  /** Graph's word for it, in lower case. */
  readonly code: string;
  /** Of ErrorDuplicateTransactionId: the event that was created first. */
  readonly existingEventId: string | null;

  constructor(failure: ProviderFailure, detail: string, later: number | null, code: string, existing: unknown) {
    super(failure, detail, later);
    this.code = code;
    this.existingEventId = typeof existing === 'string' && existing !== '' ? existing : null;
  }
}

/** The status decides first: bodies of 429 and 503 are often empty or HTML. Messages are never kept. */
export function graphFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Readonly<Record<string, unknown>>,
): GraphError {
  const { error } = body as { error?: { code?: unknown; '@event.existingEventId'?: unknown } };
  const word = String(error?.code ?? 'no_code');
  const code = word.toLowerCase();
  const detail = `${status} ${/^[\w.]{1,80}$/.test(word) ? word : 'other'}`;
  const later = retryAfterMs(headers);
  return new GraphError(failureOf(status, code), detail, later, code, error?.['@event.existingEventId']);
}

function failureOf(status: number, code: string): ProviderFailure {
  if (CURSOR_GONE.has(code) || status === 410) return 'cursor_gone';
  if (status === 401) return 'token_refused';
  if (status === 404) return 'not_found';
  if (status === 412 || status === 409) return 'event_changed';
  if (status === 429 || status === 509) return 'throttled';
  // Conditional Access wants the person. Other refusals may be of one calendar alone: `account.ts` looks.
  if (status === 403) return code === 'insufficient_claims' ? 'token_refused' : 'forbidden';
  // The mailbox is full: no wait helps.
  return status >= 500 && status !== 507 ? 'away' : 'refused';
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof GraphError && error.code === code.toLowerCase();

/** null: it is not there. */
export const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ProviderError && error.failure === 'not_found') return null;
    throw error;
  });
