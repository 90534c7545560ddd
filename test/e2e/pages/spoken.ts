import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';

const TEXTS = new URL('../../../web/texts/', import.meta.url);

type Said = string | null | ((...given: readonly string[]) => unknown) | { readonly [key: string]: Said };

const leavesOf = (said: Said): (string | ((...given: readonly string[]) => unknown))[] =>
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

interface Spoken {
  readonly en: Said;
  readonly de: Said;
}

const areas = (
  await Promise.all(
    readdirSync(TEXTS)
      .filter((file) => file !== 'locale.ts')
      .map(async (file) => Object.values((await import(new URL(file, TEXTS).href)) as Record<string, unknown>)),
  )
)
  .flat()
  .filter((value): value is Spoken => typeof value === 'object' && value !== null && 'en' in value && 'de' in value);

const pieces = (language: keyof Spoken): Set<string> =>
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

/** Words that English can't do without and German has not: whoever wrote past the words files is found by them. */
const TELLTALE =
  /\b(the|your|you|with|this|these|and|of|for|please|from|are|have|will|that|when|then|time|times|again|meeting|book)\b/i;

/** Every text that people see or hear, one element after the other; lists of zones apart, which are names. */
const readTexts = `(() => {
  const skipped = 'script, style, select, [role=listbox], [lang]:not(html)';
  const texts = [document.title];
  for (const element of document.querySelectorAll('head meta[content], body, body *')) {
    if (element.closest(skipped)) continue;
    for (const name of ['aria-label', 'aria-roledescription', 'title', 'placeholder', 'alt'])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    if (element.matches('meta[name=description], meta[property="og:title"], meta[property="og:description"]'))
      texts.push(element.content);
    if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) {
      const copy = element.cloneNode(true);
      for (const inner of copy.querySelectorAll(skipped)) inner.remove();
      texts.push(copy.textContent);
    }
  }
  return texts.map((text) => text.replaceAll(/\\s+/g, ' ').trim()).filter((text) => text !== '');
})()`;

/**
 * The English texts of a page that should have none.
 * @param kept what hosts and guests have written themselves
 */
export async function englishIn(page: Page, kept: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate<string[]>(readTexts);
  const ours = texts.map((text) => kept.reduce((rest, own) => rest.replaceAll(own.replaceAll(/\s+/g, ' '), '·'), text));
  return ours.filter(
    (text) => words.has(text) || TELLTALE.test(text) || phrases.some((phrase) => text.includes(phrase)),
  );
}
