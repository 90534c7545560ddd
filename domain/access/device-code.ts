import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Consonants that are hard to mistake for one another and spell no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;
const USER_CODE = new RegExp(`^[${LETTERS}]{${2 * HALF}}$`);

/** What the caller polls with: 32 random bytes, 43 characters. Only its sha256 is kept. */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url');

export const deviceCodeHash = (deviceCode: string): Buffer => createHash('sha256').update(deviceCode).digest();

/** Eight letters, 34 bits: what a person compares or types. */
export const newUserCode = (): string =>
  Array.from({ length: 2 * HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people see it: XXXX-XXXX. */
export const shownUserCode = (userCode: string): string => `${userCode.slice(0, HALF)}-${userCode.slice(HALF)}`;

/** The eight letters of what somebody typed, whatever its case, spaces and dashes; undefined: it can be no user code. */
export const readUserCode = (typed: string): string | undefined => {
  const letters = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return USER_CODE.test(letters) ? letters : undefined;
};
