import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import proxyaddr from 'proxy-addr';
import { type AppError, invalid } from '../../schemas/errors.ts';

/** Libraries silently drop this name from parsed JSON, as a protection. */
const NAME = '__proto__';

/** True if an object anywhere in parsed JSON has a field of that name: no operation has, and it would be ignored (docs/decisions/api.md#unknown-arguments). */
export function hasPrototypeName(parsed: unknown): boolean {
  const open: unknown[] = [parsed];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    if (Object.hasOwn(value, NAME)) return true;
    for (const one of Object.values(value)) open.push(one);
  }
  return false;
}

/** No operation needs more: a form with its conditions in a tool's arguments has about ten. */
const MAX_LEVELS = 50;

/**
 * Returns whether a JSON value is nested too deeply: recursive functions such as `JSON.stringify` throw at some thousand levels.
 * Reads no more levels than are allowed.
 */
export const isTooDeep = (value: unknown, levels = MAX_LEVELS): boolean => {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isTooDeep(part, levels - 1));
};

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** On the request itself: a WeakMap of all requests cost five hundredths of a page's time. */
const ID = Symbol('requestId');

/** The caller's own id if well-formed, else a new one; constant for the request. */
export const requestIdOf = (request: IncomingMessage & { [ID]?: string }): string => {
  const earlier = request[ID];
  if (earlier !== undefined) return earlier;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
  request[ID] = id;
  return id;
};

/** Express's format: the number of proxies, or their addresses and networks. */
export type TrustProxy = boolean | number | string;

/** Returns the client's address, behind the trusted proxies. */
export type IpOf = (request: IncomingMessage) => string;

export const clientIpOf = (trustProxy: TrustProxy): IpOf => {
  const isTrusted = express().set('trust proxy', trustProxy).get('trust proxy fn');
  return (request) => proxyaddr(request, isTrusted);
};

/** Maximum body sizes: `large` fits a small file in base64. */
const LIMITS = { usual: '100kb', large: '400kb' } as const;
export type BodySize = keyof typeof LIMITS;

/** Why a body could not be read, by body-parser's error type. */
const CAUSES: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'the body must be valid JSON, and an object',
  'encoding.unsupported': 'Content-Encoding must be gzip, deflate, br or absent',
  'charset.unsupported': 'the charset of the body must be UTF-8',
  'request.aborted': 'the body ended early',
  'request.size.invalid': 'the body is not as long as Content-Length says',
};

const parser = (size: BodySize) => express.json({ limit: LIMITS[size], strict: true, type: 'application/json' });
const parsers = { usual: parser('usual'), large: parser('large') };

const refused = (message: string): AppError => invalid([{ path: '', message }]);

const causeOf = (error: unknown, size: BodySize): AppError => {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  if (type === 'entity.too.large') return refused(`the body must not be larger than ${LIMITS[size]}`);
  return refused(CAUSES[type] ?? 'the body could not be read');
};

/** body-parser leaves the body here. */
type Parsed = IncomingMessage & { body?: unknown };

const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json *(;|$)/i.test(headers['content-type'] ?? '');

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const parsed = (request: Parsed, response: ServerResponse, size: BodySize): Promise<unknown> =>
  new Promise((resolve, reject) =>
    parsers[size](request, response, (error?: unknown) =>
      error ? reject(causeOf(error, size)) : resolve(request.body),
    ),
  );

/**
 * The body as any JSON object or list.
 *
 * @throws AppError request.invalid for another content type, broken JSON, too many levels, or more than its size allows (100 or 400 kB)
 */
export const readJsonBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  size: BodySize = 'usual',
): Promise<unknown> => {
  if (!isJson(request)) throw refused('Content-Type must be application/json');
  const body = await parsed(request, response, size);
  if (isTooDeep(body)) throw refused('the body must not be nested so deeply');
  return body;
};

/**
 * The body as an object. No body counts as an empty object, so the error names the missing fields.
 *
 * @throws AppError request.invalid for another content type, broken JSON, a body too large, or not an object
 */
export const readJsonObject = async (
  request: IncomingMessage,
  response: ServerResponse,
  size: BodySize = 'usual',
): Promise<Record<string, unknown>> => {
  if (!hasBody(request)) return {};
  const body = await readJsonBody(request, response, size);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw refused('the body must be a JSON object');
  return body as Record<string, unknown>;
};
