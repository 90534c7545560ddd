import type { z } from 'zod';
import { ErrorEnvelope } from '../schemas/errors.ts';
import type { Operation } from '../schemas/operation.ts';
import { CliError } from './exit.ts';

export interface Endpoints {
  /** Origins without a trailing slash. */
  readonly appUrl: string;
  readonly publicUrl: string;
}

/** Calls operations over REST, as their declarations say. */
export interface ApiClient {
  readonly endpoints: Endpoints;
  /** @throws CliError with the envelope that the API answered, or service.unavailable when nobody answers */
  call<O extends Operation>(operation: O, input: z.input<O['input']>): Promise<z.output<O['output']>>;
}

const BASE_PATHS = { host: '/api/v1', public: '/api/v1/public', page: '' } as const;
/** The longest wait that a call may ask for, and time to answer. */
const TIMEOUT_MS = 40_000;

/** @param apiKey sent with host operations; those of guests need none */
export const createClient = (endpoints: Endpoints, apiKey: string | undefined): ApiClient => ({
  endpoints,
  async call(operation, input) {
    const { url, init } = requestOf(endpoints, operation, input as Record<string, unknown>);
    const headers = new Headers(init.headers);
    if (apiKey !== undefined && operation.surface === 'host') headers.set('authorization', `Bearer ${apiKey}`);
    const response = await send(url, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new CliError(envelopeOf(text, response.status));
    return (operation.contentType ? text : JSON.parse(text)) as never;
  },
});

const send = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const message = `${url.origin} does not answer (${cause}). Is it running, and is the address right? holdfast doctor tells.`;
    throw new CliError({ error: { code: 'service.unavailable', message, details: { reason: 'unreachable' } } });
  }
};

const requestOf = (
  endpoints: Endpoints,
  { surface, method, path, input: schema }: Operation,
  input: Record<string, unknown>,
) => {
  const origin = surface === 'public' ? endpoints.publicUrl : endpoints.appUrl;
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  const url = new URL(`${origin}${BASE_PATHS[surface]}${filled}`);
  if (method !== 'GET' && method !== 'DELETE') {
    return { url, init: { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) } };
  }
  for (const name of Object.keys(schema.shape)) appendQuery(url.searchParams, name, rest[name]);
  return { url, init: { method } };
};

/** Arrays repeat, objects as name[key]=value: as the API reads them. */
const appendQuery = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const part of value) appendQuery(query, name, part);
  else if (typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) appendQuery(query, `${name}[${key}]`, part);
  } else query.append(name, String(value));
};

const envelopeOf = (text: string, status: number): ErrorEnvelope => {
  try {
    return ErrorEnvelope.parse(JSON.parse(text));
  } catch {
    const message = `The answer (${status}) is not one of this API. Is the address right?`;
    return { error: { code: 'internal.unexpected', message } };
  }
};
