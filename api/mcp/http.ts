import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type AppError, errorStatuses } from '../../schemas/errors.ts';
import { apiHeaders, rateHeaders } from '../core/answer.ts';
import { overLimit, type RateState } from '../core/limits.ts';
import type { ListedTool } from '../core/tools.ts';
import { bytesOf } from './thin-entry.ts';

/** The JSON-RPC codes of errors that answer the HTTP request. */
export const RPC_CODES = { server: -32_000, parse: -32_700 } as const;

/** The `data` of a JSON-RPC error: the code and details of the API's envelope, which clients already know. */
export const dataOf = ({ code, details }: AppError) => ({ code, ...(details ? { details } : {}) });

/** A JSON-RPC error without an id: it answers the HTTP request. Default status: that of the error's code. */
export const refuse = (
  response: ServerResponse,
  requestId: string,
  error: AppError,
  {
    status = errorStatuses[error.code],
    rpcCode = RPC_CODES.server,
    more = [],
  }: { readonly status?: number; readonly rpcCode?: number; readonly more?: readonly string[] } = {},
): void => {
  response.writeHead(status, [...apiHeaders(requestId), 'Content-Type', 'application/json', ...more]);
  const rpcError = { code: rpcCode, message: error.message, data: dataOf(error) };
  response.end(JSON.stringify({ jsonrpc: '2.0', error: rpcError, id: null }));
};

/** For a client that has used up its public reads. */
export const refuseFlood = (response: ServerResponse, requestId: string, rate: RateState): void => {
  const { resetSeconds } = rate;
  const more = [...rateHeaders(rate), 'Retry-After', String(resetSeconds)];
  refuse(response, requestId, overLimit(rate), { more });
};

const ANSWER_TYPES = 'application/json, text/event-stream';

/**
 * The request without its body, which is passed parsed. Sets Accept to both answer types, because curl sends `*\/*`,
 * which the SDK refuses.
 */
export const toWebRequest = (request: IncomingMessage): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length' && name !== 'transfer-encoding')
      headers.set(name, value);
  }
  headers.set('accept', ANSWER_TYPES);
  return new Request(`http://${request.headers.host}${request.url}`, { method: 'POST', headers });
};

/**
 * Stands for the list of tools in an answer of the SDK, which would serialise it for each caller. {@link reply} puts the list there.
 * Random: nobody's words contain it.
 */
export const LIST_HERE = randomUUID();

const COMMA = Buffer.from(',');

/** The body with the list where {@link LIST_HERE} stands; more than once in a batch. */
const withList = (body: string, list: readonly ListedTool[]): Buffer => {
  const tools = list.flatMap((tool, nth) => (nth === 0 ? [bytesOf(list, tool)] : [COMMA, bytesOf(list, tool)]));
  const around = body.split(`"${LIST_HERE}"`).map((part) => Buffer.from(part));
  return Buffer.concat(around.flatMap((part, nth) => (nth === 0 ? [part] : [...tools, part])));
};

/** Writes a web answer to the Node response. @param list set if the answer lists the tools */
export const reply = async (
  response: ServerResponse,
  requestId: string,
  answer: Response,
  list?: readonly ListedTool[],
): Promise<void> => {
  const headers = [...apiHeaders(requestId)];
  for (const [name, value] of answer.headers) if (name !== 'cache-control') headers.push(name, value);
  if (!list && answer.body !== null && answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    response.writeHead(answer.status, headers);
    // A client that hangs up ends the pipeline with an error: ignore it.
    // The cast: the same class under its browser type.
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {});
    return;
  }
  const body = list ? withList(await answer.text(), list) : Buffer.from(await answer.arrayBuffer());
  headers.push('Content-Length', String(body.length));
  response.writeHead(answer.status, headers);
  response.end(body);
};
