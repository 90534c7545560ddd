import type { z } from 'zod';
import { HoldfastError } from '../client/errors.ts';
import { sender } from '../client/send.ts';
import type { ErrorEnvelope } from '../schemas/errors.ts';
import type { Operation } from '../schemas/operation.ts';
import { restCall } from '../schemas/rest-call.ts';
import { CliError } from './exit.ts';

export interface Endpoints {
  /** Origins without a trailing slash. */
  readonly appUrl: string;
  readonly publicUrl: string;
}

/** `once`: for loops that poll at an interval of their own, which a repeat would break (RFC 8628). */
export type Attempts = 'repeated' | 'once';

/** Calls operations over REST, from their declarations, as `@holdfast/client` sends them: safe calls are repeated. */
export interface ApiClient {
  readonly endpoints: Endpoints;
  /** @throws CliError with the API's error envelope, or service.unavailable if there is no answer */
  call<O extends Operation>(
    operation: O,
    input: z.input<O['input']>,
    attempts?: Attempts,
  ): Promise<z.output<O['output']>>;
}

/** Of one attempt: the longest wait of a call, plus time to answer. */
const TIMEOUT_MS = 40_000;
/** Nobody waits longer at a prompt without a word: then the error comes, and tells how long. */
const MAX_RETRY_AFTER_SECONDS = 10;
/** Attempts after the first, of calls that may be repeated. */
const RETRIES = 2;

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
export function createClient(endpoints: Endpoints, caller?: Caller): ApiClient {
  return {
    endpoints,
    async call<O extends Operation>(operation: O, input: z.input<O['input']>, attempts: Attempts = 'repeated') {
      const { address, method, body } = restCall(operation, input as Record<string, unknown>);
      const isPublic = operation.surface === 'public';
      const { origin } = new URL(isPublic ? endpoints.publicUrl : endpoints.appUrl);
      const headers = caller && operation.surface === 'host' ? callerHeaders(caller) : {};
      const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
      const request = new Request(new URL(address, origin), { method, ...content });
      const response = await send(request, origin, headers, attempts);
      return (await readAnswer(operation, response)) as z.output<O['output']>;
    },
  };
}

/** @throws CliError for every failure of the client */
async function send(request: Request, origin: string, headers: Record<string, string>, attempts: Attempts) {
  const retries = attempts === 'once' ? 0 : RETRIES;
  const waits = { timeoutMs: TIMEOUT_MS, retries, maxRetryAfterSeconds: MAX_RETRY_AFTER_SECONDS };
  try {
    return await sender({ origin, headers, ...waits })(request);
  } catch (error) {
    throw error instanceof HoldfastError ? new CliError(envelopeOf(error, origin)) : error;
  }
}

async function readAnswer({ contentType }: Operation, response: Response): Promise<unknown> {
  if (contentType) return response.text();
  try {
    return await response.json();
  } catch {
    throw new CliError(strange(response.status));
  }
}

/** The API's own error as it is; without an answer of the API, what to do about it. */
function envelopeOf({ code, message, details, status, cause }: HoldfastError, origin: string): ErrorEnvelope {
  if (code === 'client.strange_answer' || code === 'client.redirect') return strange(status);
  if (!code.startsWith('client.'))
    return { error: { code, message, ...(Object.keys(details).length > 0 && { details }) } };
  const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : message;
  const advice = `${origin} does not answer (${why}). Check that it runs and that the address is right: holdfast doctor`;
  return { error: { code: 'service.unavailable', message: advice, details: { reason: 'unreachable' } } };
}

/** Statuses of a proxy whose server is away. */
const AWAY: readonly unknown[] = [502, 503, 504];

const strange = (status: number | undefined): ErrorEnvelope => {
  const answer = status === undefined ? 'a redirect' : status;
  const message = `The answer (${answer}) does not come from this API. Check the address.`;
  return { error: { code: AWAY.includes(status) ? 'service.unavailable' : 'internal.unexpected', message } };
};
