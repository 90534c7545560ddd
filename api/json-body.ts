import express, { type Request, type Response } from 'express';
import { type AppError, invalid } from '../schemas/errors.ts';

const LIMIT = '100kb';

/** Why a body could not be read, by the type that body-parser gives its errors. */
const CAUSES: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'the body must be valid JSON, and an object',
  'entity.too.large': `the body must not be larger than ${LIMIT}`,
  'encoding.unsupported': 'Content-Encoding must be gzip, deflate, br or absent',
  'charset.unsupported': 'the charset of the body must be UTF-8',
  'request.aborted': 'the body ended early',
  'request.size.invalid': 'the body is not as long as Content-Length says',
};

const parse = express.json({ limit: LIMIT, strict: true, type: 'application/json' });

const refused = (message: string): AppError => invalid([{ path: '', message }]);

const causeOf = (error: unknown): AppError => {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  return refused(CAUSES[type] ?? 'the body could not be read');
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const parsed = (request: Request, response: Response): Promise<unknown> =>
  new Promise((resolve, reject) =>
    parse(request, response, (error?: unknown) => (error ? reject(causeOf(error)) : resolve(request.body))),
  );

/**
 * The body as any JSON object or list.
 *
 * @throws AppError request.invalid for another content type, broken JSON, or more than 100 kB
 */
export const readJsonBody = async (request: Request, response: Response): Promise<unknown> => {
  if (!request.is('application/json')) throw refused('Content-Type must be application/json');
  return parsed(request, response);
};

/**
 * The body as an object. No body at all is an empty object, so that the answer names the fields that are missing.
 *
 * @throws AppError request.invalid for another content type, broken JSON, more than 100 kB, or anything but an object.
 */
export const readJsonObject = async (request: Request, response: Response): Promise<Record<string, unknown>> => {
  if (!hasBody(request)) return {};
  const body = await readJsonBody(request, response);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw refused('the body must be a JSON object');
  return body as Record<string, unknown>;
};
