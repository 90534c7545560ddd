import { normalized } from '../normalized.ts';

/** Six digits, or two groups of three, as many people write them; not part of a longer number. */
const SIX = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** Longer than any sentence of a mail with a code. */
const MAX_LENGTH = 2_000;

/** Returns the code in typed or pasted text, which may be a whole sentence of the mail; null if there is none. */
export function sixDigitsIn(text: string): string | null {
  const [, first, second] = SIX.exec(normalized(text.slice(0, MAX_LENGTH), 'NFKC').trim()) ?? [];
  return first === undefined || second === undefined ? null : first + second;
}
