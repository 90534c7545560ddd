import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, invalid } from '../../schemas/errors.ts';
import { apiHeaders, notFound, refuseMethod, sendError } from '../core/answer.ts';
import { retryAfterOf } from '../core/call.ts';
import { limited } from '../core/limit-errors.ts';
import type { RateLimiter, RateState } from '../core/limits.ts';
import { type IpOf, requestIdOf } from '../core/request.ts';
import { answerGoogle, answerMicrosoft } from './calendars.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';
import { answerStripe } from './stripe.ts';

const ANSWERS: Readonly<
  Record<string, (services: InboundServices, message: InboundMessage) => Promise<InboundAnswer>>
> = {
  '/inbound/google': answerGoogle,
  '/inbound/microsoft': answerMicrosoft,
  '/api/v1/billing/webhooks/stripe': answerStripe,
};

/** 1,000 notifications of Microsoft have about 500 kB; it sends a few dozen at once. */
const LARGEST_BODY = 256 * 1_024;

interface Reading {
  readonly largestBody: number;
  /** Of a larger body. */
  readonly refusal: InboundAnswer;
}

const FREELY: Reading = { largestBody: LARGEST_BODY, refusal: { status: 413 } };
/**
 * Of clients that sent too many wrong secrets. Right ones still get in: strangers can have the provider itself send us wrong ones.
 * 32 kB hold a few dozen notifications, so this is what a provider mostly sends.
 */
const CAREFULLY: Reading = { largestBody: 32 * 1_024, refusal: { status: 429 } };

const tooLarge = (): AppError =>
  invalid([{ path: '', message: `the body must not be larger than ${LARGEST_BODY / 1_024} kB` }]);

const tooManyWrong = (state: RateState | null): AppError =>
  limited('wrongSecrets', { limit: state?.limit ?? 1, retryAfterSeconds: state?.resetSeconds ?? 60 });

/** Counts wrong secrets of each client together with its wrong keys. */
export interface InboundLimits {
  readonly limiter: Pick<RateLimiter, 'count' | 'refund'>;
  readonly ipOf: IpOf;
}

/**
 * Answers messages of calendar providers at `{app_url}/inbound/…`, and webhooks of payments. They prove themselves by a secret alone. One
 * without it is answered and leaves no trace: no row, no log line. A database that is away is a 503, and the provider sends the message again.
 * @returns undefined: the path is elsewhere
 */
export const inboundListener =
  (services: InboundServices, limits: InboundLimits) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const answer = ANSWERS[path];
    if (!answer) return undefined;
    return answerTo(request, response, limits, (body, requestId) =>
      answer(services, { headers: request.headers, query: new URLSearchParams(query), body, requestId }),
    );
  };

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  { limiter, ipOf }: InboundLimits,
  answerOf: (body: Buffer, requestId: string) => Promise<InboundAnswer>,
): Promise<void> {
  const requestId = requestIdOf(request);
  if (request.method !== 'POST') return refuse(request, response, requestId);
  const ip = ipOf(request);
  // Counted first, because messages come in parallel, and given back if all secrets are right.
  const { limited: isLimited, state } = await limiter.count('wrongCredentials', ip, undefined);
  const { largestBody, refusal } = isLimited ? CAREFULLY : FREELY;
  const body = await readBody(request, largestBody);
  if (body === null) {
    const error = isLimited ? tooManyWrong(state) : tooLarge();
    const isOfApi = request.url?.startsWith('/api/') === true;
    return end(response, requestId, { ...refusal, ...(isOfApi ? { error } : { wait: retryAfterOf(error) }) });
  }
  const answer = await answerOf(body, requestId);
  if (!answer.isWrong) await limiter.refund('wrongCredentials', ip);
  end(response, requestId, answer);
}

/** Paths of the API are published and name their method; those for calendar providers look as if they did not exist. */
const refuse = (request: IncomingMessage, response: ServerResponse, requestId: string): void => {
  if (request.url?.startsWith('/api/')) refuseMethod(request, response, requestId, 'POST');
  else sendError(response, requestId, notFound());
};

function end(
  response: ServerResponse,
  requestId: string,
  {
    status,
    error,
    wait,
    json,
    text = json ? JSON.stringify(json) : '',
  }: InboundAnswer & { readonly wait?: number | undefined },
): void {
  // The rest of a large body is not read.
  const more = status === 413 || status === 429 ? ['Connection', 'close'] : [];
  if (error) {
    sendError(response, requestId, error, { status, more });
    return;
  }
  if (wait !== undefined && status === 429) more.push('Retry-After', String(wait));
  const mime = json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  const type = ['Content-Type', mime, 'Content-Length', String(Buffer.byteLength(text))];
  response.writeHead(status, [...apiHeaders(requestId), ...type, ...more]);
  response.end(text);
}

/** null: it is larger. @throws Error the sender hung up */
async function readBody(request: IncomingMessage, largestBody: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return null;
  const parts: Buffer[] = [];
  let size = 0;
  // Without `destroyOnReturn`, a body that is too large could not be answered.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length;
    if (size > largestBody) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
