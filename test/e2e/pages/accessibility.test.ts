import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from '../../support/asserts/axe.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { STATES_ORIGIN, serveStates } from './serve-states.ts';
import { FRAMED_SCRIPT } from './states/embed.ts';
import { frame, states } from './states.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  // Without transitions: in the middle of one, from dark to light, a link has neither colour.
  context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  await serveStates(context);
  page = await context.newPage();
});
afterAll(() => browser?.close());

describe.each(Object.keys(states))('%s', (name) => {
  beforeAll(async () => {
    await page.goto(`${STATES_ORIGIN}/${name}`);
  });

  it('has no violation that axe finds, in light and dark', { timeout: 90_000 }, async () => {
    await expectAccessibleInBothSchemes(page);
  });

  it('fits a phone and a desktop without sideways scrolling', async () => {
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    for (const width of [1440, 320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(overflow), `at ${width} px`).toBe(0);
    }
  });

  it('has one heading, one landmark, only our own scripts, and a name and enough size for every control', async () => {
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    const ours = [frame.signInZoneScriptHref, frame.copyCodeScriptHref, FRAMED_SCRIPT]
      .map((src) => `:not([src="${src}"])`)
      .join('');
    const foreign = `script:not([type="application/json"]):not([type="application/ld+json"])${ours}, [style], iframe:not([sandbox])`;
    expect(await page.locator(foreign).count()).toBe(0);
    const nameless = `[...document.querySelectorAll('a, button, select, textarea, input:not([type=hidden])')]
      .filter((control) => !(control.labels?.length || control.ariaLabel || control.textContent.trim())).map((control) => control.outerHTML)`;
    expect(await page.evaluate(nameless)).toEqual([]);
    // WCAG 2.2, 2.5.8: 24 pixels; links within a sentence are excepted.
    const small = `[...document.querySelectorAll('button, summary, .button, select, input:not([type=hidden])')]
      .map((control) => (control.closest('label') ?? control)).filter((target) => target.offsetHeight > 0 && target.offsetHeight < 24)
      .map((target) => target.outerHTML)`;
    expect(await page.evaluate(small)).toEqual([]);
  });
});
