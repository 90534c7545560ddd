import { createECDH, createHash, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { monthlyKeys } from '../access/monthly-keys.ts';
import type { Secrets } from '../secrets.ts';

/** The order of the curve P-256 (FIPS 186-5): a private key is a number below it, above 0. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** 16 more than a key has, so that the rest of a division favours no key (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;
const COORDINATE_BYTES = 32;

/** A public key as it is published (RFC 7518). */
interface TokenJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

/** A key that signs access tokens of connected apps. */
export interface TokenKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly jwk: TokenJwk;
  /** With the private part. */
  readonly privateJwk: TokenJwk & { readonly d: string };
}

/** The keys that sign access tokens. */
export const { signing: signingTokenKey, known: knownTokenKeys } = monthlyKeys(deriveKey);

function deriveKey({ oauthTokens }: Secrets, generation: number): TokenKey {
  const seed = Buffer.from(hkdfSync('sha256', oauthTokens, new Uint8Array(), `generation/${generation}`, SEED_BYTES));
  const secret = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(secret.toString(16).padStart(2 * COORDINATE_BYTES, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  // After one byte that says that both coordinates follow.
  const point = curve.getPublicKey().subarray(1);
  const x = point.subarray(0, COORDINATE_BYTES).toString('base64url');
  const y = point.subarray(COORDINATE_BYTES).toString('base64url');
  // RFC 7638: the thumbprint of the public key.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const jwk: TokenJwk = { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return { kid, publicKey, jwk, privateJwk: { ...jwk, d: d.toString('base64url') } };
}
