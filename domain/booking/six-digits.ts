import { normalized } from '../normalized.ts';

/** Six digits, or three and three, as many people write them; not part of a longer number. */
const SIX = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** A mail's sentence, and more. */
const LONGEST = 2_000;

/** The code in typed or pasted text, maybe a whole sentence of the mail; null: none. */
export function sixDigitsIn(text: string): string | null {
  const [, first, second] = SIX.exec(normalized(text.slice(0, LONGEST), 'NFKC').trim()) ?? [];
  return first === undefined || second === undefined ? null : first + second;
}
