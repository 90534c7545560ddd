import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '../../support/asserts/axe.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { manageLinkByCalls, newAddress } from './guest-browser.ts';
import {
  addressedDay,
  askNextMonth,
  countPages,
  dayLinks,
  monthsAround,
  monthWords,
  nextMonth,
  openEvent,
  param,
  previousMonth,
  SLOTS,
  setUpPicker,
  shownDay,
  shownMonth,
  toNextMonth,
  ZONE,
} from './picker-page.ts';

vi.setConfig({ testTimeout: 90_000 });

const picker = setUpPicker();
const { open, eventUrl } = picker;
const urlOf = ({ address }: TestHost) =>
  `${picker.stack.publicUrl}/${address.workspace}/${address.username}/${address.eventSlug}`;
const DAY_MS = 86_400_000;

describe('another month', () => {
  it('is fetched from the public API in advance, and the way back needs no call', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await openEvent(page, eventUrl());
    const pages = countPages(page);
    const calls: URL[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url())));
    await nextMonth(page).hover();
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.origin + (calls[0]?.pathname ?? '')).toBe(
      `${picker.stack.publicUrl}/api/v1/public/acme/ada/intro-30/slots`,
    );
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toMatchObject({ timezone: ZONE, limit: '500' });
    const { before } = await toNextMonth(page);
    await previousMonth(page).click();
    await expect.poll(() => shownMonth(page)).toBe(before);
    expect(
      calls.filter(({ searchParams }) => searchParams.get('fromDate') === calls[0]?.searchParams.get('fromDate')),
    ).toHaveLength(1);
    expect(pages()).toBe(0);
  });

  it('is marked busy while it is fetched: it shows its name and no open day yet', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(SLOTS, async (route) => {
      await held;
      await route.continue();
    });
    await askNextMonth(page);
    expect(await page.locator('.skeleton[aria-busy=true]').count()).toBe(1);
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await dayLinks(page).count()).toBe(0);
    await expectAccessible(page);
    answer();
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await page.locator('.skeleton').count()).toBe(0);
    expect(await page.locator('.picker [role=status]').last().textContent()).toMatch(/: \d+ days with open times$/);
  });

  it('without times links to the next day that has some', async () => {
    const host = await createHost(picker.stack.sql, { max_future_days: 120 });
    const now = new Date();
    const first = (plus: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1));
    await picker.stack.sql`insert into time_off (id, host_id, period)
      values (gen_random_uuid(), ${host.userId}, tstzrange(${new Date(first(1).getTime() - DAY_MS)}, ${new Date(first(2).getTime() + DAY_MS)}))`;
    const page = await open();
    await openEvent(page, `${urlOf(host)}?timezone=${ZONE}&month=${first(2).toISOString().slice(0, 7)}`);
    await previousMonth(page).click();
    await expect
      .poll(() => page.locator('.empty').textContent())
      .toContain(`No open times in ${monthWords(first(1))}.`);
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Next available day: / }).click();
    await expect.poll(() => shownMonth(page)).toBe(monthWords(first(2)));
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('with more times than one answer holds shows every open day', async () => {
    const host = await createHost(picker.stack.sql, { slot_interval_minutes: 15, max_future_days: 120 });
    const page = await open();
    await openEvent(page, `${urlOf(host)}?timezone=${ZONE}`);
    const { after } = await toNextMonth(page);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(27);
    await addressedDay(page, after);
    const names = async () =>
      page.evaluate<string[]>('[...document.querySelectorAll("a.day-open")].map((link) => link.ariaLabel)');
    const inBrowser = await names();
    // Except today and a day on which the clocks change.
    expect(inBrowser.filter((name) => !/, 96 times/.test(name)).length).toBeLessThan(3);
    await page.goto(page.url());
    expect(await names()).toEqual(inBrowser);
  });
});

describe('a week', () => {
  const WIDE = { viewport: { width: 1200, height: 900 } };
  const week = (page: Page) => page.locator('#week-heading').textContent();
  const columns = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.week-days > li')].map((day) => day.innerText)`);

  it.each([
    ['with a script', true],
    ['without one', false],
  ])('is shown on a wide screen, %s, and the next one; the address has it', async (_case, javaScriptEnabled) => {
    const page = await open({ ...WIDE, javaScriptEnabled });
    await page.goto(`${eventUrl()}?timezone=${ZONE}`);
    if (javaScriptEnabled) await page.locator('.zone.live').waitFor();
    expect(await page.locator('.week-view').count()).toBe(0);
    const loads = countPages(page);
    await page.getByRole('link', { name: 'Show a week' }).click();
    await page.locator('.week-view').waitFor();
    expect(loads()).toBe(javaScriptEnabled ? 0 : 1);
    expect(await page.locator('.month').isVisible()).toBe(false);
    const [first, pages] = [await week(page), countPages(page)];
    await page.getByRole('link', { name: 'Next week' }).click();
    await expect.poll(() => week(page)).not.toBe(first);
    expect(pages()).toBe(javaScriptEnabled ? 0 : 1);
    await expect.poll(() => param(page, 'date')).not.toBeNull();
    expect(param(page, 'view')).toBe('week');
    // Of two months, maybe: the other one is on its way.
    await expect.poll(async () => (await columns(page)).join()).not.toContain('…');
    const [second, shown] = [await week(page), await columns(page)];
    expect(shown).toHaveLength(7);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.reload();
    expect([await week(page), await columns(page)]).toEqual([second, shown]);
    await page.locator('.week-view button.time').first().click();
    await page.getByLabel('Your name').waitFor();
  });

  it('has the times of both months, when it has days of two', async () => {
    const host = await createHost(picker.stack.sql, { max_future_days: 120 });
    const now = new Date();
    // Three days before the first of the month after next.
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1) - 3 * DAY_MS);
    const before = new Date(first.getTime() - 7 * DAY_MS);
    const page = await open(WIDE);
    const url = (date: Date) => `${urlOf(host)}?timezone=${ZONE}&view=week&date=${date.toISOString().slice(0, 10)}`;
    await page.goto(url(first));
    const drawn = await columns(page);
    expect(drawn.filter((text) => /\d\d:\d\d/.test(text))).toHaveLength(7);
    await page.goto(url(before));
    await page.locator('.zone.live').waitFor();
    await page.getByRole('link', { name: 'Next week' }).click();
    await expect.poll(() => columns(page)).toEqual(drawn);
    const link = await manageLinkByCalls(picker.stack, urlOf(host), newAddress(), { timezone: ZONE });
    const moved = await (await fetch(url(first).replace(urlOf(host), `${link}/reschedule`))).text();
    const days = moved.split('class="week-days"')[1]?.split('</ol>')[0]?.split('<h4').slice(1) ?? [];
    expect(days.map((text) => text.includes('class="time"'))).toEqual(Array(7).fill(true));
  });

  it('and a month again need no page: the day, the focus and the address follow', async () => {
    const page = await open(WIDE);
    await openEvent(page, eventUrl());
    await dayLinks(page).last().click();
    const [day, date, loads] = [await shownDay(page), param(page, 'date'), countPages(page)];
    await page.getByRole('link', { name: 'Show a week' }).press('Enter');
    await expect.poll(() => param(page, 'view')).toBe('week');
    expect(param(page, 'date')).toBe(date);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Show a month');
    expect(await page.locator('.picker [role=status]').last().textContent()).toBe('A week is shown.');
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll('.picker a[href]')].map((a) => a.href)`);
    expect(links.filter((href) => !href.includes('view=week'))).toHaveLength(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'view')).toBeNull();
    expect([await shownDay(page), param(page, 'date'), loads()]).toEqual([day, date, 0]);
    await page.getByRole('link', { name: 'Show a week' }).click();
    await page.locator('.week-view button.time').first().click();
    await page.getByLabel('Your name').waitFor();
    await page.goBack();
    await page.locator('.week-view').waitFor();
  });

  it('is a month on a phone', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?view=week`);
    expect([await page.locator('.week-view').isVisible(), await page.locator('.month').isVisible()]).toEqual([
      false,
      true,
    ]);
    expect(await page.getByRole('link', { name: 'Show a month' }).isVisible()).toBe(false);
  });
});

describe('a month that fails to load', () => {
  it('says so, and loads when it is tried again', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    await page.route(SLOTS, (route) => route.abort());
    const { after } = await monthsAround(page);
    await nextMonth(page).click();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain(`The times of ${after} could not be loaded`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => alert.count()).toBe(1);
    await page.unroute(SLOTS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await alert.count()).toBe(0);
  });

  it.each([
    ['too many calls', { status: 429, body: '{}' }, 'Too many requests.'],
    ['an answer that is not ours', { status: 200, body: '{"hotel":"Sign in"}' }, 'Something went wrong'],
    ['an answer that is no JSON', { status: 200, body: '<h1>Sign in</h1>' }, 'Something went wrong'],
  ])('says why: %s', async (_case, answer, words) => {
    const page = await open();
    await openEvent(page, eventUrl());
    await page.route(SLOTS, (route) => route.fulfill(answer));
    const { before } = await monthsAround(page);
    await nextMonth(page).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain(words);
    await previousMonth(page).click();
    await expect.poll(() => shownMonth(page)).toBe(before);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('loads by itself once a guest is online again', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    await page.context().setOffline(true);
    await nextMonth(page).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('You are offline.');
    await page.context().setOffline(false);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('keeps the host’s times if the times in the guest’s zone fail to load', async () => {
    const page = await open();
    await page.route(SLOTS, (route) => route.abort());
    const asked = page.waitForRequest(SLOTS);
    await page.goto(eventUrl());
    await asked;
    await page.locator('.zone.live').waitFor();
    expect(await page.textContent('.zone summary')).toContain(
      'Times are in Berlin, Central European Time, the host’s.',
    );
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await page.unroute(SLOTS);
    await toNextMonth(page);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await page.textContent('.zone summary')).toContain(
      'Times are in Berlin, Central European Time, the host’s.',
    );
    await expect.poll(() => param(page, 'date')).not.toBeNull();
    expect(param(page, 'timezone')).toBeNull();
  });
});

describe('a script that breaks', () => {
  const expectPlainPage = async (page: Page) => {
    const { after } = await monthsAround(page);
    await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), nextMonth(page).click()]);
    expect(await shownMonth(page)).toBe(after);
  };

  it('on data that it can’t read restores the page of the server, and says so', async () => {
    const page = await open();
    await page.route('**/acme/ada/intro-30*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace('"open":{', '"closed":{');
      await route.fulfill({ response, body });
    });
    await page.goto(eventUrl());
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('A part of this page does not work');
    await expectAccessible(page);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await page.locator('.zone summary').click();
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await page.unroute('**/acme/ada/intro-30*');
    await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Show times' }).click()]);
    expect(await page.textContent('.zone summary')).toContain('Times are in Tokyo, Japan Standard Time. It is');
    await expectPlainPage(page);
  });

  it('while it runs restores the page of the server', async () => {
    const page = await open();
    await openEvent(page, eventUrl());
    await page.evaluate(
      'Intl.DateTimeFormat.prototype.resolvedOptions = () => { throw new Error("broken on purpose") }',
    );
    await dayLinks(page).last().click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('A part of this page does not work');
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await expectPlainPage(page);
  });

  it('or never loads leaves a working page with its menu of zones', async () => {
    const page = await open();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(eventUrl());
    await page.locator('.zone summary').click();
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Show times' }).click()]);
    expect(await page.textContent('.zone summary')).toContain('Times are in Tokyo, Japan Standard Time. It is');
  });
});
