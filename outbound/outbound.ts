import { setMaxListeners } from 'node:events';
import { Agent, type Dispatcher, request as send } from 'undici';
import { isLoopbackUrl } from '../domain/webhooks/endpoint-url.ts';
import { createDialler, type StandInInternet } from './dialler.ts';
import { OutboundError, type OutboundFailure, outboundFailureOf } from './outbound-failure.ts';
import { readBody } from './read-body.ts';

/** How long each part may take, in milliseconds. `wholeMs` counts redirects as well. */
export interface OutboundLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly wholeMs: number;
  /** After decompression. */
  readonly maxBytes: number;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly limits?: Partial<OutboundLimits>;
  /** Media types that are read, such as `text/html`, or `application/*+json` for all of such an ending. Of others nothing is read. If missing: all. */
  readonly types?: readonly string[];
  readonly whenLonger?: 'fail' | 'cut';
  /** Asked before each address, the first and those of redirects. False: the answer is `not_allowed`. */
  readonly mayVisit?: (url: URL) => Promise<boolean>;
}

/** `url`: the last one asked. It may hold secrets in its query: show `origin` and `pathname` alone. */
export type OutboundAnswer =
  | {
      readonly outcome: 'answered';
      readonly url: URL;
      readonly status: number;
      readonly contentType: string;
      readonly cacheControl: string;
      readonly body: Buffer;
    }
  | { readonly outcome: 'failed'; readonly reason: OutboundFailure };

/** Asks hosts that users name. Never throws for what the outside does. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

export interface OutboundOptions {
  /** Who asks, and where to complain. */
  readonly userAgent: string;
  /** The stand-in internet. Read at the first request: it may start later. */
  readonly standIn?: (() => Promise<StandInInternet>) | undefined;
  /** Local mode: a receiver of webhooks on this machine may be asked, on any port. Default: never. */
  readonly allowsLoopback?: boolean | undefined;
}

const LIMITS: OutboundLimits = { connectMs: 5_000, firstByteMs: 8_000, wholeMs: 15_000, maxBytes: 2_000_000 };
const MOST_REDIRECTS = 5;
const PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const LARGEST_HEADERS = 32_768;
/** What another origin may get as well: it tells nothing of the first one or of us. */
const FOR_ALL: ReadonlySet<string> = new Set(['accept', 'accept-language']);

/** @throws OutboundError forbidden_url */
function checkedUrl(text: string, base?: URL, allowsLoopback = false): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundError('forbidden_url');
  const url = new URL(text, base);
  if (allowsLoopback && isLoopbackUrl(url)) return url;
  const isDowngrade = base?.protocol === 'https:' && url.protocol === 'http:';
  const isWeb = (url.protocol === 'https:' || url.protocol === 'http:') && PORTS.has(url.port);
  if (!isWeb || isDowngrade || url.username !== '' || url.password !== '') throw new OutboundError('forbidden_url');
  url.hash = '';
  return url;
}

const headerOf = (headers: Dispatcher.ResponseData['headers'], name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Headers of a request that has left the origin for which they were made. */
const forOthers = (asked: OutboundRequest): OutboundRequest => ({
  ...asked,
  headers: Object.fromEntries(Object.entries(asked.headers ?? {}).filter(([name]) => FOR_ALL.has(name.toLowerCase()))),
});

/** Sends one request, without following. @returns the body unread */
async function sendOnce(url: URL, asked: OutboundRequest, agent: Agent, whole: AbortSignal, userAgent: string) {
  const { firstByteMs } = { ...LIMITS, ...asked.limits };
  const first = new AbortController();
  const timer = setTimeout(() => first.abort(new OutboundError('timeout')), firstByteMs);
  const signal = AbortSignal.any([whole, first.signal]);
  try {
    return await send(url, {
      ...{ dispatcher: agent, signal, method: asked.method ?? 'GET', body: asked.body ?? null },
      headers: { 'accept-encoding': 'gzip, deflate, br', ...asked.headers, 'user-agent': userAgent },
    });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Follows redirects by hand: each address is checked as the first. A POST is never sent on. Once a redirect has left the first origin, headers
 * that were meant for it stay away, also on a way back: who sent us there is a stranger.
 */
async function follow(
  first: OutboundRequest,
  agent: Agent,
  whole: AbortSignal,
  { userAgent, allowsLoopback }: OutboundOptions,
) {
  const seen = new Set<string>();
  let asked = first;
  // Never the address of a redirect.
  let url = checkedUrl(asked.url, undefined, allowsLoopback);
  for (;;) {
    if (seen.has(url.href) || seen.size > MOST_REDIRECTS) throw new OutboundError('too_many_redirects');
    seen.add(url.href);
    if (asked.mayVisit && !(await asked.mayVisit(url))) throw new OutboundError('not_allowed');
    whole.throwIfAborted();
    const answer = await sendOnce(url, asked, agent, whole, userAgent);
    const location = headerOf(answer.headers, 'location');
    if (asked.method === 'POST' || !REDIRECTS.has(answer.statusCode) || location === '') return { url, answer };
    answer.body.on('error', () => {}).destroy();
    const next = checkedUrl(location, url);
    if (next.origin !== url.origin) asked = forOthers(asked);
    url = next;
  }
}

function isOneOf(types: readonly string[] | undefined, mediaType: string): boolean {
  if (types === undefined || types.includes(mediaType)) return true;
  return types.some((type) => {
    const [start = '', end] = type.split('*');
    return end !== undefined && mediaType.startsWith(start) && mediaType.endsWith(end);
  });
}

async function exchange(asked: OutboundRequest, agent: Agent, whole: AbortSignal, options: OutboundOptions) {
  const { maxBytes } = { ...LIMITS, ...asked.limits };
  const { url, answer } = await follow(asked, agent, whole, options);
  const contentType = headerOf(answer.headers, 'content-type');
  const isWanted = isOneOf(asked.types, mediaTypeOf(contentType));
  const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
  if (isSuccess && !isWanted) {
    answer.body.on('error', () => {}).destroy();
    throw new OutboundError('wrong_type');
  }
  const body = await readBody(answer.body, {
    ...{ encoding: headerOf(answer.headers, 'content-encoding'), maxBytes },
    // Nobody needs all of an error page.
    whenLonger: isSuccess ? (asked.whenLonger ?? 'fail') : 'cut',
  });
  const cacheControl = headerOf(answer.headers, 'cache-control');
  return { outcome: 'answered', url, status: answer.statusCode, contentType, cacheControl, body } as const;
}

/**
 * The one way to hosts that users name: pages of companies, registries, webhooks. http and https on ports 80 and 443; every address of the
 * host must be public, and the checked one is dialled; names of networks of one's own are not asked for. No cookies, no referrer, nothing logged. Each request has its own connection, which
 * is closed with it.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { standIn, allowsLoopback } = options;
  return async (asked) => {
    const { connectMs, wholeMs } = { ...LIMITS, ...asked.limits };
    const whole = new AbortController();
    setMaxListeners(0, whole.signal);
    const timer = setTimeout(() => whole.abort(new OutboundError('timeout')), wholeMs);
    let agent: Agent | undefined;
    try {
      const internet = await standIn?.();
      agent = new Agent({
        ...{
          connect: createDialler({
            standIn: internet,
            connectMs,
            signal: whole.signal,
            loopbackOf: allowsLoopback ? asked.url : undefined,
          }),
          maxHeaderSize: LARGEST_HEADERS,
        },
        // Our own timers are exact; undici's round to a second.
        ...{ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 },
      });
      return await exchange(asked, agent, whole.signal, options);
    } catch (error) {
      return { outcome: 'failed', reason: whole.signal.aborted ? 'timeout' : outboundFailureOf(error) };
    } finally {
      clearTimeout(timer);
      await agent?.destroy();
      // Node keeps each `AbortSignal.any` that has a listener until it aborts, and with it the socket and all that was read.
      whole.abort();
    }
  };
}
