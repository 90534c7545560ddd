import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '../../schemas/shapes/access.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 26;
const CHECKSUM_CHARACTERS = 6;
const SHOWN_CHARACTERS = 16;
const FORM = /^svc_(?:live|test)_[0-9A-Za-z]{32}$/;
const LONGEST_KEY = 200;

/** A key of ours, perhaps mistyped or cut off: most of it stays hidden behind its prefix. */
export const LOOKS_LIKE_A_KEY = /^svc_(?:live|test)_[0-9A-Za-z]{20,32}$/;

/** A new key: the secret, shown once, and what is stored. */
export interface MintedKey {
  readonly secret: string;
  /** sha256 of the secret. */
  readonly hash: Buffer;
  /** What listings show. */
  readonly prefix: string;
}

/**
 * A new key: svc_live_ or svc_test_, 26 base62 characters of a CSPRNG (155 bits), and a 6-character CRC-32 of all that: a
 * mistyped key is refused without asking the database (contract, keys).
 */
export const mintKey = (mode: KeyMode): MintedKey => {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]).join('');
  const unchecked = `svc_${mode}_${random}`;
  const secret = unchecked + checksum(unchecked);
  return { secret, hash: keyHash(secret), prefix: shownPrefix(secret) };
};

/** What listings and logs show of a key. */
export const shownPrefix = (secret: string): string => secret.slice(0, SHOWN_CHARACTERS);

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
};

/** A key's hash in the database. */
export const keyHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Whether a text can be a key: ours with the right checksum, or one from before the cutover, without a checksum.
 * @param legacyPrefix from configuration; keys with this prefix are looked up by hash alone
 */
export const isWellFormedKey = (text: string, legacyPrefix: string): boolean => {
  if (text.length > LONGEST_KEY) return false;
  if (FORM.test(text)) return checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
  return text.startsWith(legacyPrefix) && text.length > legacyPrefix.length;
};
