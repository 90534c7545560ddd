import { normalized } from '../../../domain/normalized.ts';

/** What the card's typeface has: Latin letters, digits and the usual marks. Others would be empty boxes. */
const DRAWN = /[\p{Script=Latin}\d !-~\u00a0-\u00bf–—‘’“”„…•€]/u;

/**
 * A text as the card's typeface can draw it: signs and emoji that it lacks are left out.
 * @returns null if letters or digits would be missing
 */
export function drawable(text: string): string | null {
  const plain = normalized(text, 'NFC');
  const signs = [...plain].map((sign) => ({ sign, isDrawn: DRAWN.test(sign) }));
  if (signs.some(({ sign, isDrawn }) => !isDrawn && /[\p{L}\p{N}]/u.test(sign))) return null;
  const kept = signs.map(({ sign, isDrawn }) => (isDrawn ? sign : ' ')).join('');
  return kept.replaceAll(/\s+/g, ' ').trim() || null;
}

interface Lines {
  readonly lines: readonly string[];
  /** nothing was cut */
  readonly isWhole: boolean;
}

/**
 * Breaks a text between words, a word that is too long inside it, and cuts what is left over.
 * @param widthOf the width of a text, in the unit of `width`
 */
export function brokenInto(
  text: string,
  limits: { width: number; lines: number },
  widthOf: (text: string) => number,
): Lines {
  const lines: string[] = [];
  let rest = text.split(' ').flatMap((word) => pieces(word, limits.width, widthOf));
  while (rest.length > 0 && lines.length < limits.lines) {
    let count = 1;
    while (count < rest.length && widthOf(rest.slice(0, count + 1).join(' ')) <= limits.width) count += 1;
    lines.push(rest.slice(0, count).join(' '));
    rest = rest.slice(count);
  }
  if (rest.length === 0) return { lines, isWhole: true };
  return { lines: [...lines.slice(0, -1), cut(lines.at(-1) ?? '', limits.width, widthOf)], isWhole: false };
}

function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const sign of word) {
    if (piece !== '' && widthOf(piece + sign) > width) {
      found.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...found, piece];
}

function cut(line: string, width: number, widthOf: (text: string) => number): string {
  let kept = line;
  while (kept !== '' && widthOf(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
