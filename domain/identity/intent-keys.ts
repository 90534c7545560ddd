import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { monthlyKeys } from '../access/monthly-keys.ts';
import type { Secrets } from '../secrets.ts';

/** PKCS #8 of an Ed25519 key without its 32 bytes (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A public key as it is published (RFC 8037). */
export interface IntentJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** A key that signs intent tokens. */
export interface IntentKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: IntentJwk;
}

/** The keys that sign intent tokens. */
export const { signing: signingKey, known: knownKeys } = monthlyKeys(deriveKey);

function deriveKey({ agentIntent }: Secrets, generation: number): IntentKey {
  const seed = Buffer.from(hkdfSync('sha256', agentIntent, new Uint8Array(), `generation/${generation}`, 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint of the public key.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kid, privateKey, publicKey, jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' } };
}
