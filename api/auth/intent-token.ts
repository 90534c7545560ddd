import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { knownKeys, signingKey } from '../../domain/identity/intent-keys.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { AgentScope } from '../../schemas/shapes/access.ts';
import type { Urls } from '../core/urls.ts';
import { verifySigned } from './verify-signed.ts';

/** Contract, intent token: 15 minutes. */
export const INTENT_LIFETIME_SECONDS = 900;
const TYPE = 'agent-intent+jwt';
const ALGORITHM = 'EdDSA';
/** Ours have 700 characters. */
const LONGEST = 2_048;

/** The content of an intent token. */
export interface Intent {
  readonly principalId: string;
  /** The key that it belongs to. */
  readonly keyId: string;
  readonly scopes: readonly AgentScope[];
}

interface Parts {
  readonly secrets: Secrets;
  readonly urls: Pick<Urls, 'appUrl'>;
}

const Claims = z.object({
  sub: z.uuid(),
  scope: z.string(),
  cnf: z.object({ kid: z.uuid() }),
  jti: z.string().min(1),
});

const audienceOf = ({ urls }: Parts): string => `${urls.appUrl}/api/v1`;

/** Signs a token for 15 minutes. */
export async function signIntent(
  parts: Parts,
  { principalId, keyId, scopes }: Intent,
  nowMs: number,
): Promise<{ readonly token: string; readonly expiresMs: number }> {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const expiresSeconds = nowSeconds + INTENT_LIFETIME_SECONDS;
  const { SignJWT } = await import('jose');
  const { kid, privateKey } = signingKey(parts.secrets, nowMs);
  const token = await new SignJWT({ scope: scopes.join(' '), cnf: { kid: keyId } })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(parts.urls.appUrl)
    .setAudience(audienceOf(parts))
    .setSubject(principalId)
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds)
    .setExpirationTime(expiresSeconds)
    .setJti(randomUUID())
    .sign(privateKey);
  return { token, expiresMs: expiresSeconds * 1_000 };
}

/** Returns the content of a token; null: not issued here, expired, or not valid yet. The key it belongs to is not compared here. */
export async function readIntent(parts: Parts, token: string, nowMs: number): Promise<Intent | null> {
  // Before any parsing: no valid token is so long.
  if (token.length > LONGEST) return null;
  const pinned = {
    algorithms: [ALGORITHM],
    typ: TYPE,
    issuer: parts.urls.appUrl,
    audience: audienceOf(parts),
    // Refuses tokens from the future as well, and those with a longer lifetime than issued here.
    maxTokenAge: INTENT_LIFETIME_SECONDS,
    requiredClaims: ['sub', 'scope', 'cnf', 'jti', 'iat', 'nbf', 'exp'],
  };
  try {
    const payload = await verifySigned(token, knownKeys(parts.secrets, nowMs), pinned, nowMs);
    const { sub, scope, cnf } = Claims.parse(payload);
    return {
      principalId: sub,
      keyId: cnf.kid,
      scopes: AgentScope.options.filter((one) => scope.split(' ').includes(one)),
    };
  } catch {
    return null;
  }
}
