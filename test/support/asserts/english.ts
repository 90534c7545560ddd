type Texts = string | null | ((...given: readonly string[]) => unknown) | { readonly [key: string]: Texts };

/** An area's words in both languages. */
export interface AreaTexts {
  readonly en: Texts;
  readonly de: Texts;
}

export const isAreaTexts = (value: unknown): value is AreaTexts =>
  typeof value === 'object' && value !== null && 'en' in value && 'de' in value;

const leavesOf = (said: Texts): (string | ((...given: readonly string[]) => unknown))[] =>
  said === null ? [] : typeof said === 'object' ? Object.values(said).flatMap(leavesOf) : [said];

/** What stands between the places that are filled in. */
function piecesOf(leaf: string | ((...given: readonly string[]) => unknown)): string[] {
  if (typeof leaf === 'string') return leaf.split(/\{\w+\}/);
  try {
    return String(leaf('\u0001', '\u0001', '\u0001', '\u0001')).split('\u0001');
  } catch {
    return [];
  }
}

/** Words that English can't do without and German has not: whoever wrote past the words files is found by them. */
const TELLTALE =
  /\b(the|your|you|with|this|these|and|of|for|please|from|are|have|will|that|when|then|time|times|again|meeting|book)\b/i;

/**
 * Finds the English among texts that should be German alone, by the words of some areas.
 * @returns of texts and what in them hosts and guests have written themselves, those that are English
 */
export function englishFinder(areas: readonly AreaTexts[]) {
  const pieces = (language: keyof AreaTexts): Set<string> =>
    new Set(
      areas
        .flatMap((area) => leavesOf(area[language]))
        .flatMap(piecesOf)
        .map((piece) => piece.trim())
        .filter((piece) => /\p{L}{2}/u.test(piece)),
    );
  const german = pieces('de');
  /** Whole sentences and phrases are found anywhere, single words only where they stand alone. */
  const english = [...pieces('en')].filter((piece) => !german.has(piece));
  const phrases = english.filter((piece) => /\p{L}+\P{L}+\p{L}+/u.test(piece));
  const words = new Set(english.filter((piece) => !phrases.includes(piece)));
  return (texts: readonly string[], kept: readonly string[]): string[] =>
    texts
      .map((text) => kept.reduce((rest, own) => rest.replaceAll(own.replaceAll(/\s+/g, ' '), '·'), text))
      .filter((text) => words.has(text) || TELLTALE.test(text) || phrases.some((phrase) => text.includes(phrase)));
}
