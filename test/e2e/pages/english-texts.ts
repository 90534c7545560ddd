import type { Page } from 'playwright-core';
import { englishFinder, translationsOf } from '../../support/asserts/english.ts';

const findEnglish = englishFinder(translationsOf('pages', 'meetings'));

/** Every text that people see or hear, or that a calendar link contains, element by element. Lists of zones are left out: they are names. */
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
  for (const { href } of document.querySelectorAll('.calendars a[rel=noreferrer]'))
    for (const name of ['text', 'details', 'subject', 'body', 'location'])
      texts.push(...(new URL(href).searchParams.get(name) ?? '').split('\\n'));
  return texts.map((text) => text.replaceAll(/\\s+/g, ' ').trim()).filter((text) => text !== '');
})()`;

/** Returns every text of a page, element by element. */
export const textsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(readTexts);

/**
 * The English texts of a page that should have none.
 * @param kept what hosts and guests have written themselves
 */
export async function englishIn(page: Page, kept: readonly string[]): Promise<string[]> {
  return findEnglish(await textsOf(page), kept);
}
