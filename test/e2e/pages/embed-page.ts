import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type OtherSite, startOtherSite } from '../../support/fakes/other-site.ts';
import { type PageStack, sharePageStack } from '../../support/stack/page-stack.ts';

/** Path of the event that the tests embed. */
export const EVENT = '/acme/ada/intro-30';

export interface Embedding extends PageStack {
  /** The website that has our snippet. */
  readonly site: OtherSite;
  /** Both belong to the current test. */
  readonly context: BrowserContext;
  readonly page: Page;
  embedUrl(query?: string, path?: string): string;
  /** The snippet that the page makes of a query. */
  snippetOf(query: string, path?: string): Promise<string>;
}

/** A stack, a browser and another site for all tests of a file. Each test has a desktop page with scripts. */
export function setUpEmbedding(): Embedding {
  vi.setConfig({ testTimeout: 90_000 });
  const ours = sharePageStack();
  let site: OtherSite;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    site = await startOtherSite();
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    context = await ours.browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    page = await context.newPage();
  });
  afterEach(() => context.close());
  const embedUrl = (query = '', path = EVENT) => `${ours.stack.publicUrl}/embed${path}${query}`;
  return {
    get stack() {
      return ours.stack;
    },
    get browser() {
      return ours.browser;
    },
    get site() {
      return site;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    embedUrl,
    snippetOf: async (query, path) => {
      await page.goto(embedUrl(query, path));
      return page.locator('#snippet').inputValue();
    },
  };
}
