import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keys of calendar tokens and of webhooks' secrets: new ones are sealed with the first; older keys open what they sealed. Each has 32 bytes. */
export type TokenKeys = readonly { readonly id: string; readonly key: Buffer }[];

/** The name of the key that is derived from SECRET_KEY. */
export const OWN_KEY_ID = 'main';

/** An installation's keys. The derived one comes last, so that tokens from before CALENDAR_TOKEN_KEYS was set open. */
export const tokenKeysOf = (given: TokenKeys, derived: Buffer): TokenKeys => [
  ...given,
  { id: OWN_KEY_ID, key: derived },
];

export interface SealedToken {
  readonly keyId: string;
  /** nonce (12 bytes), tag (16), ciphertext */
  readonly bytes: Buffer;
}

const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** @param ownerId of a connection or webhook: the token opens for it alone, so a row that was copied elsewhere is useless */
export function sealToken(keys: TokenKeys, ownerId: string, token: string): SealedToken {
  const [first] = keys;
  if (!first) throw new Error('no key for tokens');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return { keyId: first.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
}

/** False: another process has a key that this one was started without, as while keys are being changed. */
export const hasKeyOf = (keys: TokenKeys, { keyId }: Pick<SealedToken, 'keyId'>): boolean =>
  keys.some(({ id }) => id === keyId);

/** null: the key is unknown ({@link hasKeyOf}), or it has other bytes now, or the token is of another connection. */
export function openToken(keys: TokenKeys, ownerId: string, { keyId, bytes }: SealedToken): string | null {
  const known = keys.find(({ id }) => id === keyId);
  if (!known || bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(CIPHER, known.key, bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
