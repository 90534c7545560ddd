/** Controls, line and paragraph separators, lone surrogates, direction overrides, invisible characters. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;
/**
 * Characters that can carry a message beside the text that people see: tags, selectors, fillers. Joiners and the emoji selector stay where
 * scripts and emoji need them. The same as in schemas/shapes/hidden-characters.ts, which this folder may not import.
 */
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0f)\p{DI}|(?<!\p{L}|\p{M}|\p{Emoji})(?:\u200c|\u200d)|(?<!\p{Emoji})\ufe0f|\u2800|[\ufff9-\ufffb]/gu;

/** The text without what no reader sees. A model would read instructions there that its person does not (ASCII smuggling). */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/** No script puts more marks on a letter; a hundred of them would be very wide or high. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;
const PERSON = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}'’ .,()-]{0,59}$/u;
/** Four digits, with any spacing: not a name, but maybe a phone number. */
const LOOKS_LIKE_NUMBER = /(?:\d\D{0,3}){4}/u;
const LOOKS_LIKE_DOMAIN = /\.[\p{L}\p{N}]{2,}/u;

/**
 * A stranger's text as one harmless line: for subjects, mail headers, calendar files and facts in a mail.
 * Line breaks and controls become spaces, several spaces one; longer text is cut and ends in "…".
 * @param maxCharacters counted in code points
 */
export function singleLine(text: string, maxCharacters: number): string {
  const line = withoutHidden(text.replace(UNSAFE, ' ')).replace(PILED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, maxCharacters * 2 + 2));
  if (characters.length <= maxCharacters) return line;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}

/** Lenient mail programs decode it in any header (docs/decisions/mail.md#addresses). The same as in schemas/shapes/fields.ts. */
const ENCODED_WORD = /=\?[^?]*\?[^?]*\?[^?]*\?=/;

/** {@link singleLine} for a mail's header, however its parts were put together: an encoded word is shown as it is written. */
export function headerLine(text: string, maxCharacters: number): string {
  const line = singleLine(text, maxCharacters);
  return ENCODED_WORD.test(line) ? singleLine(line.replaceAll('=?', '= ?'), maxCharacters) : line;
}

/**
 * A stranger's name if it reads like a name, else null. A mail to someone who did not write the name shows only such
 * names: "You won, go to prize.example" as a name would make our mail an advertisement.
 */
export function plausibleName(name: string | null): string | null {
  if (name === null) return null;
  const line = singleLine(name, 120);
  return PERSON.test(line) && !LOOKS_LIKE_DOMAIN.test(line) && !LOOKS_LIKE_NUMBER.test(line) ? line : null;
}

/** The address if it is a plain web link, else null: `javascript:` and the like never become links. */
export function webLink(address: string | null): string | null {
  if (address === null || singleLine(address, 2048) !== address) return null;
  return /^https?:\/\/[^\s"<>]+$/iu.test(address) ? address : null;
}
