import { type ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { AppError, errorStatuses, invalid } from '../../schemas/errors.ts';
import { OPENAPI_PATH } from '../openapi/path.ts';
import { envelopeOf, type Failure, retryAfterOf, windowOf } from './call.ts';
import type { RateState } from './limits.ts';

/** An answer that is already checked and serialized; REST sends this text. A cached answer needs little more memory than its bytes. */
export class Rendered<T> {
  readonly wire: Wire;
  #value: WeakRef<object> | undefined;

  constructor(value: T) {
    this.wire = new Wire(JSON.stringify(value));
  }

  /** The parsed text, parsed again only if its memory was reclaimed. Frozen, because all callers share it. */
  get value(): T {
    const kept = this.#value?.deref();
    if (kept) return kept as T;
    const value = JSON.parse(this.wire.text) as T;
    freeze(value);
    if (typeof value === 'object' && value !== null) this.#value = new WeakRef(value);
    return value;
  }
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}

/**
 * A text that is sent many times. It is stored as one character for each byte of its UTF-8: Node writes such a string together with
 * the headers in one piece, which takes a third less time than a separate buffer.
 */
export class Wire {
  readonly #latin1: string;

  constructor(text: string) {
    this.#latin1 = Buffer.from(text).toString('latin1');
  }

  get byteLength(): number {
    return this.#latin1.length;
  }

  get text(): string {
    return Buffer.from(this.#latin1, 'latin1').toString();
  }

  /** Sends it as the whole body; Content-Length is already set. */
  end(response: ServerResponse): void {
    response.end(this.#latin1, 'latin1');
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Alternating header names and values, the fastest form for `writeHead`. */
type FlatHeaders = readonly string[];

/** The headers helmet sets on API answers. Computed once: they do not depend on the request. */
const securityHeaders = (): FlatHeaders => {
  const request = new IncomingMessage(new Socket());
  // ServerResponse has the method, but its types do not.
  const answer = new ServerResponse(request) as ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  protect(request, answer, () => {});
  return answer.getRawHeaderNames().flatMap((name) => [name, String(answer.getHeader(name))]);
};

const baseHeaders: FlatHeaders = [...securityHeaders(), 'Cache-Control', 'no-store'];

/** The RateLimit headers of an answer (spec, Errors). */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateState): FlatHeaders => [
  'RateLimit-Limit',
  String(limit),
  'RateLimit-Remaining',
  String(remaining),
  'RateLimit-Reset',
  String(resetSeconds),
  'RateLimit',
  `limit=${limit}, remaining=${remaining}, reset=${resetSeconds}`,
];

export interface Answer {
  readonly status: number;
  readonly body: Wire | string;
  readonly requestId: string;
  readonly contentType?: string;
  readonly rate?: RateState | null;
  readonly more?: FlatHeaders;
}

/** The API headers, for answers not sent by `send`. */
export const apiHeaders = (requestId: string): FlatHeaders => [...baseHeaders, 'X-Request-Id', requestId];

/** The API headers for answers that any cache may store for a while. */
export const cachedHeaders = (requestId: string, seconds: number): FlatHeaders =>
  apiHeaders(requestId).map((value, place, all) =>
    all[place - 1] === 'Cache-Control' ? `public, max-age=${seconds}` : value,
  );

/** Sends every API answer: not cached, not readable by other sites, with its request id. */
export const send = (response: ServerResponse, { status, body, requestId, contentType, rate, more }: Answer): void => {
  const headers = baseHeaders.concat('X-Request-Id', requestId, 'Content-Type', contentType ?? JSON_TYPE);
  headers.push('Content-Length', String(body instanceof Wire ? body.byteLength : Buffer.byteLength(body)));
  if (rate) headers.push(...rateHeaders(rate));
  if (more) headers.push(...more);
  response.writeHead(status, headers);
  if (body instanceof Wire) body.end(response);
  else response.end(body);
};

/** Sends an error outside any operation. */
export const sendError = (
  response: ServerResponse,
  requestId: string,
  error: AppError,
  { status = errorStatuses[error.code], more = [] }: { status?: number; more?: FlatHeaders } = {},
): void => {
  const seconds = retryAfterOf(error);
  const retry = seconds === undefined ? [] : ['Retry-After', String(seconds)];
  const rate = status === 429 && seconds !== undefined ? windowOf(error, seconds) : null;
  send(response, { status, body: JSON.stringify(envelopeOf(error)), requestId, rate, more: [...more, ...retry] });
};

export const sendFailure = (response: ServerResponse, requestId: string, failure: Failure): void => {
  const { status, envelope, rate, retryAfterSeconds, workflowId, challenge } = failure;
  const more = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)];
  if (challenge !== undefined || status === 401) more.push('WWW-Authenticate', challenge ?? 'Bearer');
  if (workflowId !== undefined) more.push('X-Workflow-Id', workflowId);
  send(response, { status, body: JSON.stringify(envelope), requestId, rate, more });
};

export const notFound = (): AppError =>
  new AppError(
    'resource.not_found',
    `There is nothing at this path. GET ${OPENAPI_PATH} on the app origin lists every path.`,
  );

/** Answers a method that the path does not have: 405. @param allow the methods that it has, such as `GET, HEAD` */
export const refuseMethod = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  allow: string,
): void => {
  const message = `This path does not answer ${request.method}. Use ${allow}.`;
  const error = new AppError('request.invalid', message, { reason: 'method_not_allowed', allow: allow.split(', ') });
  sendError(response, requestId, error, { status: 405, more: ['Allow', allow] });
};

/** The public form of an unexpected error: only the id to find it in the logs. */
export const hiddenError = (requestId: string): AppError =>
  new AppError('internal.unexpected', `Something went wrong on our side. Request id: ${requestId}`, { requestId });

export const brokenPath = (): AppError => invalid([{ path: '', message: 'the path has a broken percent-encoding' }]);
