import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { type PageStack, sharePageStack } from '../../support/stack/page-stack.ts';

/** The calls that fetch a month. */
export const SLOTS = '**/api/v1/public/**/slots?**';

/** Where guests who pick a time are at home. */
export const ZONE = 'Europe/Lisbon';

/** A phone whose browser runs our scripts. */
const openPhone = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: ZONE,
    reducedMotion: 'reduce',
    ...options,
  });

export interface Picker extends PageStack {
  /** A page on a phone of its own, which is closed after the test. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  readonly eventUrl: (slug?: string, username?: string) => string;
}

/** What the tests of the picker share: a stack, a browser and, in each test, a phone. */
export function setUpPicker(): Picker {
  const site = sharePageStack();
  let context: BrowserContext | undefined;
  afterEach(() => context?.close());
  return {
    get stack() {
      return site.stack;
    },
    get browser() {
      return site.browser;
    },
    open: async (options = {}) => {
      context = await openPhone(site.browser, options);
      return context.newPage();
    },
    eventUrl: (slug = 'intro-30', username = 'ada') => `${site.stack.publicUrl}/acme/${username}/${slug}`,
  };
}

/** Opens an event; done when the script has taken over and no zone is left to find out. */
export async function openEvent(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForURL(/timezone=/);
  await page.locator('.zone.live').waitFor();
}

export const shownMonth = (page: Page): Promise<string | null> => page.locator('.month-head h3').textContent();
export const shownDay = (page: Page): Promise<string | null> => page.locator('#day-heading').textContent();
export const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
export const dayLinks = (page: Page) => page.locator('a.day-open');
export const nextMonth = (page: Page) => page.getByRole('link', { name: /^Next month/ });
export const previousMonth = (page: Page) => page.getByRole('link', { name: /^Previous month/ });
export const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label") ?? ""');

/** "December 2026" of a first of the month, as guests read it in English. */
export const monthWords = (first: Date): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first);

export interface MonthsAround {
  readonly before: string;
  readonly after: string;
}

/** The month shown and the one after it. Which is shown first is told by the next open start, not by today. */
export async function monthsAround(page: Page): Promise<MonthsAround> {
  const before = (await shownMonth(page)) ?? '';
  const first = new Date(`1 ${before} UTC`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return { before, after: monthWords(first) };
}

/** Goes to the month after the one shown, which has all its days whatever is left of this one. */
export async function toNextMonth(page: Page): Promise<MonthsAround> {
  const months = await monthsAround(page);
  await nextMonth(page).click();
  await expect.poll(() => shownMonth(page)).toBe(months.after);
  return months;
}

/** The day that the address names once a month, "December 2026", is there: the script writes it after it has drawn. */
export async function addressedDay(page: Page, monthName: string): Promise<string> {
  const month = new Date(`1 ${monthName} UTC`).toISOString().slice(0, 7);
  await expect.poll(() => param(page, 'date')?.slice(0, 7)).toBe(month);
  return param(page, 'date') ?? '';
}

/** Every load of a whole page, from here on. */
export function countPages(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => void (request.resourceType() === 'document' && count++));
  return () => count;
}
