import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Grant } from './tokens.ts';

/** Made when it is first needed, once in a process: it takes half a second. */
let pair: ReturnType<typeof generateKeyPair> | undefined;
const keys = () => {
  pair ??= generateKeyPair('RS256', { extractable: true });
  return pair;
};

/** What checks the signature of id tokens (RFC 7517). */
export async function publicKeys(): Promise<{ readonly keys: readonly JWK[] }> {
  const { publicKey } = await keys();
  return { keys: [{ ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' }] };
}

/** An id token: `tid` and `oid` name the account, `sub` names it for this client alone. */
export async function idToken(
  issuer: string,
  { person, clientId, scopes }: Grant,
  nonce: string | null,
  nowMs: number,
): Promise<string> {
  const seconds = Math.floor(nowMs / 1_000);
  const { name, oid, tid, email } = person;
  const claims = {
    ...(scopes.includes('profile') ? { name, oid, preferred_username: email } : {}),
    ...(scopes.includes('email') ? { email, xms_edov: true } : {}),
    ...(nonce === null ? {} : { nonce }),
    ...{ tid, ver: '2.0' },
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(createHash('sha256').update(`${clientId} ${oid}`).digest('base64url'))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3_600)
    .sign((await keys()).privateKey);
}
