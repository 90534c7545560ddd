import type { IncomingMessage, ServerResponse } from 'node:http';
import { knownKeys } from '../../domain/identity/intent-keys.ts';
import { cachedHeaders } from '../core/answer.ts';
import { requestIdOf } from '../core/request.ts';
import type { Services } from '../core/services.ts';

/** Where the public keys of intent tokens stand, on the app origin (RFC 7517). */
export const INTENT_KEYS_PATH = '/.well-known/agent-intent/jwks.json';

/** A key is published for a month before it signs. */
const CACHE_SECONDS = 3_600;

/**
 * Answers the public keys of intent tokens.
 * @returns undefined: the path or method is another
 */
export const intentKeysListener =
  ({ secrets }: Pick<Services, 'secrets'>) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== INTENT_KEYS_PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
    const body = JSON.stringify({ keys: knownKeys(secrets, Date.now()).map(({ jwk }) => jwk) });
    const headers = cachedHeaders(requestIdOf(request), CACHE_SECONDS);
    response.writeHead(200, [
      ...headers,
      'Content-Type',
      'application/jwk-set+json',
      'Content-Length',
      String(body.length),
    ]);
    response.end(request.method === 'HEAD' ? undefined : body);
    return Promise.resolve();
  };
