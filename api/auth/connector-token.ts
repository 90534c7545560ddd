import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import { knownTokenKeys } from '../../domain/oauth/token-keys.ts';
import type { Secrets } from '../../domain/secrets.ts';
import type { Urls } from '../core/urls.ts';
import { resourceOf } from '../oauth/paths.ts';
import type { ConnectorToken } from './credentials.ts';
import { SKEW_SECONDS, verifySigned } from './verify-signed.ts';

const ALGORITHM = 'ES256';
/** RFC 9068. */
const TYPE = 'at+jwt';
/** Ours have 800 characters. */
const LONGEST = 4_096;

const Claims = z.object({ sub: z.uuid(), gid: z.uuid(), scope: z.string(), exp: z.number() });

interface Verified {
  readonly token: ConnectorToken;
  readonly expiresAtMs: number;
}

/**
 * Tokens whose signature was right, by their hash: checking ES256 takes a sixth of a short call. What a token may do is read at
 * each call, so nothing is allowed by this longer than the token lives.
 */
const verified = new WeakMap<Secrets, LRUCache<string, Verified>>();
const MAX_CACHED = 5_000;

const keptFor = (secrets: Secrets): LRUCache<string, Verified> => {
  const known = verified.get(secrets) ?? new LRUCache<string, Verified>({ max: MAX_CACHED });
  verified.set(secrets, known);
  return known;
};

/**
 * Returns the content of an access token; null: not issued here, or for another resource; expired: issued here. Algorithm, type, issuer and audience are
 * pinned: the token chooses none of them.
 */
export async function readConnectorToken(
  parts: Parts,
  token: string,
  nowMs: number,
): Promise<ConnectorToken | 'expired' | null> {
  // Before any parsing: no valid token is so long.
  if (token.length > LONGEST) return null;
  const kept = keptFor(parts.secrets);
  const place = createHash('sha256')
    .update(`${resourceOf(parts.urls)} ${token}`)
    .digest('base64');
  const known = kept.get(place) ?? (await verify(parts, token, nowMs));
  if (known === null || known === 'expired') return known;
  if (known.expiresAtMs + SKEW_SECONDS * 1_000 <= nowMs) return 'expired';
  kept.set(place, known);
  return known.token;
}

interface Parts {
  readonly secrets: Secrets;
  readonly urls: Urls;
}

async function verify({ secrets, urls }: Parts, token: string, nowMs: number): Promise<Verified | 'expired' | null> {
  const pinned = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: urls.appUrl,
    audience: resourceOf(urls),
    requiredClaims: ['sub', 'scope', 'gid', 'jti', 'iat', 'exp', 'client_id'],
  };
  try {
    const payload = await verifySigned(token, knownTokenKeys(secrets, nowMs), pinned, nowMs);
    // Exactly this resource: a token for several could be reused at the others by a server that receives it.
    if (typeof payload.aud !== 'string') return null;
    const { sub, gid, scope, exp } = Claims.parse(payload);
    const scopes = scope.split(' ');
    return {
      token: { userId: sub, grantId: gid, scopes: CONNECTOR_SCOPES.filter((one) => scopes.includes(one)) },
      expiresAtMs: exp * 1_000,
    };
  } catch (error) {
    const { errors } = await import('jose');
    // The library looks at the time last: signature, issuer and resource were right.
    return error instanceof errors.JWTExpired ? 'expired' : null;
  }
}
