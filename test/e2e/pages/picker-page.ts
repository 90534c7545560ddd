import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { type PageStack, sharePageStack } from '../../support/stack/page-stack.ts';

/** The calls that fetch a month. */
export const SLOTS = '**/api/v1/public/**/slots?**';

/** The time zone of the guests who pick a time. */
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
  /** A page on a new phone that is closed after the test. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  readonly eventUrl: (slug?: string, username?: string) => string;
}

/** A stack and a browser for all tests of a file, and a phone for each test. */
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

/** Opens an event and waits until the script runs and has set the zone. */
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

/** The month shown and the next one. The first month shown depends on the next open start, not on today. */
export async function monthsAround(page: Page): Promise<MonthsAround> {
  const before = (await shownMonth(page)) ?? '';
  const first = new Date(`1 ${before} UTC`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return { before, after: monthWords(first) };
}

/** Asks for the next month: its name is there at once, its days come with the answer. */
export async function askNextMonth(page: Page): Promise<MonthsAround> {
  const months = await monthsAround(page);
  await nextMonth(page).click();
  await expect.poll(() => shownMonth(page)).toBe(months.after);
  return months;
}

/** Goes to the next month, which still has all its days, and waits for them. */
export async function toNextMonth(page: Page): Promise<MonthsAround> {
  const months = await askNextMonth(page);
  await page.locator('.month-box.ready').waitFor();
  return months;
}

/** Waits until a month ("December 2026") is shown and returns the day in the URL. The script writes the URL after it has drawn. */
export async function addressedDay(page: Page, monthName: string): Promise<string> {
  const month = new Date(`1 ${monthName} UTC`).toISOString().slice(0, 7);
  await expect.poll(() => param(page, 'date')?.slice(0, 7)).toBe(month);
  return param(page, 'date') ?? '';
}

/** Counts every load of a whole page from now on. */
export function countPages(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => void (request.resourceType() === 'document' && count++));
  return () => count;
}
