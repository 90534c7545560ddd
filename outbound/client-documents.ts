import type { ReadClientDocument } from '../domain/oauth/client-documents.ts';
import type { Outbound } from './outbound.ts';

/** Metadata documents have 1 kB, sets of keys a few. Who waits is a person in front of a browser. */
const LIMITS = { connectMs: 2_000, firstByteMs: 2_500, wholeMs: 4_000, maxBytes: 20_000 } as const;

/** A file that somebody uploaded, or an echoed text, is no document of its host: browsers trust types, and so do we. */
const TYPES = ['application/json', 'application/*+json'] as const;

/** Reads documents of apps by the one guarded fetch (docs/decisions/prep.md#guarded-fetch). Redirects are refused: the address is the app's identity. */
export const clientDocuments =
  (outbound: Outbound): ReadClientDocument =>
  async (url) => {
    let isFirst = true;
    const answer = await outbound({
      url,
      types: TYPES,
      headers: { accept: 'application/json' },
      limits: LIMITS,
      mayVisit: async () => {
        const may = isFirst;
        isFirst = false;
        return may;
      },
    });
    if (answer.outcome === 'failed') return { unread: answer.reason };
    return { status: answer.status, body: answer.body.toString('utf8'), cacheControl: answer.cacheControl };
  };
