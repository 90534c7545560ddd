import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../drivers/chromium.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

export interface PageStack {
  readonly stack: Stack;
  readonly browser: Browser;
}

/** A stack and a browser for all tests of a file: both are there when the first test begins and closed after the last. */
export function sharePageStack(options: StackOptions = {}): PageStack {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000, ...options }), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });
  return {
    get stack() {
      return stack;
    },
    get browser() {
      return browser;
    },
  };
}
