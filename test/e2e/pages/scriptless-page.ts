import type { Page } from 'playwright-core';
import { beforeEach, vi } from 'vitest';
import { type PageStack, sharePageStack } from '../../support/stack/page-stack.ts';
import { openBrowser } from './guest-browser.ts';

export interface ScriptlessPage extends PageStack {
  /** Of the test that runs, on a phone of its own without JavaScript. */
  readonly page: Page;
}

/** A stack and a browser for all tests of a file, and in each test a page where no script runs. */
export function setUpScriptlessPage(): ScriptlessPage {
  // Ten pages in a row take a while on a busy machine.
  vi.setConfig({ testTimeout: 90_000 });
  const site = sharePageStack();
  let page: Page;
  beforeEach(async () => {
    const context = await openBrowser(site.browser);
    page = await context.newPage();
    return () => context.close();
  });
  return {
    get stack() {
      return site.stack;
    },
    get browser() {
      return site.browser;
    },
    get page() {
      return page;
    },
  };
}
