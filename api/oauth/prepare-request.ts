import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LOOKS_LIKE_A_KEY } from '../../domain/access/api-key.ts';
import type { Urls } from '../core/urls.ts';
import { faultOf, narrowAuthorization, narrowMetadata, narrowToken } from './narrow.ts';
import { OAUTH_PATHS, OAUTH_SESSION_COOKIE, type OAuthEndpoint } from './paths.ts';

/** Ids that we give, and addresses of documents without a query. Other texts are no id: they may be a secret in the wrong field. */
const LOOKS_LIKE_AN_ID = /^(?:[\w-]{8,64}|https:\/\/[\w.:/~@%-]{1,250})$/;

/** As long as our tokens: one in the wrong field is not logged whole. */
const SHOWN_CHARACTERS = 8;
const LOOKS_LIKE_A_TOKEN = /^[\w-]{43}$/;

/** The user part of a Basic credential; undefined: there is none. */
function basicUser(authorization: string | undefined): string | undefined {
  const [, coded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (coded === undefined) return undefined;
  const [user = ''] = Buffer.from(coded, 'base64').toString('utf8').split(':', 1);
  try {
    return decodeURIComponent(user);
  } catch {
    return undefined;
  }
}

/** Which app a request says it is, for the log, where nobody knows it; undefined: it says nothing that looks like an id. */
export function sentClient(parameters: URLSearchParams, authorization: string | undefined): string | undefined {
  const sent = parameters.get('client_id') ?? basicUser(authorization) ?? '';
  if (!LOOKS_LIKE_AN_ID.test(sent) || LOOKS_LIKE_A_KEY.test(sent)) return undefined;
  return LOOKS_LIKE_A_TOKEN.test(sent) ? `${sent.slice(0, SHOWN_CHARACTERS)}…` : sent;
}

/** As the server itself allows. */
const LARGEST_BODY = 56 * 1024;

/** The body of a request as text; undefined: it is larger than 56 kB. That is read to its end, so that the sender gets an answer. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= LARGEST_BODY) chunks.push(chunk);
  }
  return bytes <= LARGEST_BODY ? Buffer.concat(chunks).toString('utf8') : undefined;
}

interface Changed {
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** undefined: none. */
  readonly body?: string | undefined;
}

/** A request with another address, headers and body: the server of the library reads it like one from the network. */
function forwardedRequest(request: IncomingMessage, { url, headers, body }: Changed): IncomingMessage {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  // Without Origin the library sets no CORS headers: CORS is closed (contract).
  const { 'content-length': _length, 'transfer-encoding': _encoding, origin: _origin, ...kept } = request.headers;
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const forwarded = Object.assign(Readable.from(bytes === undefined ? [] : [bytes], { objectMode: false }), {
    ...{ url, method, socket, httpVersion, httpVersionMajor, httpVersionMinor },
    headers: { ...kept, ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
    rawHeaders: [],
    complete: true,
  });
  return forwarded as unknown as IncomingMessage;
}

/** Where a request goes, and whose it is. */
export interface Destination {
  readonly endpoint: OAuthEndpoint;
  /** On the app origin. */
  readonly path: string;
  readonly ip: string;
  /** Receives the app that the request names, if any. */
  readonly noteClient: (clientId: string) => void;
}

/** RFC 6749, 5.2; RFC 7591, 3.2.2. */
export interface OAuthRefusal {
  readonly error: string;
  readonly error_description: string;
}

const OTHER_RESOURCE: OAuthRefusal = {
  error: 'invalid_target',
  error_description: 'tokens of this server are for its own connector only',
};

/** PostgreSQL stores none, and no id, code or address has one. */
const NUL = /%00|\0/;
const HAS_NUL = 'parameters must not contain NUL';
/** A request is stored before anybody signs in, so it must not be large. */
const MAX_STATE_LENGTH = 2_000;
const MAX_PARAMETER_LENGTH = 6_000;

const queryFault = (query: string): string | undefined => {
  if (NUL.test(query)) return HAS_NUL;
  if (query.length > MAX_PARAMETER_LENGTH) return `the query has at most ${MAX_PARAMETER_LENGTH} characters`;
  const state = new URLSearchParams(query).get('state') ?? '';
  return state.length > MAX_STATE_LENGTH ? `state: at most ${MAX_STATE_LENGTH} characters` : undefined;
};

/** Some are addresses, and reading one takes longer than its length. Codes and tokens are shorter. A registration has no parameters. */
const isParameterTooLong = (endpoint: OAuthEndpoint, body = ''): boolean =>
  endpoint !== 'register' &&
  [...new URLSearchParams(body).values()].some((value) => value.length > MAX_PARAMETER_LENGTH);

const queryOf = ({ url = '' }: IncomingMessage): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

type Prepared = IncomingMessage | { readonly refused: OAuthRefusal };

const refused = (error: string, error_description: string) => ({ refused: { error, error_description } });

/**
 * A request as the library gets it: at the app origin, whatever its headers state, and narrowed to the supported parameters.
 * @returns `refused`: the answer. A token request for a resource that is not ours would use up a refresh token before that shows.
 */
export async function prepareRequest(
  urls: Urls,
  request: IncomingMessage,
  { endpoint, path, ip, noteClient }: Destination,
): Promise<Prepared> {
  const { protocol, host } = new URL(urls.appUrl);
  const place = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host, 'x-forwarded-for': ip };
  const note = (parameters: string): void => {
    const sent = sentClient(new URLSearchParams(parameters), request.headers.authorization);
    if (sent !== undefined) noteClient(sent);
  };
  if (request.method === 'POST') {
    const text = await readText(request);
    if (isParameterTooLong(endpoint, text))
      return refused('invalid_request', `a parameter has at most ${MAX_PARAMETER_LENGTH} characters`);
    note(endpoint === 'register' ? '' : (text ?? ''));
    const body = text === undefined ? tooLarge(endpoint) : preparedBody(urls, endpoint, text);
    return typeof body === 'string' ? forwardedRequest(request, { url: path, headers: place, body }) : body;
  }
  note(queryOf(request));
  const fault = queryFault(queryOf(request));
  if (fault !== undefined) return refused('invalid_request', fault);
  const query = endpoint === 'authorize' ? authorizationQuery(urls, path, request) : queryOf(request);
  const cookie = withoutSession(request.headers.cookie ?? '');
  return forwardedRequest(request, { url: query === '' ? path : `${path}?${query}`, headers: { ...place, cookie } });
}

const tooLarge = (endpoint: OAuthEndpoint) =>
  refused(
    endpoint === 'register' ? 'invalid_client_metadata' : 'invalid_request',
    'the body must not be larger than 56 kB',
  );

function preparedBody(urls: Urls, endpoint: OAuthEndpoint, text: string): string | { readonly refused: OAuthRefusal } {
  if (endpoint === 'register') {
    const { body, fault } = registration(text);
    return fault === undefined ? body : refused('invalid_client_metadata', fault);
  }
  if (NUL.test(text)) return refused('invalid_request', HAS_NUL);
  if (endpoint !== 'token') return text;
  const narrow = narrowToken(urls, new URLSearchParams(text));
  return narrow.refused ? { refused: OTHER_RESOURCE } : narrow.body.toString();
}

/** Of a decided request everything is stored: the library would take app and redirect of a query that a stranger wrote. */
const authorizationQuery = (urls: Urls, path: string, request: IncomingMessage): string =>
  path === OAUTH_PATHS.authorize ? narrowAuthorization(urls, new URLSearchParams(queryOf(request))).toString() : '';

const SESSION_COOKIES = [OAUTH_SESSION_COOKIE, `${OAUTH_SESSION_COOKIE}.sig`];

/** Nobody stays signed in at the library's server: who asks again is asked again, and by our pages alone. */
const withoutSession = (cookies: string): string =>
  cookies
    .split(';')
    .filter((cookie) => !SESSION_COOKIES.includes(cookie.split('=', 1)[0]?.trim() ?? ''))
    .join(';');

/** Unreadable input is left to the library, which refuses it. */
function registration(text: string): { readonly body: string; readonly fault: string | undefined } {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    if (!isObject) return { body: text, fault: undefined };
    const narrow = narrowMetadata(value as Record<string, unknown>);
    return { body: JSON.stringify(narrow), fault: faultOf(narrow) };
  } catch {
    return { body: text, fault: undefined };
  }
}
