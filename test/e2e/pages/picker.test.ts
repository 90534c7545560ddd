import { describe, expect, it, vi } from 'vitest';
import { readWebBuild } from '../../../api/pages/shell/web-build.ts';
import { expectAccessible } from '../../support/asserts/axe.ts';
import { webFolder } from '../../support/stack/database.ts';
import { expectHeading, manageLinkByCalls, newAddress } from './guest-browser.ts';
import {
  addressedDay,
  countPages,
  dayLinks,
  focused,
  monthsAround,
  nextMonth,
  openEvent,
  param,
  SLOTS,
  setUpPicker,
  shownDay,
  shownMonth,
  toNextMonth,
  ZONE,
} from './picker-page.ts';
import { weigh } from './script-weight.ts';

vi.setConfig({ testTimeout: 90_000 });

const picker = setUpPicker();
const { open, eventUrl } = picker;

describe('the first visit', () => {
  it.each([
    ['America/Sao_Paulo', 'Times are in Sao Paulo, Brasilia Standard Time. It is'],
    // Browsers use the older spelling of this zone.
    ['Asia/Kolkata', 'Times are in Kolkata, India Standard Time. It is'],
  ])('is shown in %s, the browser’s own zone, without loading the page again', async (timezoneId, words) => {
    const page = await open({ timezoneId });
    const pages = countPages(page);
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', ({ message }) => void problems.push(message));
    await openEvent(page, eventUrl());
    expect(await page.textContent('.zone summary')).toContain(words);
    const value = (await page.locator('button.time').first().getAttribute('value')) ?? '';
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezoneId }).format(
      Date.parse(value),
    );
    expect(await page.locator('button.time').first().textContent()).toContain(clock);
    expect(pages()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('keeps the day that was chosen before the zone was detected', async () => {
    const page = await open();
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked = page.waitForRequest(SLOTS);
    await page.route(SLOTS, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(eventUrl());
    await asked;
    await page.locator('.zone.live').waitFor();
    const day = dayLinks(page).last();
    const name = (await day.getAttribute('aria-label')) ?? '';
    await day.click();
    await expect.poll(() => param(page, 'date')).not.toBeNull();
    const date = param(page, 'date');
    answer();
    await page.waitForURL(/timezone=/);
    expect(param(page, 'date')).toBe(date);
    expect(await shownDay(page)).toContain(name.split(', ')[1]);
  });

  it('keeps a zone and a month that the link names', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Asia/Tokyo`);
    expect(await page.textContent('.zone summary')).toContain('Times are in Tokyo, Japan Standard Time. It is');
    const { after } = await toNextMonth(page);
    const date = await addressedDay(page, after);
    await openEvent(page, `${eventUrl()}?month=${date.slice(0, 7)}`);
    expect(await shownMonth(page)).toBe(after);
    await expect.poll(() => param(page, 'timezone')).toBe(ZONE);
  });

  it('offers the guest’s own clock where the link names another, in one line, until they choose', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Asia/Tokyo`);
    const own = page.locator('.own-clock');
    await own.getByText(/^Your clock is Lisbon, Western European Time, \d/).waitFor();
    await expectAccessible(page);
    await own.getByRole('button', { name: 'Show my times' }).press('Enter');
    await expect.poll(() => param(page, 'timezone')).toBe(ZONE);
    await expect.poll(() => page.textContent('.zone summary')).toContain('Times are in Lisbon, Western European Time.');
    expect(await own.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.localName')).toBe('summary');
    await openEvent(page, `${eventUrl()}?timezone=${ZONE}`);
    expect(await own.count()).toBe(0);
  });

  it('does not detect the zone if the link has an unknown one, and says so', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Mars/Base`);
    expect(await page.getByRole('alert').textContent()).toContain('We do not know that time zone');
    expect(await page.textContent('.zone summary')).toContain(
      'Times are in Berlin, Central European Time, the host’s.',
    );
    await toNextMonth(page);
    expect(await page.textContent('.zone summary')).toContain(
      'Times are in Berlin, Central European Time, the host’s.',
    );
    await expect.poll(() => param(page, 'date')).not.toBeNull();
    expect(param(page, 'timezone')).not.toBe('Europe/Berlin');
  });

  it('puts the host’s zone into the URL once a guest has chosen it', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Mars/Base`);
    await page.locator('.zone summary').click();
    await page.getByRole('combobox', { name: 'Your time zone' }).fill('berlin');
    await page.getByRole('option', { name: /^Berlin/ }).click();
    await expect.poll(() => param(page, 'timezone')).toBe('Europe/Berlin');
    await expect
      .poll(() => page.textContent('.zone summary'))
      .toContain('Times are in Berlin, Central European Time. It is');
  });

  it.each([
    ['en-US', /^\d{1,2}:\d\d [AP]M/, 'Sun'],
    ['en-GB', /^\d\d:\d\d,/, 'Mon'],
    ['de-DE', /^\d\d:\d\d,/, 'Mo'],
  ])('in %s has its clock and its weeks', async (locale, clock, firstDay) => {
    const page = await open({ locale });
    await openEvent(page, eventUrl());
    expect(await page.locator('button.time').first().textContent()).toMatch(clock);
    expect(await page.locator('.month th').first().textContent()).toBe(firstDay);
  });
});

describe('a day', () => {
  it('is shown at once when it is chosen, and the URL follows', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    await toNextMonth(page);
    const pages = countPages(page);
    const requests: string[] = [];
    // Some browsers fetch the icon again when the address changes.
    const icon = await page.getAttribute('link[rel=icon]', 'href');
    const isIcon = (url: string): boolean => new URL(url).pathname === icon;
    page.on('request', (request) => void (isIcon(request.url()) || requests.push(request.url())));
    const day = dayLinks(page).nth(3);
    const name = (await day.getAttribute('aria-label')) ?? '';
    await day.click();
    const said = name.split(', ').slice(0, 2).join(', ');
    await expect.poll(() => shownDay(page)).toContain(said);
    expect(await day.getAttribute('aria-current')).toBe('date');
    expect(await focused(page)).toBe(name);
    await expect.poll(() => page.locator('.picker [role=status]').last().textContent()).toBe(name);
    const startUtc = await page.locator('button.time').first().getAttribute('value');
    expect(startUtc?.slice(0, 10)).toBe(param(page, 'date'));
    expect(requests).toEqual([]);
    expect(pages()).toBe(0);
    await expectAccessible(page);
    await page.reload();
    expect(await shownDay(page)).toContain(said);
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
  });

  it('is reached by arrow keys, also across the end of the month', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    const { before, after } = await toNextMonth(page);
    expect(await page.locator('.month a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Tab');
    const first = await dayLinks(page).first().getAttribute('aria-label');
    await expect.poll(() => focused(page)).toBe(first);
    await page.keyboard.press('ArrowRight');
    const second = await dayLinks(page).nth(1).getAttribute('aria-label');
    await expect.poll(() => focused(page)).toBe(second);
    await page.keyboard.press(' ');
    await expect.poll(() => shownDay(page)).toContain(second?.split(', ')[1] ?? '');
    await page.keyboard.press('PageUp');
    await expect.poll(() => shownMonth(page)).toBe(before);
    await page.keyboard.press('PageDown');
    await expect.poll(() => shownMonth(page)).toBe(after);
    await expect.poll(() => page.evaluate('document.activeElement.closest("table") !== null')).toBe(true);
  });

  it('opens in a new tab with a modifier key, as any link', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    const { after } = await toNextMonth(page);
    await addressedDay(page, after);
    const address = page.url();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      dayLinks(page)
        .nth(2)
        .click({ modifiers: ['Control'] }),
    ]);
    await other.bringToFront();
    // Asked of the tab itself: Playwright takes one that opened behind for empty now and then.
    const shown = () => other.evaluate<string>('location.href').catch(() => '');
    await expect.poll(shown, { timeout: 20_000 }).toMatch(/date=/);
    expect(new URL(await shown()).searchParams.get('timezone')).toBe(ZONE);
    expect(page.url()).toBe(address);
  });
});

describe('the time zone', () => {
  it('is searched and changed by keyboard alone; the focus returns, the URL follows', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    // Further east, the last afternoon of a month is in the next month.
    await toNextMonth(page);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    const pages = countPages(page);
    const before = await page.locator('button.time').first().getAttribute('value');
    await page.locator('.zone summary').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Your time zone' });
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('zone-search');
    await expectAccessible(page);
    await page.keyboard.type('tokio');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await page.getByRole('option').textContent()).toMatch(/^Tokyo Japan (Standard )?TimeUTC\+9 · \d\d:\d\d$/);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.textContent('.zone summary'))
      .toContain('Times are in Tokyo, Japan Standard Time. It is');
    expect(await field.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    await expect.poll(() => param(page, 'timezone')).toBe('Asia/Tokyo');
    const value = (await page.locator('button.time').first().getAttribute('value')) ?? '';
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
      Date.parse(value),
    );
    expect(await page.locator('button.time').first().textContent()).toContain(clock);
    expect(Math.abs(Date.parse(value) - Date.parse(before ?? ''))).toBeLessThan(4 * 86_400_000);
    expect(pages()).toBe(0);
    await page.reload();
    expect(await page.textContent('.zone summary')).toContain('Times are in Tokyo, Japan Standard Time. It is');
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
    expect(await page.textContent('time')).toContain('Tokyo, Japan Standard Time');
  });

  it.each(['month', 'week'])(
    'moves nothing on the page of a %s when it changes and the answer is late',
    async (view) => {
      const page = await open({ viewport: { width: 1280, height: 800 } });
      await openEvent(page, `${eventUrl()}?timezone=Asia/Tokyo&view=${view}`);
      await page.route(/\/slots\?|zone-combobox/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      await page.evaluate(`{
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value;
      }).observe({ type: 'layout-shift' });
    }`);
      await page.locator('.zone summary').click();
      await page.locator('#zone-search').pressSequentially('lisbon');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.zone').getAttribute('open')).toBeNull();
      expect(param(page, 'timezone')).toBe('Asia/Tokyo');
      await expect.poll(() => param(page, 'timezone')).toBe(ZONE);
      await page.waitForTimeout(100);
      expect(await page.evaluate('globalThis.shift')).toBeLessThan(0.02);
    },
  );

  it('is left by a click beside its menu, which lies over the calendar', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    const top = () => page.locator('.month').evaluate('(table) => table.getBoundingClientRect().top + scrollY');
    const before = await top();
    await page.locator('.zone summary').click();
    await page.locator('#zone-search').waitFor();
    expect(await top()).toBe(before);
    await page.locator('#times').click();
    await expect.poll(() => page.locator('.zone').getAttribute('open')).toBeNull();
    expect(param(page, 'timezone')).toBe(ZONE);
  });

  it('wraps a long name between its parts, never within a word', async () => {
    const page = await open();
    await page.goto(`${eventUrl()}?timezone=America/Argentina/Buenos_Aires`);
    await page.locator('.zone.live').waitFor();
    await page.locator('.zone summary').click();
    await page.getByRole('option', { name: /^Buenos Aires/ }).waitFor();
    // The number of lines that the word takes.
    const lines = await page.evaluate(`(() => {
      const name = document.querySelector('.zone-list .city').firstChild;
      const range = document.createRange();
      range.setStart(name, 0);
      range.setEnd(name, 'Buenos'.length);
      return range.getClientRects().length;
    })()`);
    expect(lines).toBe(1);
  });

  it('keeps its menu open if it was opened before the script loaded', async () => {
    const page = await open();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${eventUrl()}?timezone=Asia/Tokyo`, { waitUntil: 'commit' });
    await page.locator('.zone summary').click();
    await page.getByRole('button', { name: 'Show times' }).waitFor();
    release();
    await page.locator('#zone-search').fill('lisbon');
    await page.getByRole('option', { name: /^Lisbon/ }).click();
    await expect
      .poll(() => page.textContent('.zone summary'))
      .toContain('Times are in Lisbon, Western European Time. It is');
  });

  it('stays when the menu is left, and the menu says so when nothing matches', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    await page.locator('.zone summary').click();
    const field = page.getByRole('combobox', { name: 'Your time zone' });
    await field.fill('+5:30');
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toContainEqual(expect.stringMatching(/^Kolkata/));
    await field.fill('atlantis');
    await expect.poll(() => page.locator('.zone-search [role=status]').textContent()).toContain('No such time zone.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.textContent('.zone summary')).toContain(`Times are in Lisbon, Western European Time. It is`);
    expect(param(page, 'timezone')).toBe(ZONE);
  });
});

describe('moving a meeting', () => {
  it('offers the months of its own hosts, by its token', async () => {
    const link = await manageLinkByCalls(picker.stack, eventUrl('intro-30', 'grace'), newAddress());
    const page = await open();
    await page.goto(`${link}/reschedule`);
    await page.locator('.zone.live').waitFor();
    const { after } = await monthsAround(page);
    const [call] = await Promise.all([page.waitForRequest(SLOTS), nextMonth(page).click()]);
    expect(new URL(call.url()).searchParams.get('token')).toBe(link.split('/').at(-1));
    await expect.poll(() => shownMonth(page)).toBe(after);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    await dayLinks(page).nth(5).click();
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Move to this time?');
  });
});

it('the script is at most 90 KB, gzipped, with its imports, and sends every zone once', async () => {
  const { scriptHref, preloadHrefs } = readWebBuild(webFolder()).entries.en.times;
  expect(weigh(webFolder(), [scriptHref, ...preloadHrefs])).toBeLessThanOrEqual(90_000);
  const html = await (await fetch(eventUrl(), { headers: { accept: 'text/html' } })).text();
  expect(html.split('Africa/Abidjan')).toHaveLength(2);
});
