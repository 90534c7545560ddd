import type { KeyObject } from 'node:crypto';
import type { JWTPayload, JWTVerifyOptions } from 'jose';

/** Networks and clocks differ: a token may be as much older or younger. */
export const SKEW_SECONDS = 5;

interface Key {
  readonly kid: string;
  readonly publicKey: KeyObject;
}

/** The required properties of a token. Algorithm, type, issuer and audience are pinned: the token chooses none of them. */
type Pinned = Required<Pick<JWTVerifyOptions, 'algorithms' | 'typ' | 'issuer' | 'audience' | 'requiredClaims'>> &
  Pick<JWTVerifyOptions, 'maxTokenAge'>;

/**
 * Returns the JWT claims of a token that one of the server’s keys signed.
 * @throws errors of jose, among them JWTExpired; and an Error if none of the keys signed it
 */
export async function verifySigned(
  token: string,
  keys: readonly Key[],
  pinned: Pinned,
  nowMs: number,
): Promise<JWTPayload> {
  // Loaded with the first token: most processes answer their first calls without one.
  const { jwtVerify } = await import('jose');
  const keyOf = ({ kid }: { readonly kid?: string }): KeyObject => {
    const key = keys.find((known) => known.kid === kid);
    if (!key) throw new Error('unknown key');
    return key.publicKey;
  };
  const options = { ...pinned, clockTolerance: SKEW_SECONDS, currentDate: new Date(nowMs) };
  return (await jwtVerify(token, keyOf, options)).payload;
}
