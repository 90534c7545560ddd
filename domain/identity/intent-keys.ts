import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secrets } from '../secrets.ts';
import { DAY_MS } from '../time/civil.ts';

/** A key signs for so long. All processes derive the same one from the clock, so none is stored or handed around (decision 0144). */
const SIGNS_FOR_MS = 30 * DAY_MS;
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

const made = new WeakMap<Secrets, Map<number, IntentKey>>();

/** The key that signs now. */
export const signingKey = (secrets: Secrets, nowMs: number): IntentKey => keyOf(secrets, generationAt(nowMs));

/** The keys whose tokens are taken: those of now and of before, and the next, because clocks differ. */
export const knownKeys = (secrets: Secrets, nowMs: number): readonly IntentKey[] => {
  const now = generationAt(nowMs);
  return [now - 1, now, now + 1].map((generation) => keyOf(secrets, generation));
};

const generationAt = (nowMs: number): number => Math.floor(nowMs / SIGNS_FOR_MS);

function keyOf(secrets: Secrets, generation: number): IntentKey {
  const keys = made.get(secrets) ?? new Map<number, IntentKey>();
  made.set(secrets, keys);
  const key = keys.get(generation) ?? deriveKey(secrets, generation);
  keys.set(generation, key);
  return key;
}

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
