import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWebBuild } from '../../../api/pages/web-build.ts';
import { launchChromium } from '../../support/chromium.ts';
import { webFolder } from '../../support/database.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { bookByPage, expectHeading, newAddress, openBrowser } from './guest-browser.ts';
import { weigh } from './script-weight.ts';

vi.setConfig({ testTimeout: 90_000 });

const SLOTS = '**/api/v1/public/**/slots?**';
const ZONE = 'Europe/Lisbon';

let stack: Stack;
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(() => context?.close());

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: ZONE,
    reducedMotion: 'reduce',
    ...options,
  });
  return context.newPage();
};
const eventUrl = (slug = 'intro-30', username = 'ada') => `${stack.publicUrl}/acme/${username}/${slug}`;

/** Opens an event; done when the script has taken over and no zone is left to find out. */
const openEvent = async (page: Page, url = eventUrl()): Promise<void> => {
  await page.goto(url);
  await page.waitForURL(/timezone=/);
  await page.locator('.zone.live').waitFor();
};

const headings = (page: Page) => ({
  month: () => page.locator('.month-head h3').textContent(),
  day: () => page.locator('#day-heading').textContent(),
});
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const dayLinks = (page: Page) => page.locator('a.day-open');
const nextMonth = (page: Page) => page.getByRole('link', { name: /^Next month/ });
const monthName = (plus: number): string => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1));
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month);
};
const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label") ?? ""');

/** Every load of a whole page, from here on. */
const countPages = (page: Page): (() => number) => {
  let count = 0;
  page.on('request', (request) => void (request.resourceType() === 'document' && count++));
  return () => count;
};

const expectNoViolations = async (page: Page): Promise<void> => {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes).not.toEqual([]);
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
};

describe('the first visit', () => {
  it.each([
    ['America/Sao_Paulo', 'Times are in America/Sao Paulo. It is'],
    // Browsers keep the older spelling of this one.
    ['Asia/Kolkata', 'Times are in Asia/Kolkata. It is'],
  ])('is shown in %s, the browser’s own zone, without loading the page again', async (timezoneId, words) => {
    const page = await open({ timezoneId });
    const pages = countPages(page);
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', ({ message }) => void problems.push(message));
    await openEvent(page);
    expect(await page.textContent('.zone summary')).toContain(words);
    const value = (await page.locator('button.time').first().getAttribute('value')) ?? '';
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezoneId }).format(
      Date.parse(value),
    );
    expect(await page.locator('button.time').first().textContent()).toContain(clock);
    expect(pages()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('keeps the day that was chosen before the zone was found out', async () => {
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
    expect(await headings(page).day()).toContain(name.split(', ')[1]);
  });

  it('keeps a zone and a month that the link names', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Asia/Tokyo`);
    expect(await page.textContent('.zone summary')).toContain('Times are in Asia/Tokyo. It is');
    const { month } = headings(page);
    await nextMonth(page).click();
    await expect.poll(month).toBe(monthName(1));
    const date = param(page, 'date');
    await openEvent(page, `${eventUrl()}?month=${date?.slice(0, 7)}`);
    expect(await month()).toBe(monthName(1));
    expect(param(page, 'timezone')).toBe(ZONE);
  });

  it('does not guess where the link names a zone that nobody knows, and says so', async () => {
    const page = await open();
    await openEvent(page, `${eventUrl()}?timezone=Mars/Base`);
    expect(await page.getByRole('alert').textContent()).toContain('We do not know that time zone');
    expect(await page.textContent('.zone summary')).toContain('Times are in Europe/Berlin, the host’s time zone.');
  });

  it.each([
    ['en-US', /^\d{1,2}:\d\d [AP]M/, 'Sun'],
    ['en-GB', /^\d\d:\d\d,/, 'Mon'],
    ['de-DE', /^\d\d:\d\d,/, 'Mo'],
  ])('in %s has its clock and its weeks', async (locale, clock, firstDay) => {
    const page = await open({ locale });
    await openEvent(page);
    expect(await page.locator('button.time').first().textContent()).toMatch(clock);
    expect(await page.locator('.month th').first().textContent()).toBe(firstDay);
  });
});

describe('a day', () => {
  it('is shown at once when it is chosen, and the address follows', async () => {
    const page = await open();
    await openEvent(page);
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    const pages = countPages(page);
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    const day = dayLinks(page).nth(3);
    const name = (await day.getAttribute('aria-label')) ?? '';
    await day.click();
    const said = name.split(', ').slice(0, 2).join(', ');
    await expect.poll(headings(page).day).toContain(said);
    expect(await day.getAttribute('aria-current')).toBe('date');
    expect(await focused(page)).toBe(name);
    await expect.poll(() => page.locator('.picker [role=status]').last().textContent()).toBe(name);
    const startUtc = await page.locator('button.time').first().getAttribute('value');
    expect(startUtc?.slice(0, 10)).toBe(param(page, 'date'));
    expect(requests).toEqual([]);
    expect(pages()).toBe(0);
    await expectNoViolations(page);
    await page.reload();
    expect(await headings(page).day()).toContain(said);
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
  });

  it('is reached by arrow keys, over the end of the month, too', async () => {
    const page = await open();
    await openEvent(page);
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    expect(await page.locator('.month a[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(await dayLinks(page).first().getAttribute('aria-label'));
    await page.keyboard.press('ArrowRight');
    const second = await dayLinks(page).nth(1).getAttribute('aria-label');
    await expect.poll(() => focused(page)).toBe(second);
    await page.keyboard.press(' ');
    await expect.poll(headings(page).day).toContain(second?.split(', ')[1] ?? '');
    await page.keyboard.press('PageUp');
    await expect.poll(headings(page).month).toBe(monthName(0));
    await page.keyboard.press('PageDown');
    await expect.poll(headings(page).month).toBe(monthName(1));
    await expect.poll(() => page.evaluate('document.activeElement.closest("table") !== null')).toBe(true);
  });

  it('opens beside this page with a key held down, as any link', async () => {
    const page = await open();
    await openEvent(page);
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    const before = page.url();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      dayLinks(page)
        .nth(2)
        .click({ modifiers: ['Control'] }),
    ]);
    await expect.poll(() => other.url()).toContain('date=');
    expect(param(other, 'timezone')).toBe(ZONE);
    expect(page.url()).toBe(before);
  });
});

describe('another month', () => {
  it('comes by the public interface alone, ahead of its need, and back at once', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await openEvent(page);
    const pages = countPages(page);
    const calls: URL[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url())));
    await nextMonth(page).hover();
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.origin + (calls[0]?.pathname ?? '')).toBe(
      `${stack.publicUrl}/api/v1/public/acme/ada/intro-30/slots`,
    );
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toMatchObject({ timezone: ZONE, limit: '500' });
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    await page.getByRole('link', { name: /^Previous month/ }).click();
    await expect.poll(headings(page).month).toBe(monthName(0));
    expect(
      calls.filter(({ searchParams }) => searchParams.get('fromDate') === calls[0]?.searchParams.get('fromDate')),
    ).toHaveLength(1);
    expect(pages()).toBe(0);
  });

  it('is busy while it is fetched: its name is there, and no day is lit that may not be', async () => {
    const page = await open();
    await openEvent(page);
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(SLOTS, async (route) => {
      await held;
      await route.continue();
    });
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    expect(await page.locator('.skeleton[aria-busy=true]').count()).toBe(1);
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await dayLinks(page).count()).toBe(0);
    await expectNoViolations(page);
    answer();
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await page.locator('.skeleton').count()).toBe(0);
    expect(await page.locator('.picker [role=status]').last().textContent()).toMatch(/: \d+ days with open times$/);
  });

  it('without times leads to the next day that has some', async () => {
    const { sql } = stack;
    const [linus] = await sql`select id from users where email = 'linus@acme.test'`;
    const now = new Date();
    const first = (plus: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1));
    await sql`insert into time_off (id, host_id, period)
      values (gen_random_uuid(), ${linus?.id}, tstzrange(${new Date(first(1).getTime() - 86_400_000)}, ${new Date(first(2).getTime() + 86_400_000)}))`;
    await sql`update event_types set max_future_days = 120, minimum_notice_minutes = 0 where host_id = ${linus?.id}`;
    const page = await open();
    await openEvent(
      page,
      `${eventUrl('intro-30', 'linus')}?timezone=${ZONE}&month=${first(2).toISOString().slice(0, 7)}`,
    );
    await page.getByRole('link', { name: /^Previous month/ }).click();
    await expect.poll(() => page.locator('.empty').textContent()).toContain(`No open times in ${monthName(1)}.`);
    await expectNoViolations(page);
    await page.getByRole('link', { name: /^Next available day: / }).click();
    await expect.poll(headings(page).month).toBe(monthName(2));
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('of more times than one answer holds has every day lit', async () => {
    const { sql } = stack;
    await sql`update event_types set slot_interval_minutes = 5 where slug = 'deep-dive-60'`;
    const page = await open();
    await openEvent(page, `${eventUrl('deep-dive-60')}?timezone=${ZONE}`);
    await nextMonth(page).click();
    await expect.poll(headings(page).month).toBe(monthName(1));
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(18);
    const names = async () =>
      page.evaluate<string[]>('[...document.querySelectorAll("a.day-open")].map((link) => link.ariaLabel)');
    const inBrowser = await names();
    await page.goto(page.url());
    expect(await names()).toEqual(inBrowser);
    await sql`update event_types set slot_interval_minutes = null where slug = 'deep-dive-60'`;
  });
});

describe('a month that does not come', () => {
  it('says so, and comes when it is tried again', async () => {
    const page = await open();
    await openEvent(page);
    await page.route(SLOTS, (route) => route.abort());
    await nextMonth(page).click();
    const alert = page.getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain(`The times of ${monthName(1)} could not be loaded`);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => alert.count()).toBe(1);
    await page.unroute(SLOTS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await alert.count()).toBe(0);
  });

  it.each([
    ['too many calls', { status: 429, body: '{}' }, 'That was a lot at once.'],
    ['an answer that is not ours', { status: 200, body: '{"hotel":"Sign in"}' }, 'Something went wrong'],
    ['an answer that is no JSON', { status: 200, body: '<h1>Sign in</h1>' }, 'Something went wrong'],
  ])('says why: %s', async (_case, answer, words) => {
    const page = await open();
    await openEvent(page);
    await page.route(SLOTS, (route) => route.fulfill(answer));
    await nextMonth(page).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain(words);
    await page.getByRole('link', { name: /^Previous month/ }).click();
    await expect.poll(headings(page).month).toBe(monthName(0));
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('comes by itself once a guest who was offline is connected', async () => {
    const page = await open();
    await openEvent(page);
    await page.context().setOffline(true);
    await nextMonth(page).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('You are offline.');
    await page.context().setOffline(false);
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('leaves the host’s times where the guest’s zone can’t be asked for', async () => {
    const page = await open();
    await page.route(SLOTS, (route) => route.abort());
    const asked = page.waitForRequest(SLOTS);
    await page.goto(eventUrl());
    await asked;
    await page.locator('.zone.live').waitFor();
    expect(await page.textContent('.zone summary')).toContain('Times are in Europe/Berlin, the host’s time zone.');
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });
});

describe('the time zone', () => {
  it('is found and changed by keyboard alone; focus comes back, the address follows', async () => {
    const page = await open();
    await openEvent(page);
    const pages = countPages(page);
    const before = await page.locator('button.time').first().getAttribute('value');
    await page.locator('.zone summary').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Your time zone' });
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('zone-search');
    await expectNoViolations(page);
    await page.keyboard.type('tokio');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await page.getByRole('option').textContent()).toMatch(/^Asia\/TokyoUTC\+9 · \d\d:\d\d$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('.zone summary')).toContain('Times are in Asia/Tokyo. It is');
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
    expect(await page.textContent('.zone summary')).toContain('Times are in Asia/Tokyo. It is');
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
    expect(await page.textContent('time')).toContain('Asia/Tokyo');
  });

  it('stays when the menu is left, and is told of when nothing fits', async () => {
    const page = await open();
    await openEvent(page);
    await page.locator('.zone summary').click();
    const field = page.getByRole('combobox', { name: 'Your time zone' });
    await field.fill('+5:30');
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toContainEqual(expect.stringMatching(/^Asia\/Kolkata/));
    await field.fill('atlantis');
    await expect.poll(() => page.locator('.zone-search [role=status]').textContent()).toContain('No such time zone.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.textContent('.zone summary')).toContain(`Times are in ${ZONE}. It is`);
    expect(param(page, 'timezone')).toBe(ZONE);
  });
});

describe('a meeting that moves', () => {
  it('is offered the months of its own hosts, by its token', async () => {
    const plain = await openBrowser(browser);
    const link = await bookByPage(stack, await plain.newPage(), eventUrl('intro-30', 'grace'), newAddress());
    await plain.close();
    const page = await open();
    await page.goto(`${link}/reschedule`);
    await page.locator('.zone.live').waitFor();
    const [call] = await Promise.all([page.waitForRequest(SLOTS), nextMonth(page).click()]);
    expect(new URL(call.url()).searchParams.get('token')).toBe(link.split('/').at(-1));
    await expect.poll(headings(page).month).toBe(monthName(1));
    await expect.poll(() => dayLinks(page).count()).toBeGreaterThan(10);
    await dayLinks(page).nth(5).click();
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Move to this time?');
  });
});

describe('a script that breaks', () => {
  const expectPlainPage = async (page: Page) => {
    const link = nextMonth(page);
    await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), link.click()]);
    expect(await headings(page).month()).toBe(monthName(1));
  };

  it('on data that it can’t read gives the page back as the server drew it, and says so', async () => {
    const page = await open();
    await page.route('**/acme/ada/intro-30*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace('"open":{', '"closed":{');
      await route.fulfill({ response, body });
    });
    await page.goto(eventUrl());
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Something on this page broke');
    await expectNoViolations(page);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await page.unroute('**/acme/ada/intro-30*');
    await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Show times' }).click()]);
    expect(await page.textContent('.zone summary')).toContain('Times are in Asia/Tokyo. It is');
    await expectPlainPage(page);
  });

  it('in the middle of it gives the page back, too', async () => {
    const page = await open();
    await openEvent(page);
    await page.evaluate(
      'Intl.DateTimeFormat.prototype.resolvedOptions = () => { throw new Error("broken on purpose") }',
    );
    await dayLinks(page).last().click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Something on this page broke');
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await expectPlainPage(page);
  });

  it('or never comes leaves a page that works, with its menu of zones', async () => {
    const page = await open();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(eventUrl());
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Show times' }).click()]);
    expect(await page.textContent('.zone summary')).toContain('Times are in Asia/Tokyo. It is');
  });
});

it('weighs 120 KB at most, gzipped, with all that it imports; every zone travels once', async () => {
  const { scriptHref, preloadHrefs } = readWebBuild(webFolder()).entries.times;
  expect(weigh(webFolder(), [scriptHref, ...preloadHrefs])).toBeLessThanOrEqual(120_000);
  const html = await (await fetch(eventUrl(), { headers: { accept: 'text/html' } })).text();
  expect(html.split('Africa/Abidjan')).toHaveLength(2);
});
