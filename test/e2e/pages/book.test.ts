import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sharePageStack } from '../../support/page-stack.ts';
import {
  answersOf,
  bookByPage,
  bookingsOf,
  expectHeading,
  fillPerson,
  follow,
  invitedBy,
  newAddress,
  openBrowser,
  pickTime,
  press,
  readCode,
} from './guest-browser.ts';

// Ten pages in a row take a while on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const site = sharePageStack();
let page: Page;

beforeEach(async () => {
  const context = await openBrowser(site.browser);
  page = await context.newPage();
  return () => context.close();
});

const eventUrl = (slug: string, username = 'ada') => `${site.stack.publicUrl}/acme/${username}/${slug}`;
/** Leaves the browser's own checks out, so that the server's are seen. */
const submitUnchecked = async (name: string) => {
  await page.evaluate("document.querySelector('form.details').noValidate = true");
  await press(page, name);
};

describe('a guest without JavaScript', () => {
  it('goes from the host to a booked meeting', async () => {
    const email = newAddress();
    await page.goto(`${site.stack.publicUrl}/acme/ada`);
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
    await page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    const [booking, ...more] = await bookingsOf(site.stack, email);
    expect(more).toEqual([]);
    expect(booking).toMatchObject({ status: 'confirmed', source: 'web', start_at: new Date(startUtc ?? '') });
    expect(await answersOf(site.stack, email)).toEqual([
      'topic: Moving a fleet of flows',
      'team_size: 2 to 10',
      'uses_competitor: Yes',
      'competitor: A spreadsheet',
    ]);
    expect(await invitedBy(site.stack, email)).toEqual(['sam@guest.test', 'lee@guest.test']);
  });

  it('may reload and go back anywhere without a second code or booking', async () => {
    const email = newAddress();
    await pickTime(page, eventUrl('intro-30', 'grace'));
    await fillPerson(page, email);
    await press(page, 'Continue');
    await page.reload();
    await expectHeading(page, 'Enter the code we mailed you');
    const codeStep = page.url();
    await page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(page, 'Book this time');
    await page.reload();
    await expectHeading(page, 'You’re booked');
    await page.goBack();
    await expectHeading(page, 'You’re booked');
    await page.goto(codeStep);
    await expectHeading(page, 'You’re booked');
    expect(await page.textContent('main')).toContain(`is on its way to ${email}`);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
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
    expect(await site.stack.mailbox(email)).toEqual([]);
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
      expect(await site.stack.mailbox(email)).toEqual([]);
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
    const rival = await openBrowser(site.browser);
    const rivalPage = await rival.newPage();
    await rivalPage.goto(`${eventUrl('intro-30')}?startAt=${startUtc}`);
    const rivalEmail = newAddress();
    await fillPerson(rivalPage, rivalEmail);
    await press(rivalPage, 'Continue');
    await rivalPage.getByLabel('Six-digit code').fill(await readCode(site.stack, rivalEmail));
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
    await page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(page, 'Book this time');
    await expectHeading(page, 'You’re booked');
    expect((await bookingsOf(site.stack, email)).map(({ start_at }) => start_at.toISOString())).toEqual([chosen]);
  });

  it('before the code is typed: the same code books another time, found among all times', async () => {
    const email = newAddress();
    const startUtc = await pickTime(page, eventUrl('intro-30', 'grace'), 2);
    await fillPerson(page, email, 'Slow Guest');
    await press(page, 'Continue');
    const code = await readCode(site.stack, email);
    await site.stack.sql`delete from claims where kind = 'hold'`;
    const rival = await openBrowser(site.browser);
    const rivalPage = await rival.newPage();
    await rivalPage.goto(`${eventUrl('intro-30', 'grace')}?startAt=${startUtc}`);
    const rivalEmail = newAddress();
    await fillPerson(rivalPage, rivalEmail);
    await press(rivalPage, 'Continue');
    await rivalPage.getByLabel('Six-digit code').fill(await readCode(site.stack, rivalEmail));
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
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('is said at once when a link to it is opened', async () => {
    const email = newAddress();
    await bookByPage(site.stack, page, eventUrl('intro-30', 'grace'), email);
    const [booking] = await bookingsOf(site.stack, email);
    await page.goto(`${eventUrl('intro-30', 'grace')}?startAt=${booking?.start_at.toISOString()}`);
    await expectHeading(page, 'Intro call');
    expect(await page.getByRole('alert').textContent()).toContain('That time is no longer free');
  });
});

describe('an event that needs no code', () => {
  it('is booked by the details alone', async () => {
    await site.stack.sql`
      update event_types set require_otp_human = false
      where slug = 'intro-30' and host_id = (select id from users where email = 'ada@acme.test')`;
    try {
      const email = newAddress();
      await pickTime(page, eventUrl('intro-30'), 5);
      await fillPerson(page, email);
      await press(page, 'Book this time');
      await expectHeading(page, 'You’re booked');
      expect(await bookingsOf(site.stack, email)).toHaveLength(1);
      expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toEqual([]);
    } finally {
      await site.stack.sql`update event_types set require_otp_human = true`;
    }
  });
});
