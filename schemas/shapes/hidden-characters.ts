/**
 * Characters that can carry a message inside the text that people see: tags, selectors, fillers. Joiners and the emoji selector stay where
 * scripts and emoji need them: one, after a letter or an emoji. The same as in domain/untrusted-text.ts; a test holds them together.
 */
const HIDDEN =
  /(?!\u200c|\u200d|\ufe0f)\p{DI}|(?<!\p{L}|\p{M}|\p{Emoji})(?:\u200c|\u200d)|(?<!\p{Emoji})\ufe0f|\u2800|[\ufff9-\ufffb]/gu;

/** The text without what no reader sees. A model would read instructions there that its person does not (ASCII smuggling). */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');
