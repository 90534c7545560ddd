import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/make-pages.ts';
import { launchChromium } from '../../support/chromium.ts';
import { createHost } from '../../support/host.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import {
  bookByPage,
  bookingsOf,
  expectHeading,
  fillPerson,
  follow,
  newAddress,
  openBrowser,
  pickTime,
  press,
  readCode,
} from './guest-browser.ts';

// Ten pages in a row take a while on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000, api: { makePages } }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  context = await openBrowser(browser);
  page = await context.newPage();
});
afterEach(() => context.close());

const eventUrl = (slug: string, username = 'ada') => `${stack.publicUrl}/acme/${username}/${slug}`;
/** Of the days that can be chosen, in their order. */
const HREFS = '[...document.querySelectorAll("a.day-open")].map(({ href }) => href)';
/** Leaves the browser's own checks out, so that the server's are seen. */
const submitUnchecked = async (name: string) => {
  await page.evaluate("document.querySelector('form.details').noValidate = true");
  await press(page, name);
};

describe('a guest without JavaScript', () => {
  it('goes from the host to a booked meeting', async () => {
    const email = newAddress();
    await page.goto(`${stack.publicUrl}/acme/ada`);
    await expectHeading(page, 'Ada Lovelace');
    await follow(page, 'Deep dive');
    await expectHeading(page, 'Deep dive');
    expect(await page.textContent('main')).toContain('Times are in Europe/Berlin, the host’s time zone.');
    const time = page.locator('button.time').first();
    const startUtc = await time.getAttribute('value');
    await time.click();
    await fillPerson(page, email);
    await page.getByLabel('What should we talk about?').fill('Moving a fleet of flows');
    await page.getByLabel('2 to 10').check();
    await page.getByLabel('Yes').check();
    await page.getByLabel('Which one?').fill('A spreadsheet');
    await page.getByLabel('Other people to invite').fill('sam@guest.test\nlee@guest.test');
    await press(page, 'Continue');
    await expectHeading(page, 'Enter the code we mailed you');
    await page.getByLabel('Six-digit code').fill(await readCode(stack, email));
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    const [booking, ...more] = await bookingsOf(stack, email);
    expect(more).toEqual([]);
    expect(booking).toMatchObject({ status: 'confirmed', source: 'web', start_at: new Date(startUtc ?? '') });
    const answers =
      await stack.sql`select key, display from booking_answers where booking_id = ${booking?.id ?? ''} order by position`;
    expect(answers.map(({ key, display }) => `${key}: ${display}`)).toEqual([
      'topic: Moving a fleet of flows',
      'team_size: 2 to 10',
      'uses_competitor: Yes',
      'competitor: A spreadsheet',
    ]);
    const guests =
      await stack.sql`select email::text from booking_guests where booking_id = ${booking?.id ?? ''} order by position`;
    expect(guests.map((guest) => guest.email)).toEqual(['sam@guest.test', 'lee@guest.test']);
  });

  it('may reload and go back anywhere without a second code or booking', async () => {
    const email = newAddress();
    await pickTime(page, eventUrl('intro-30', 'grace'));
    await fillPerson(page, email);
    await press(page, 'Continue');
    await page.reload();
    await expectHeading(page, 'Enter the code we mailed you');
    const codeStep = page.url();
    await page.getByLabel('Six-digit code').fill(await readCode(stack, email));
    await press(page, 'Book this time');
    await page.reload();
    await expectHeading(page, 'You’re booked');
    await page.goBack();
    await expectHeading(page, 'You’re booked');
    await page.goto(codeStep);
    await expectHeading(page, 'You’re booked');
    expect(await page.textContent('main')).toContain(`is on its way to ${email}`);
    expect(await bookingsOf(stack, email)).toHaveLength(1);
    expect((await stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('sees times in a zone of their own, and keeps it to the end', async () => {
    await page.goto(`${eventUrl('intro-30')}`);
    // Further east the last afternoon of a month is in the next one.
    await follow(page, /^Next month/);
    await page.goto(`${eventUrl('intro-30')}?month=${new URL(page.url()).searchParams.get('month')}`);
    await page.getByLabel('Your time zone').selectOption('Pacific/Apia');
    await press(page, 'Show times');
    expect(await page.textContent('main')).toContain('Times are in Pacific/Apia. It is');
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
    expect(await page.textContent('time')).toContain('Pacific/Apia');
    await follow(page, 'All times');
    expect(await page.textContent('main')).toContain('Times are in Pacific/Apia. It is');
    await page.goBack();
    const email = newAddress();
    await fillPerson(page, email);
    await press(page, 'Continue');
    await expectHeading(page, 'Enter the code we mailed you');
    expect(await page.textContent('main')).toMatch(/They work until \d\d:\d\d \(Pacific\/Apia\)/);
    await page.getByLabel('Six-digit code').fill(await readCode(stack, email));
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    expect(await page.textContent('time')).toContain('Pacific/Apia');
    const rows = await stack.sql`select guest_timezone from bookings where guest_email = ${email}`;
    expect(rows.map((row) => row.guest_timezone)).toEqual(['Pacific/Apia']);
    await follow(page, 'More meetings with Ada Lovelace');
    await expectHeading(page, 'Ada Lovelace');
    await follow(page, 'Deep dive');
    expect(await page.textContent('main')).toContain('Times are in Pacific/Apia. It is');
    await follow(page, 'Ada Lovelace');
    await follow(page, 'Intro call');
    expect(await page.textContent('main')).toContain('Times are in Pacific/Apia. It is');
  });

  it('is offered the menu of zones, open, until they have chosen', async () => {
    await page.goto(eventUrl('intro-30'));
    expect(await page.getByLabel('Your time zone').isVisible()).toBe(true);
    await page.goto(`${eventUrl('intro-30')}?timezone=Asia/Tokyo`);
    expect(await page.getByLabel('Your time zone').isVisible()).toBe(false);
  });

  it('opens another day by its link; every day with times is a stop of the tab key', async () => {
    await page.goto(eventUrl('intro-30'));
    await follow(page, /^Next month/);
    const days = page.locator('a.day-open');
    const count = await days.count();
    expect(count).toBeGreaterThan(10);
    await page.getByRole('link', { name: /^Previous month/ }).focus();
    const reached = new Set<string>();
    for (let stop = 0; stop < count + 2; stop++) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate('document.activeElement.href ?? ""'));
    }
    const hrefs = await page.evaluate<string[]>(HREFS);
    expect(hrefs.filter((href) => !reached.has(href))).toEqual([]);
    const name = (await days.nth(4).getAttribute('aria-label')) ?? '';
    await follow(page, name);
    const heading = (await page.textContent('#day-heading')) ?? '';
    expect(name.replace(', ', ' ')).toContain(heading.split(/\d+ times?/)[0]?.replace(', ', ' '));
    expect(name).toContain(`, ${await page.locator('button.time').count()} times`);
    const date = new URL(page.url()).searchParams.get('date');
    const startUtc = await page.locator('button.time').first().getAttribute('value');
    expect(startUtc?.slice(0, 10)).toBe(date);
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
    await follow(page, 'All times');
    expect(new URL(page.url()).searchParams.get('date')).toBe(date);
  });

  it('finds later months and a way back', async () => {
    await page.goto(eventUrl('intro-30'));
    const first = await page.locator('button.time').first().getAttribute('value');
    await follow(page, /^Next month/);
    const later = await page.locator('button.time').first().getAttribute('value');
    const back = page.getByRole('link', { name: /^Previous month: / });
    expect(await back.count()).toBe(1);
    expect(Date.parse(later ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
    await follow(page, /^Previous month/);
    expect(await page.locator('button.time').first().getAttribute('value')).toBe(first);
    // After its last working hour this month is not the one that is shown first, but still the first of all.
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now());
    await page.goto(`${eventUrl('intro-30')}?month=${today.slice(0, 7)}`);
    expect(await back.count()).toBe(0);
  });

  it('keeps what was typed through other months and days', async () => {
    const email = newAddress();
    await pickTime(page, eventUrl('intro-30', 'grace'));
    await fillPerson(page, email);
    await press(page, 'Continue');
    await expectHeading(page, 'Enter the code we mailed you');
    await follow(page, /change/i);
    await follow(page, 'All times');
    await follow(page, /^Next month/);
    await page.locator('a.day-open').nth(2).click();
    await page.locator('button.time').first().click();
    await expectHeading(page, 'Your details');
    expect(await page.getByLabel('Your email').inputValue()).toBe(email);
  });

  it('is led to the next open day where a month has none, and is never met by an empty one', async () => {
    await page.goto(`${eventUrl('intro-30')}?month=2000-01`);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    const { sql } = stack;
    const host = await createHost(sql, { max_future_days: 120 });
    const url = `${stack.publicUrl}/${host.address.workspace}/${host.address.username}/${host.address.eventSlug}`;
    const now = new Date();
    const month = (plus: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1));
    await sql`
      insert into time_off (id, host_id, period)
      values (gen_random_uuid(), ${host.userId}, tstzrange(now() - interval '1 day', ${new Date(month(2).getTime() - 1)}))`;
    await page.goto(url);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    const next = month(1).toISOString().slice(0, 7);
    await page.goto(`${url}?month=${next}`);
    expect(await page.textContent('.empty')).toContain('No open times in');
    await follow(page, /^Next available day: /);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.get('date')?.slice(0, 7)).toBe(month(2).toISOString().slice(0, 7));
  });

  it('finds back from a month past all that can be booked', async () => {
    await page.goto(`${eventUrl('intro-30')}?month=2999-01`);
    expect(await page.textContent('.empty')).toContain('Nothing is open after that either.');
    const month = (await page.textContent('.month-head h3')) ?? '';
    expect(await page.locator('.month table').getAttribute('aria-label')).toBe(`Days of ${month}`);
    await follow(page, /^Previous month/);
    // Of the last month of all no more than a Sunday may be within reach.
    if ((await page.locator('button.time').count()) === 0) await follow(page, /^Previous month/);
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
    await page.goto(`${eventUrl('intro-30')}?month=2999-01`);
    await follow(page, 'See the first available day');
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('is told that a day has nothing, and shown the nearest that has', async () => {
    await page.goto(eventUrl('intro-30'));
    await follow(page, /^Next month/);
    const open = await page.evaluate<string[]>(HREFS);
    // Not the first of its week or month: the Friday before it is nearer than the Monday after.
    const saturday = (await page.locator('td:nth-child(6) a.day-off').nth(1).textContent()) ?? '';
    const [month = ''] = /\d{4}-\d{2}/.exec(open.join(' ')) ?? [];
    await page.goto(`${eventUrl('intro-30')}?date=${month}-${saturday.padStart(2, '0')}`);
    expect(await page.textContent('.missed')).toMatch(/^Nothing is open on Saturday, /);
    expect(await page.locator('a.day-open[aria-current=date]').textContent()).toBe(`${Number(saturday) - 1}`);
    expect(await page.textContent('#day-heading')).toContain('Friday');
    expect(await page.locator('button.time').count()).toBeGreaterThan(0);
  });
});

describe('the details', () => {
  it('come back with everything typed when an answer is missing', async () => {
    const email = newAddress();
    await pickTime(page, eventUrl('deep-dive-60'));
    await fillPerson(page, email);
    await page.getByLabel('2 to 10').check();
    await page.getByLabel('Other people to invite').fill('sam@guest.test');
    await submitUnchecked('Continue');
    await expectHeading(page, 'Your details');
    expect(await page.title()).toMatch(/^Error: /);
    const summary = page.getByRole('alert');
    expect(await summary.textContent()).toContain('Please answer: What should we talk about?');
    expect(await summary.getByRole('link').getAttribute('href')).toBe('#field-topic');
    expect(await page.getByLabel('What should we talk about?').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Your email').inputValue()).toBe(email);
    expect(await page.getByLabel('2 to 10').isChecked()).toBe(true);
    expect(await page.getByLabel('Other people to invite').inputValue()).toBe('sam@guest.test');
    expect(await stack.mailbox(email)).toEqual([]);
  });

  it('ask a conditional question only where its condition holds', async () => {
    await pickTime(page, eventUrl('deep-dive-60'));
    await fillPerson(page, newAddress());
    expect(await page.textContent('form.details')).toContain(
      'Only if “Do you use another scheduling tool today?” is “Yes”.',
    );
    await page.getByLabel('What should we talk about?').fill('Tools');
    await page.getByLabel('Just me').check();
    await page.getByLabel('Yes').check();
    await press(page, 'Continue');
    expect(await page.getByRole('alert').textContent()).toContain('Please answer: Which one?');
    await page.getByLabel('No', { exact: true }).check();
    await press(page, 'Continue');
    await expectHeading(page, 'Enter the code we mailed you');
  });

  it.each([
    ['an address that is none', 'Your email', 'mira@', 'Enter your email address'],
    ['no name', 'Your name', '', 'Enter your name.'],
    ['a guest who is no address', 'Other people to invite', 'sam', 'sam is not an email address.'],
    [
      'eleven guests',
      'Other people to invite',
      Array.from({ length: 11 }, (_, n) => `g${n}@guest.test`).join('\n'),
      'at most ten',
    ],
  ])('name %s', async (_case, label, typed, words) => {
    await pickTime(page, eventUrl('intro-30'));
    await fillPerson(page, newAddress());
    await page.getByLabel(label).fill(typed);
    await submitUnchecked('Continue');
    expect(await page.getByRole('alert').textContent()).toContain(words);
    expect(await page.getByLabel(label).inputValue()).toBe(typed);
  });

  it('show markup and right-to-left text as text', async () => {
    const email = newAddress();
    const name = '<img src=x onerror=alert(1)> \u202eolleh \u{1f600}';
    await pickTime(page, eventUrl('intro-30'));
    await fillPerson(page, email, name);
    await page.getByLabel('Other people to invite').fill('<b>bold</b>');
    await submitUnchecked('Continue');
    expect(await page.getByLabel('Your name').inputValue()).toBe(name);
    expect(await page.locator('img, main b').count()).toBe(0);
  });

  it('are asked for once more when the page token is missing or for another event', async () => {
    for (const pageToken of ['', 'abc.def', await tokenOf('deep-dive-60')]) {
      const email = newAddress();
      await pickTime(page, eventUrl('intro-30'));
      await fillPerson(page, email);
      await page.evaluate(`document.querySelector('[name=pageToken]').value = ${JSON.stringify(pageToken)}`);
      const [response] = await Promise.all([page.waitForNavigation(), press(page, 'Continue')]);
      expect(response?.status()).toBe(403);
      expect(await page.getByRole('alert').textContent()).toContain('This page was open for a long time');
      expect(await page.getByLabel('Your email').inputValue()).toBe(email);
      expect(await stack.mailbox(email)).toEqual([]);
      await press(page, 'Continue');
      await expectHeading(page, 'Enter the code we mailed you');
    }
  });

  const tokenOf = async (slug: string): Promise<string> => {
    await pickTime(page, eventUrl(slug));
    return (await page.locator('[name=pageToken]').getAttribute('value')) ?? '';
  };
});

describe('a time that is taken meanwhile', () => {
  it('before the details are sent: others are offered, nothing typed is lost', async () => {
    const email = newAddress();
    const startUtc = await pickTime(page, eventUrl('deep-dive-60'), 3);
    await fillPerson(page, email);
    await page.getByLabel('What should we talk about?').fill('Races');
    await page.getByLabel('Just me').check();
    const rival = await openBrowser(browser);
    const rivalPage = await rival.newPage();
    await rivalPage.goto(`${eventUrl('intro-30')}?startAt=${startUtc}`);
    const rivalEmail = newAddress();
    await fillPerson(rivalPage, rivalEmail);
    await press(rivalPage, 'Continue');
    await rivalPage.getByLabel('Six-digit code').fill(await readCode(stack, rivalEmail));
    await press(rivalPage, 'Book this time');
    await rival.close();
    await press(page, 'Continue');
    expect(await page.getByRole('alert').textContent()).toContain('That time is no longer free');
    expect(await page.getByLabel('What should we talk about?').inputValue()).toBe('Races');
    const offered = page.locator('#alternatives [name=startAt]');
    expect(await offered.count()).toBe(3);
    await offered.nth(1).check();
    const chosen = await offered.nth(1).getAttribute('value');
    await press(page, 'Continue');
    await page.getByLabel('Six-digit code').fill(await readCode(stack, email));
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    expect((await bookingsOf(stack, email)).map(({ start_at }) => start_at.toISOString())).toEqual([chosen]);
  });

  it('before the code is typed: the same code books another time, found among all times', async () => {
    const email = newAddress();
    const startUtc = await pickTime(page, eventUrl('intro-30', 'grace'), 2);
    await fillPerson(page, email, 'Slow Guest');
    await press(page, 'Continue');
    const code = await readCode(stack, email);
    await stack.sql`delete from claims where kind = 'hold'`;
    const rival = await openBrowser(browser);
    const rivalPage = await rival.newPage();
    await rivalPage.goto(`${eventUrl('intro-30', 'grace')}?startAt=${startUtc}`);
    const rivalEmail = newAddress();
    await fillPerson(rivalPage, rivalEmail);
    await press(rivalPage, 'Continue');
    await rivalPage.getByLabel('Six-digit code').fill(await readCode(stack, rivalEmail));
    await press(rivalPage, 'Book this time');
    await expectHeading(rivalPage, 'You’re booked');
    await rival.close();
    await page.getByLabel('Six-digit code').fill(code);
    await press(page, 'Book this time');
    await expectHeading(page, 'Your details');
    expect(await page.getByRole('alert').textContent()).toContain('That time is no longer free');
    await follow(page, 'see all times');
    await page.locator('button.time').first().click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Slow Guest');
    expect(await page.getByLabel('Your email').inputValue()).toBe(email);
    await press(page, 'Continue');
    await page.getByLabel('Six-digit code').fill(code);
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    expect((await stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('is said at once when a link to it is opened', async () => {
    const email = newAddress();
    await bookByPage(stack, page, eventUrl('intro-30', 'grace'), email);
    const [booking] = await bookingsOf(stack, email);
    await page.goto(`${eventUrl('intro-30', 'grace')}?startAt=${booking?.start_at.toISOString()}`);
    await expectHeading(page, 'Intro call');
    expect(await page.getByRole('alert').textContent()).toContain('That time is no longer free');
  });
});

describe('an event that needs no code', () => {
  it('is booked by the details alone', async () => {
    await stack.sql`update event_types set require_otp_human = false where slug = 'intro-30' and host_id = (select id from users where email = 'ada@acme.test')`;
    try {
      const email = newAddress();
      await pickTime(page, eventUrl('intro-30'), 5);
      await fillPerson(page, email);
      await press(page, 'Book this time');
      await expectHeading(page, 'You’re booked');
      expect(await bookingsOf(stack, email)).toHaveLength(1);
      expect((await stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toEqual([]);
    } finally {
      await stack.sql`update event_types set require_otp_human = true`;
    }
  });
});
