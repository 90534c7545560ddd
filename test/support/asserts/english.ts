import { texts } from '../../../texts/en/index.ts';
import { translated } from '../../../texts/translated.ts';

type Texts = string | null | ((...given: readonly string[]) => unknown) | { readonly [key: string]: Texts };

/** A text in two languages. */
export interface Translation {
  /** `pages/details.detailsWords` */
  readonly name: string;
  readonly english: Texts;
  readonly german: Texts;
}

/** Returns the texts of some areas of texts/en, such as `mails`, with their German; of all without a name. */
export const translationsOf = (...areas: readonly string[]): Translation[] =>
  Object.entries(texts)
    .filter(([area]) => areas.length === 0 || areas.some((prefix) => area.startsWith(prefix)))
    .flatMap(([area, ofArea]) =>
      Object.entries(ofArea).map(([name, english]) => ({
        name: `${area}.${name}`,
        english: english as Texts,
        german: translated<unknown>(english, 'de') as Texts,
      })),
    );

/** Returns a text with its German. @param english an export of texts/en */
export const translationOf = (english: unknown): Translation => ({
  name: '',
  english: english as Texts,
  german: translated(english, 'de') as Texts,
});

const leavesOf = (said: Texts): (string | ((...given: readonly string[]) => unknown))[] =>
  said === null ? [] : typeof said === 'object' ? Object.values(said).flatMap(leavesOf) : [said];

/** The fixed parts of a text, without its placeholders. */
function piecesOf(leaf: string | ((...given: readonly string[]) => unknown)): string[] {
  if (typeof leaf === 'string') return leaf.split(/\{\w+\}/);
  try {
    return String(leaf('\u0001', '\u0001', '\u0001', '\u0001')).split('\u0001');
  } catch {
    return [];
  }
}

/** Frequent English words that German does not have. They find English that is not in the texts files. */
const TELLTALE =
  /\b(the|your|you|with|this|these|and|of|for|please|from|are|have|will|that|when|then|time|times|again|meeting|book)\b/i;

/**
 * Makes a function that finds English among texts that should be German, by the texts of some areas.
 * @returns a function of the texts, and of what hosts and guests wrote in them, that returns the English ones
 */
export function englishFinder(areas: readonly Translation[]) {
  const pieces = (language: 'english' | 'german'): Set<string> =>
    new Set(
      areas
        .flatMap((area) => leavesOf(area[language]))
        .flatMap(piecesOf)
        .map((piece) => piece.trim())
        .filter((piece) => /\p{L}{2}/u.test(piece)),
    );
  const german = pieces('german');
  // Phrases are found anywhere, single words only as a whole text.
  const english = [...pieces('english')].filter((piece) => !german.has(piece));
  const phrases = english.filter((piece) => /\p{L}+\P{L}+\p{L}+/u.test(piece));
  const words = new Set(english.filter((piece) => !phrases.includes(piece)));
  return (texts: readonly string[], kept: readonly string[]): string[] =>
    texts
      .map((text) => kept.reduce((rest, own) => rest.replaceAll(own.replaceAll(/\s+/g, ' '), '·'), text))
      .filter((text) => words.has(text) || TELLTALE.test(text) || phrases.some((phrase) => text.includes(phrase)));
}
