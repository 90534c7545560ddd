/** Letters that English does not have, and that a reader of English still reads. Nearly every English word has one of them. */
const FOREIGN: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', d: 'ď', e: 'é', g: 'ğ', h: 'ĥ', i: 'í', k: 'ķ', l: 'ļ', m: 'ḿ', n: 'ñ', o: 'ö', p: 'þ', r: 'ř' },
  ...{
    s: 'š',
    t: 'ť',
    u: 'ü',
    w: 'ŵ',
    y: 'ý',
    z: 'ž',
    A: 'Á',
    E: 'É',
    I: 'Í',
    N: 'Ñ',
    O: 'Ö',
    S: 'Š',
    T: 'Ť',
    U: 'Ü',
    Y: 'Ý',
  },
};

/** Parts of a text that are no words: placeholders, addresses and values put in by `$1`. */
const KEPT = /(\{\w+\}|https?:\S+|\$\d|[\w.-]+@[\w.-]+|\s*\bid\b)/;

const inForeignLetters = (words: string): string =>
  words.replaceAll(/[A-Za-z]/g, (letter) => FOREIGN[letter] ?? letter);

/** A third longer, as many languages are. */
const longer = (words: string): string => {
  const count = Math.floor((words.match(/\p{L}/gu)?.length ?? 0) / 3);
  return count === 0 ? words : words.replace(/\p{L}(?=\P{L}*$)/u, (last) => `${last}${'ö'.repeat(Math.min(count, 4))}`);
};

const pseudoText = (text: string, values: readonly string[]): string => {
  const value = values.find((one) => one !== '' && text.includes(one));
  if (value !== undefined)
    return text
      .split(value)
      .map((part) => pseudoText(part, values))
      .join(value);
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 0 ? longer(inForeignLetters(part)) : part))
    .join('');
};

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

function pseudoOf(text: unknown, values: readonly string[]): unknown {
  if (typeof text === 'string') return pseudoText(text, values);
  if (typeof text === 'function') {
    const translation = (...given: unknown[]): unknown => pseudoOf(text(...given), stringsIn(given));
    return Object.defineProperty(translation, 'length', { value: text.length });
  }
  if (Array.isArray(text)) return text.map((one) => pseudoOf(one, values));
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, pseudoOf(one, values)]));
}

/** Returns a text in a language that tests make: the same keys, longer words, and letters that English does not have. */
export const pseudo = <T>(text: T): T => pseudoOf(text, []) as T;
