import type { ClientDocument, ReadClientDocument, UnreadDocument } from '../../domain/oauth/client-documents.ts';
import type { RateLimiter } from '../core/limits.ts';
import { calls } from './oauth-call.ts';

type Library = typeof import('oidc-provider');

interface DocumentParts {
  readonly limiter: RateLimiter;
  readonly readClientDocument: ReadClientDocument;
  readonly errors: Library['errors'];
}

/** How an app's metadata document, or its set of keys, is read. */
export interface Documents {
  /** @throws temporarily_unavailable, 429: too many were read for this address, and this one is not known */
  mayFetch(clientId: string): Promise<boolean>;
  /** null: it can't be read, or too many were read for this address, and none is kept. */
  read(url: string): Promise<ClientDocument | null>;
}

/** As long as the library keeps one at most. */
const KEPT_MS = 24 * 3_600_000;
const MAX_CACHED = 100;

/** A page that says "back soon" with 200 is no document. Sets of keys name no client. */
const isOf = (url: string, { body }: ClientDocument): boolean => {
  try {
    const { client_id: clientId, keys } = JSON.parse(body);
    return clientId === url || Array.isArray(keys);
  } catch {
    return false;
  }
};

const TOO_MANY: UnreadDocument = { unread: 'too_many' };

/** Why an answer is no document of this address, in a word. */
const faultOf = (url: string, answer: ClientDocument | UnreadDocument): string | undefined => {
  if ('unread' in answer) return answer.unread;
  if (answer.status !== 200) return `status_${answer.status}`;
  return isOf(url, answer) ? undefined : 'of_no_client';
};

/** The host is temporarily unavailable, whatever it answers: a valid copy of the last day is used instead. */
const isAway = (document: ClientDocument | null): boolean =>
  document === null || document.status === 200 || document.status === 429 || document.status >= 500;

/** For the log line of this request: an app whose document is refused hears `invalid_client`, and no more. */
export const noteFault = (fault: string): void => {
  const call = calls.getStore();
  if (call) call.documentFault = fault;
};

/**
 * Reads documents of apps, and keeps the last good ones of this process. People behind one address share its limit, and hosts are away
 * at times: an app that receives `invalid_client` discards its tokens, so a document that was read within a day answers then.
 */
export function documentsOf({ limiter, readClientDocument, errors }: DocumentParts): Documents {
  const kept = new Map<string, { readonly document: ClientDocument; readonly readMs: number }>();
  const keep = (url: string, document: ClientDocument): void => {
    kept.delete(url);
    kept.set(url, { document, readMs: Date.now() });
    const [oldest] = kept.keys();
    if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
  };
  const keptOf = (url: string): ClientDocument | null => {
    const found = kept.get(url);
    return found && Date.now() - found.readMs < KEPT_MS ? { ...found.document, cacheControl: 'max-age=60' } : null;
  };
  const count = () => limiter.count('clientDocument', calls.getStore()?.ip ?? '', undefined);
  return {
    async mayFetch(clientId) {
      const { limited, state } = await count();
      const call = calls.getStore();
      if (call) call.document = { url: clientId, isKeptOnly: limited };
      if (!limited || keptOf(clientId) !== null) return true;
      if (call) call.retryAfterSeconds = state?.resetSeconds ?? 60;
      const error = new errors.TemporarilyUnavailable('Too many documents of apps were read for this address.');
      throw Object.assign(error, { status: 429, statusCode: 429 });
    },
    async read(url) {
      const asked = calls.getStore()?.document;
      // Sets of keys count as documents do: anyone can register any address, and needs no valid signature to have it read.
      const isKeptOnly = asked?.url === url ? asked.isKeptOnly : (await count()).limited;
      const answer = isKeptOnly ? TOO_MANY : await readClientDocument(url);
      const fault = faultOf(url, answer);
      if (fault !== undefined) noteFault(fault);
      const document = 'unread' in answer ? null : answer;
      if (document !== null && fault === undefined) {
        keep(url, document);
        return document;
      }
      return isAway(document) ? (keptOf(url) ?? document) : document;
    },
  };
}
