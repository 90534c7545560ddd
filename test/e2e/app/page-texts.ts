import type { Page } from 'playwright-core';

/** Names, addresses and words that are the same in both languages. */
const SAME = [
  /^(Holdfast|Team|Teams|Name|Admin|Manager|Passkeys|Passkey|Live|Test|App|Agent|Code|Status|Google Meet|Microsoft Teams)$/,
  /^(April|August|September|November) \d{4}$/,
  /@|https?:|\.test|localhost|^\/|^[\d\s.,:–-]+$/,
  /^(UTC|[A-Z]\w+\/[\w/ ]+|Starter|Plus|Growth|Free|English|Deutsch|Ctrl K|⌘K|In|Chrome auf Linux)$/,
];

/**
 * What a page says once it has loaded: texts, and names that only screen readers hear. Left out: what people and programs wrote (`bdi`, `code`,
 * `[data-own]`), and what is the same in both languages.
 */
export async function textsOf(page: Page, url: string): Promise<ReadonlySet<string>> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.place .loading').waitFor({ state: 'detached' });
  const texts = (await page.evaluate(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest('bdi, code, script, style, noscript, [data-own], option:not(:first-child)')) continue;
      texts.push(node.textContent.trim());
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt']) texts.push((element.getAttribute(name) ?? '').trim());
    return texts;
  })()`)) as string[];
  return new Set(texts.filter((text) => /\p{L}{3}/u.test(text) && !SAME.some((same) => same.test(text))));
}
