import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharePageStack } from '../../support/stack/page-stack.ts';
import { newAddress } from './guest-browser.ts';

vi.setConfig({ testTimeout: 90_000 });

const KB = 1_000;
const EVENT = '/acme/ada/intro-30';

const site = sharePageStack();
let context: BrowserContext | undefined;

afterEach(() => context?.close());

const openPage = async (width = 360): Promise<Page> => {
  context = await site.browser.newContext({
    viewport: { width, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // As most guests have it.
    reducedMotion: 'no-preference',
  });
  return context.newPage();
};

/** The gzipped size of every script that the browser loads from now on. Each address counts once, because of the cache. */
const weighScripts = (page: Page): (() => Promise<number>) => {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) urls.add(response.url());
  });
  // Fetched again: the browser may have dropped the body of a page that it left.
  const weigh = async (url: string): Promise<number> =>
    gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length;
  return async () => (await Promise.all([...urls].map(weigh))).reduce((sum, size) => sum + size, 0);
};

describe('what a guest’s browser loads', () => {
  it('is at most 90 KB of script for the times, and much less for the later steps', async () => {
    const page = await openPage();
    const weigh = weighScripts(page);
    await page.goto(`${site.stack.publicUrl}${EVENT}`);
    await page.waitForLoadState('networkidle');
    const times = await weigh();
    await page.locator('button[name=startAt]').first().click();
    await page.getByLabel('Your name').fill('Mira Okafor');
    await page.getByLabel('Your email').fill(newAddress());
    await page.waitForLoadState('networkidle');
    const details = (await weigh()) - times;
    await page.locator('form.details button[type=submit]').click();
    await page.getByLabel('Six-digit code').waitFor();
    await page.waitForLoadState('networkidle');
    const code = (await weigh()) - times - details;
    process.stdout.write(`scripts, gzip: times ${times}, details ${details} more, code ${code} more bytes\n`);
    expect(times).toBeGreaterThan(10 * KB);
    expect(times).toBeLessThanOrEqual(90 * KB);
    expect(details).toBeLessThanOrEqual(20 * KB);
    expect(code).toBeLessThanOrEqual(20 * KB);
  });

  it('is served compressed', async () => {
    const page = await openPage();
    const encodings = new Set<string | undefined>();
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) encodings.add(response.headers()['content-encoding']);
    });
    await page.goto(`${site.stack.publicUrl}${EVENT}?timezone=Europe/Berlin`);
    await page.waitForLoadState('networkidle');
    expect([...encodings].every((encoding) => encoding === 'br' || encoding === 'gzip')).toBe(true);
    expect(encodings.size).toBeGreaterThan(0);
  });
});

describe('before any script', () => {
  it('the page shows times that can be pressed', async () => {
    const page = await openPage();
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto(`${site.stack.publicUrl}${EVENT}`);
    const time = page.locator('button[name=startAt]').first();
    expect(await time.isVisible()).toBe(true);
    await time.click();
    await page.getByLabel('Your name').waitFor();
  });

  it.each([360, 1440])(
    'everything stands where it will stand once the script has taken over, at %i px',
    async (width) => {
      const page = await openPage(width);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${site.stack.publicUrl}${EVENT}?timezone=Europe/Berlin`, { waitUntil: 'commit' });
      await page.locator('footer').waitFor();
      await until(page, 'document.styleSheets.length > 0');
      await page.evaluate('document.fonts.ready');
      const before = await page.evaluate(BOXES);
      await page.evaluate(`window.moved = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) moved += value; }).observe({ type: 'layout-shift' })`);
      release();
      await until(page, TAKEN_OVER);
      // Effects draw in the next frames.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await page.evaluate(BOXES)).toEqual(before);
      expect(await page.evaluate('moved')).toBe(0);
    },
  );

  it.each([
    [360, 'en-US', 'America/New_York'],
    [390, 'en-GB', 'Asia/Tokyo'],
    [390, 'de-DE', 'America/New_York'],
    [1280, 'en-US', 'America/New_York'],
    [1280, 'de-DE', 'America/Argentina/Buenos_Aires'],
  ])('hardly anything moves when the guest’s own zone is known: %i px, %s, %s', async (width, locale, timezoneId) => {
    context = await site.browser.newContext({ viewport: { width, height: 800 }, locale, timezoneId });
    const page = await context.newPage();
    await page.addInitScript(`window.moved = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) moved += value; }).observe({ type: 'layout-shift', buffered: true })`);
    await page.goto(`${site.stack.publicUrl}${EVENT}`);
    await expect.poll(() => page.textContent('.zone summary')).not.toMatch(/Berlin/);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('moved')).toBeLessThanOrEqual(0.05);
  });
});

/** Playwright's own wait evaluates strings in the page, which the page's policy forbids. */
const until = (page: Page, expression: string) => expect.poll(() => page.evaluate(expression)).toBe(true);

/** React marks what it has taken over. */
const TAKEN_OVER = `[...document.querySelectorAll('[data-island] > div')].length > 0 &&
  [...document.querySelectorAll('[data-island] > div')].every((part) => Object.keys(part).some((key) => key.startsWith('__react')))`;

const BOXES = `[...document.querySelectorAll('h1, h2, h3, a, button, select, input:not([type=hidden]), label, footer')]
  .filter((one) => one.checkVisibility())
  .map((one) => { const { x, y, width, height } = one.getBoundingClientRect();
    return [one.tagName, one.textContent.trim().slice(0, 40), x, y, width, height].join(' '); })`;
