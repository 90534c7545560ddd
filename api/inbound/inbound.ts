import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiHeaders, notFound, sendError } from '../core/answer.ts';
import { requestIdOf } from '../core/request-id.ts';
import { answerGoogle } from './google.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';
import { answerMicrosoft } from './microsoft.ts';
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

/**
 * Answers messages of calendar providers at `{app_url}/inbound/…`, and webhooks of payments. They prove themselves by a secret alone. One without it is answered
 * and leaves no trace: no row, no log line. A database that is away is a 503, and the provider sends the message again.
 * @returns undefined: the path is elsewhere
 */
export const inboundListener =
  (services: InboundServices) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const answer = ANSWERS[path];
    if (!answer) return undefined;
    return answerTo(request, response, (body) =>
      answer(services, { headers: request.headers, query: new URLSearchParams(query), body }),
    );
  };

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (body: Buffer) => Promise<InboundAnswer>,
): Promise<void> {
  const requestId = requestIdOf(request);
  if (request.method !== 'POST') return sendError(response, requestId, notFound());
  const body = await readBody(request);
  if (body === null) return end(response, requestId, { status: 413 });
  end(response, requestId, await answer(body));
}

function end(
  response: ServerResponse,
  requestId: string,
  { status, json, text = json ? JSON.stringify(json) : '' }: InboundAnswer,
): void {
  // What is left of a large body is not read.
  const more = status === 413 ? ['Connection', 'close'] : [];
  const mime = json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  const type = ['Content-Type', mime, 'Content-Length', String(Buffer.byteLength(text))];
  response.writeHead(status, [...apiHeaders(requestId), ...type, ...more]);
  response.end(text);
}

/** null: it is larger than {@link LARGEST_BODY}. @throws Error the sender hung up */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return null;
  const parts: Buffer[] = [];
  let size = 0;
  // Without `destroyOnReturn`, a body that is too large could not be answered.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length;
    if (size > LARGEST_BODY) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
