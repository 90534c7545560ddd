import type { WhyUnread } from '../../domain/event-types/imports/account.ts';
import type { Outbound, OutboundAnswer } from '../outbound.ts';
import type { OutboundFailure } from '../outbound-failure.ts';

/** One call of a service's API. @throws Unread */
export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>;

/** Stays inside this folder: callers get the reason. */
export class Unread extends Error {
  override readonly name = 'Unread';
  readonly reason: WhyUnread;

  constructor(reason: WhyUnread) {
    super(reason);
    this.reason = reason;
  }
}

const [CONNECT_MS, FIRST_BYTE_MS] = [3_000, 5_000];
/** All calls together. A person waits for them. */
const WHOLE_MS = 8_000;
const MOST_BYTES = 3_000_000;

const FAILURES: Partial<Readonly<Record<OutboundFailure, WhyUnread>>> = {
  too_large: 'too_large',
  // A redirect: not followed, so that the key goes to no other address.
  ...{ not_allowed: 'unreadable', wrong_type: 'unreadable', unreadable: 'unreadable' },
};

const HTTP = { ok: 200, unauthorized: 401, forbidden: 403, timeout: 408, tooMany: 429, broken: 500 } as const;

function reasonOf(status: number): WhyUnread | null {
  if (status === HTTP.ok) return null;
  if (status === HTTP.unauthorized || status === HTTP.forbidden) return 'key_refused';
  if (status === HTTP.tooMany) return 'busy';
  return status >= HTTP.broken || status === HTTP.timeout ? 'away' : 'unreadable';
}

function contentOf(answer: OutboundAnswer): unknown {
  if (answer.outcome === 'failed') throw new Unread(FAILURES[answer.reason] ?? 'away');
  const reason = reasonOf(answer.status);
  if (reason !== null) throw new Unread(reason);
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    throw new Unread('unreadable');
  }
}

/** Calls with one key, by the one guarded way out (docs/decisions/prep.md#guarded-fetch). Time and bytes are counted over all of them. */
export function askWith(outbound: Outbound, apiKey: string): Ask {
  const untilMs = performance.now() + WHOLE_MS;
  let bytesLeft = MOST_BYTES;
  return async (url, headers = {}) => {
    const leftMs = Math.floor(untilMs - performance.now());
    if (leftMs <= 0) throw new Unread('away');
    if (bytesLeft <= 0) throw new Unread('too_large');
    let isFirst = true;
    const answer = await outbound({
      url,
      types: ['application/json'],
      headers: { ...headers, accept: 'application/json', authorization: `Bearer ${apiKey}` },
      limits: {
        connectMs: Math.min(CONNECT_MS, leftMs),
        firstByteMs: Math.min(FIRST_BYTE_MS, leftMs),
        ...{ wholeMs: leftMs, maxBytes: bytesLeft },
      },
      mayVisit: async () => {
        const may = isFirst;
        isFirst = false;
        return may;
      },
    });
    if (answer.outcome === 'answered') bytesLeft -= answer.body.length;
    return contentOf(answer);
  };
}

/** The list that an answer holds. @throws Unread: it holds none */
export function listIn(answer: unknown, name: 'data' | 'collection'): readonly unknown[] {
  const list = (answer as Readonly<Record<string, unknown>> | null)?.[name];
  if (!Array.isArray(list)) throw new Unread('unreadable');
  return list;
}
