import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { sameCode } from '../../domain/secrets.ts';
import { Email } from '../../schemas/shapes/fields.ts';

/** The accepted issuer and audiences of tokens. */
export interface AppleClient {
  /** Bundle ids and service ids: each is an audience. */
  readonly clientIds: readonly string[];
  readonly issuer: string;
  readonly keysUrl: string;
}

/** A person according to Apple’s token. */
export interface AppleIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Set only where Apple vouches for the address. Private relays are addresses like any other. */
  readonly verifiedEmail: string | null;
  /** sha256 of the token's nonce: each is taken once. */
  readonly nonceHash: Buffer;
  /** From then on the token is too old. */
  readonly goodUntilMs: number;
}

/** Apple's keys cannot be had. */
export class AppleAway extends Error {
  override readonly name = 'AppleAway';
}

export interface Apple {
  /**
   * Checks an identity token: signature by Apple's keys, issuer, audience, age, nonce. null: anything is wrong.
   * @throws AppleAway
   */
  read(identityToken: string, rawNonce: string, now: number): Promise<AppleIdentity | null>;
}

/** The oldest token that is taken (contract). Apple's own end is a day away. */
const MAX_AGE_SECONDS = 300;
const SKEW_SECONDS = 5;
const TIMEOUT_MS = 2_000;
const KEPT_FOR_MS = 60 * 60_000;
/** A stranger's made-up key ids must not make us ask each time. */
const COOLDOWN_MS = 30_000;

/** Loaded by the first token: most processes answer without it at first. */
const library = () => import('jose');

/** No request before the first token. */
export function createApple(client: AppleClient): Apple {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return {
    async read(identityToken, rawNonce, now) {
      keys ??= keysOf(client);
      const claims = await claimsOf(identityToken, await keys, client, now);
      if (claims === null) return null;
      return identityOf(claims, rawNonce);
    },
  };
}

async function keysOf({ keysUrl }: AppleClient): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, errors } = await library();
  const remote = createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEPT_FOR_MS,
    cooldownDuration: COOLDOWN_MS,
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw new AppleAway('The keys of Apple cannot be had.', { cause: error });
    }
  };
}

async function claimsOf(
  token: string,
  keys: JWTVerifyGetKey,
  { clientIds, issuer }: AppleClient,
  now: number,
): Promise<JWTPayload | null> {
  const { jwtVerify, errors } = await library();
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer,
      audience: [...clientIds],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text);
/** Apple writes booleans as texts, too. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

function identityOf(
  { iss, sub, iat, nonce, email, email_verified }: JWTPayload,
  rawNonce: string,
): AppleIdentity | null {
  if (typeof nonce !== 'string' || !sameCode(nonce, sha256(rawNonce).digest('hex'))) return null;
  if (!sub || !iss || iat === undefined) return null;
  return {
    issuer: iss,
    subject: sub,
    verifiedEmail: isTrue(email_verified) ? (Email.safeParse(email).data ?? null) : null,
    nonceHash: sha256(nonce).digest(),
    goodUntilMs: (iat + MAX_AGE_SECONDS + SKEW_SECONDS) * 1000,
  };
}
