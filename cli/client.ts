import type { z } from 'zod';
import { ErrorEnvelope } from '../schemas/errors.ts';
import type { Operation } from '../schemas/operation.ts';
import { restCall } from '../schemas/rest-call.ts';
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

/** The longest wait that a call may ask for, and time to answer. */
const TIMEOUT_MS = 40_000;

/** @param apiKey sent with host operations; those of guests need none */
export const createClient = (endpoints: Endpoints, apiKey: string | undefined): ApiClient => ({
  endpoints,
  async call(operation, input) {
    const { address, method, body } = restCall(operation, input as Record<string, unknown>);
    const url = new URL(address, operation.surface === 'public' ? endpoints.publicUrl : endpoints.appUrl);
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    if (apiKey !== undefined && operation.surface === 'host') headers.set('authorization', `Bearer ${apiKey}`);
    const { ok, status, text } = await send(url, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!ok) throw new CliError(envelopeOf(text, status));
    if (operation.contentType) return text as never;
    try {
      return JSON.parse(text);
    } catch {
      throw new CliError(strange(status));
    }
  },
});

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

/** An answer that breaks off is none. */
const send = async (url: URL, init: RequestInit): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const message = `${url.origin} does not answer (${cause}). Is it running, and is the address right? holdfast doctor tells.`;
    throw new CliError({ error: { code: 'service.unavailable', message, details: { reason: 'unreachable' } } });
  }
};

const envelopeOf = (text: string, status: number): ErrorEnvelope => {
  try {
    return ErrorEnvelope.parse(JSON.parse(text));
  } catch {
    return strange(status);
  }
};

/** What a proxy says while its server is away. */
const AWAY: readonly number[] = [502, 503, 504];

const strange = (status: number): ErrorEnvelope => {
  const message = `The answer (${status}) is not one of this API. Is the address right?`;
  return { error: { code: AWAY.includes(status) ? 'service.unavailable' : 'internal.unexpected', message } };
};
