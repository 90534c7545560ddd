import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { controlsOf, focusOf } from './accessible-names.ts';
import { bookingsOf, expectHeading, newAddress, readCode } from './guest-browser.ts';
import { STATES_ORIGIN, serveStates } from './serve-states.ts';
import { states } from './states.ts';

vi.setConfig({ testTimeout: 120_000 });

/** More Tab stops than any page has between two controls that a guest uses. */
const MOST_STOPS = 90;

let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context?.close();
  context = undefined;
});

/** A guest with a keyboard and a screen reader: acts by keys only, knows only names and roles. */
class KeyboardGuest {
  readonly page: Page;
  readonly #session: CDPSession;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  async focus(): Promise<string> {
    const { role, name } = await focusOf(this.#session);
    return `${role} ${name}`;
  }

  /** Presses a key until the focus matches. Every stop on the way must have a name. */
  async goTo(wanted: RegExp, key = 'Tab'): Promise<string> {
    const passed: string[] = [];
    while (passed.length < MOST_STOPS) {
      await this.page.keyboard.press(key);
      const { role, name } = await focusOf(this.#session);
      const stop = `${role} ${name}`;
      expect(name, `a stop without a name after ${passed.join(' | ')}`).not.toBe('');
      if (wanted.test(stop)) return stop;
      passed.push(stop);
    }
    throw new Error(`${wanted} is not reached by ${key}: ${passed.join(' | ')}`);
  }

  async type(field: RegExp, text: string): Promise<void> {
    await this.goTo(field);
    await this.page.keyboard.type(text);
  }

  /** Presses Enter on the focused element and waits for the page with that heading. */
  async enter(heading: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Enter');
    await expectHeading(this.page, heading);
    await this.page.waitForLoadState('load');
  }

  async expectNames(): Promise<void> {
    const controls = await controlsOf(this.page);
    expect(controls.length).toBeGreaterThan(0);
    expect(controls.filter(({ name }) => name === '')).toEqual([]);
  }
}

describe('a whole booking by keyboard alone', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ deadlineMs: 20_000 });
  });
  afterAll(() => stack?.close());

  const open = async (javaScriptEnabled: boolean): Promise<KeyboardGuest> => {
    context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 1024, height: 768 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    const page = await context.newPage();
    return new KeyboardGuest(page, await context.newCDPSession(page));
  };

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('%s', async (_, hasScript) => {
    const email = newAddress();
    const guest = await open(hasScript);
    await guest.page.goto(`${stack.publicUrl}/acme/ada`);
    await expectHeading(guest.page, 'Ada Lovelace');
    expect(await guest.goTo(/^link/)).toContain('Skip to the content');
    await guest.goTo(/^link Deep dive/);
    await guest.enter('Deep dive');

    await chooseDay(guest, hasScript);
    const time = await guest.goTo(/^button \d\d:\d\d/);
    await guest.expectNames();
    await guest.enter('Your details');

    await guest.type(/^textbox Your name/, 'Mira Okafor');
    await guest.type(/^textbox Your email/, email);
    await guest.type(/^textbox What should we talk about/, 'Keys');
    await guest.goTo(/^radio Just me/);
    await guest.page.keyboard.press('ArrowDown');
    expect(await guest.focus()).toContain('radio 2 to 10');
    await guest.expectNames();
    await guest.goTo(/^button Continue/);
    await guest.enter('Check your email');

    // The only field of the page has the focus already.
    await expect.poll(() => guest.focus()).toContain('textbox Six-digit code');
    await guest.expectNames();
    await guest.page.keyboard.type(await readCode(stack, email), { delay: 10 });
    // The script sends six digits by itself. If it has not loaded, press Enter.
    if (!(await arrivedAt(guest.page, '/booked'))) await guest.page.keyboard.press('Enter');
    await expectHeading(guest.page, /booked/);
    await guest.expectNames();

    const [booking, ...more] = await bookingsOf(stack, email);
    expect(more).toEqual([]);
    expect(booking?.status).toBe('confirmed');
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    expect(time).toContain(clock.format(booking?.start_at));
    const answers = await stack.sql`
      select key, display from booking_answers where booking_id = ${booking?.id ?? ''} order by position`;
    expect(answers.map(({ key, display }) => [key, display])).toEqual([
      ['topic', 'Keys'],
      ['team_size', '2 to 10'],
    ]);
  });

  /** Chooses another day: by arrow keys where a script makes the month a grid, by a link without it. */
  const chooseDay = async (guest: KeyboardGuest, hasScript: boolean): Promise<void> => {
    const isGrid = guest.page.getByRole('grid');
    if (hasScript) await isGrid.waitFor();
    // This month may have only one day left.
    const month = guest.page.locator('.month-head h3');
    const before = (await month.textContent()) ?? '';
    await guest.goTo(/^link Next month/);
    await guest.page.keyboard.press('Enter');
    await expect.poll(() => month.textContent()).not.toBe(before);
    await expect.poll(() => guest.page.locator('a.day-open').count()).toBeGreaterThan(1);
    const first = await guest.goTo(DAY);
    const other = hasScript ? await guest.goTo(DAY, 'ArrowRight') : await guest.goTo(DAY);
    expect(other).not.toBe(first);
    await guest.page.keyboard.press('Enter');
    const day = other
      .replace(/^link /, '')
      .split(', ')
      .slice(0, 2)
      .join(', ');
    await expect.poll(() => guest.page.locator('#day-heading').textContent()).toContain(day);
  };
});

/** "link Tuesday, 24 November, 5 times" */
const DAY = /^link \w+day, \d+ \w+.*\d+ times?/;

const arrivedAt = (page: Page, part: string): Promise<boolean> =>
  page
    .waitForURL((url) => url.pathname.includes(part), { timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );

describe('a screen reader has a name for every control', () => {
  it.each(Object.keys(states))('%s', async (name) => {
    const page = await browser.newPage();
    await serveStates(page);
    await page.goto(`${STATES_ORIGIN}/${name}`);
    const controls = await controlsOf(page);
    expect(controls.length).toBeGreaterThan(0);
    expect(controls.filter((control) => control.name === '')).toEqual([]);
    await page.close();
  });
});
