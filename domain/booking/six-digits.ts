/** Six digits on their own, or three and three as many write them; no part of a longer number. */
const SIX = /(?<!\d)(\d{3})[\s-]?(\d{3})(?!\d)/;

/** The code in what a person typed or pasted, which may be a whole sentence of the mail; null where there is none. */
export function sixDigitsIn(text: string): string | null {
  const [, first, second] = SIX.exec(text.normalize('NFKC').trim()) ?? [];
  return first === undefined || second === undefined ? null : first + second;
}
