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

/** Calls operations over REST, from their declarations. */
export interface ApiClient {
  readonly endpoints: Endpoints;
  /** @throws CliError with the API's error envelope, or service.unavailable if there is no answer */
  call<O extends Operation>(operation: O, input: z.input<O['input']>): Promise<z.output<O['output']>>;
}

/** The longest wait of a call, plus time to answer. */
const TIMEOUT_MS = 40_000;

/** Who calls host operations. */
export interface Caller {
  readonly apiKey: string;
  /** The intent token of an agent that acts for a person. */
  readonly agentIntent?: string | undefined;
}

/** The headers of a host operation. */
export const callerHeaders = ({ apiKey, agentIntent }: Caller): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  ...(agentIntent && { 'x-svc-agent-intent': agentIntent }),
});

/** @param caller absent: guests' operations need none */
export const createClient = (endpoints: Endpoints, caller?: Caller): ApiClient => ({
  endpoints,
  async call(operation, input) {
    const { address, method, body } = restCall(operation, input as Record<string, unknown>);
    const url = new URL(address, operation.surface === 'public' ? endpoints.publicUrl : endpoints.appUrl);
    const headers = new Headers({
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller && operation.surface === 'host' ? callerHeaders(caller) : {}),
    });
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

/** A truncated answer counts as no answer. */
const send = async (url: URL, init: RequestInit): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const message = `${url.origin} does not answer (${cause}). Check that it runs and that the address is right: holdfast doctor`;
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

/** Statuses of a proxy whose server is away. */
const AWAY: readonly number[] = [502, 503, 504];

const strange = (status: number): ErrorEnvelope => {
  const message = `The answer (${status}) does not come from this API. Check the address.`;
  return { error: { code: AWAY.includes(status) ? 'service.unavailable' : 'internal.unexpected', message } };
};
