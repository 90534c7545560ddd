import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { STATES_ORIGIN, serveStates } from './serve-states.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  await serveStates(page);
});
afterAll(() => browser?.close());

async function look(state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await page.goto(`${STATES_ORIGIN}/${state}`);
}

/** The number of lines that the first occurrence of a text takes. */
const linesOf = (text: string): Promise<number> =>
  page.evaluate<number>(`(() => {
    const range = document.createRange();
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const whole = nodes.map((node) => node.data).join('');
    const at = (offset) => {
      for (const node of nodes) {
        if (offset < node.data.length) return [node, offset];
        offset -= node.data.length;
      }
    };
    const start = whole.indexOf(${JSON.stringify(text)});
    if (start < 0) throw new Error('the page does not say so');
    range.setStart(...at(start));
    const [last, offset] = at(start + ${text.length - 1});
    range.setEnd(last, offset + 1);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  })()`);

describe('at the width of a phone', () => {
  it.each([
    ['german-booked', '24. November 2026'],
    ['german-details', '24. November 2026'],
    ['booked', '24 November 2026'],
    ['german-event', 'Zeit,'],
    ['event', 'Time,'],
    ['event', 'there.\u00a0Change'],
    ['german-event', 'Uhr.\u00a0Ändern'],
    ['american-event', '2:05\u00a0PM'],
    ['embed', 'pop-up'],
  ])('%s keeps "%s" together', async (state, text) => {
    for (const width of [360, 320]) {
      await look(state, width);
      expect(await linesOf(text), `at ${width} px`).toBe(1);
    }
  });

  it.each(['details', 'details-request', 'german-details'])(
    '%s says what, when and where in so few lines that the first field is in the upper half of the first screen',
    async (state) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${STATES_ORIGIN}/${state}`);
      const glance = await page.locator('.glance').boundingBox();
      expect(glance?.height).toBeLessThan(100);
      expect((await page.locator('#name').boundingBox())?.y).toBeLessThan(330);
    },
  );

  it('a time zone that is longer than the line breaks between its words', async () => {
    await look('event-long-zone', 360);
    expect(await linesOf('ComodRivadavia, Argentina Standard Time')).toBe(2);
    expect(await linesOf('ComodRivadavia')).toBe(1);
  });
});

it('on a desktop "Change" is at the end of the line, not below the text', async () => {
  for (const width of [1440, 768]) {
    await look('event', width);
    const text = await page.locator('.zone-line > span').first().boundingBox();
    const change = await page.locator('.zone-line .change').boundingBox();
    expect(change?.y).toBe(text?.y);
    expect((change?.x ?? 0) - (text?.x ?? 0)).toBeGreaterThan(text?.width ?? 0);
  }
});

describe('late in a month', () => {
  const heights = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('.month tbody tr')].map((row) => Math.round(row.offsetHeight / 46))`,
    );

  it('past weeks take no height, and the first times are on the first screen of a phone', async () => {
    await look('event', 360);
    expect(await heights()).toEqual([0, 0, 0, 0, 1, 1]);
    const time = await page.locator('button.time').first().boundingBox();
    expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThan(740);
  });

  it('a past week has height while it has the focus', async () => {
    await look('event', 360);
    await page.evaluate(`(() => {
      const link = document.querySelectorAll('.month tbody tr')[2].querySelector('a');
      link.tabIndex = -1;
      link.focus();
    })()`);
    expect(await heights()).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('a future month shows all its weeks', async () => {
    await look('event-empty-month', 360);
    expect(await heights()).toEqual([1, 1, 1, 1, 1]);
  });
});
