/** Consonants that are hard to confuse and spell no words (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;
const ALL_CODES = BigInt(LETTERS.length) ** BigInt(2 * HALF);
const LETTER_CODE = new RegExp(`^[${LETTERS}]{${2 * HALF}}$`);

/**
 * Eight letters that a person compares or types: one of 20^8, which is more than 34 bits.
 * @param bytes at least 8, random or of a keyed hash
 */
export function letterCodeOf(bytes: Buffer): string {
  let rest = bytes.readBigUInt64BE() % ALL_CODES;
  let code = '';
  for (let n = 0; n < 2 * HALF; n++) {
    code += LETTERS[Number(rest % BigInt(LETTERS.length))];
    rest /= BigInt(LETTERS.length);
  }
  return code;
}

/** As people see it: XXXX-XXXX. */
export const shownLetterCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`;

/** The eight letters of a typed code, in any case, with spaces or dashes; undefined: not such a code. */
export const readLetterCode = (typed: string): string | undefined => {
  const letters = typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  return LETTER_CODE.test(letters) ? letters : undefined;
};
