import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Consonants that are hard to confuse and spell no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;
const USER_CODE = new RegExp(`^[${LETTERS}]{${2 * HALF}}$`);

/** The caller polls with it: 32 random bytes, 43 characters. Only its sha256 is stored. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

export const deviceCodeHash = (deviceCode: string): Buffer => createHash('sha256').update(deviceCode).digest();

/** Eight letters, 34 bits: a person compares or types them. */
export const newUserCode = (): string =>
  Array.from({ length: 2 * HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people see it: XXXX-XXXX. */
export const shownUserCode = (userCode: string): string => `${userCode.slice(0, HALF)}-${userCode.slice(HALF)}`;

/** The eight letters of a typed code, in any case, with spaces or dashes; undefined: not a user code. */
export const readUserCode = (typed: string): string | undefined => {
  const letters = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return USER_CODE.test(letters) ? letters : undefined;
};
