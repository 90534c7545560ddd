import { describe, expect, it } from 'vitest';
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
import { setUpScriptlessPage } from './scriptless-page.ts';

const site = setUpScriptlessPage();

const eventUrl = (slug: string, username = 'ada') => `${site.stack.publicUrl}/acme/${username}/${slug}`;
/** Turns the browser's own checks off, so that the server checks. */
const submitUnchecked = async (name: string) => {
  await site.page.evaluate("document.querySelector('form.details').noValidate = true");
  await press(site.page, name);
};

describe('a guest without JavaScript', () => {
  it('goes from the host to a booked meeting', async () => {
    const email = newAddress();
    await site.page.goto(`${site.stack.publicUrl}/acme/ada`);
    await expectHeading(site.page, 'Ada Lovelace');
    const badges = site.page.locator('.event-card', { has: site.page.locator('.badge') });
    expect(await badges.locator('h2').allTextContents()).toEqual(['Office hour']);
    await follow(site.page, 'Deep dive');
    await expectHeading(site.page, 'Deep dive');
    expect(await site.page.textContent('main')).toContain('Times are in Berlin, Central European Time, the host’s.');
    const time = site.page.locator('button.time').first();
    const startUtc = await time.getAttribute('value');
    await time.click();
    await fillPerson(site.page, email);
    await site.page.getByLabel('What should we talk about?').fill('Moving a fleet of flows');
    await site.page.getByLabel('2 to 10').check();
    await site.page.getByLabel('Yes').check();
    await site.page.getByLabel('Which one?').fill('A spreadsheet');
    await site.page.getByLabel('Other people to invite').fill('sam@guest.test\nlee@guest.test');
    await press(site.page, 'Continue');
    await expectHeading(site.page, 'Check your email');
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
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

  it('can reload and go back anywhere without a second code or booking', async () => {
    const email = newAddress();
    await pickTime(site.page, eventUrl('intro-30', 'grace'));
    await fillPerson(site.page, email);
    await press(site.page, 'Continue');
    await site.page.reload();
    await expectHeading(site.page, 'Check your email');
    const codeStep = site.page.url();
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await site.page.reload();
    await expectHeading(site.page, 'You’re booked');
    await site.page.goBack();
    await expectHeading(site.page, 'You’re booked');
    await site.page.goto(codeStep);
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('main')).toContain(`is on its way to ${email}`);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('keeps the typed details while other months and days are opened', async () => {
    const email = newAddress();
    await pickTime(site.page, eventUrl('intro-30', 'grace'));
    await fillPerson(site.page, email);
    await press(site.page, 'Continue');
    await expectHeading(site.page, 'Check your email');
    await follow(site.page, /change/i);
    await follow(site.page, 'All times');
    await follow(site.page, /^Next month/);
    await site.page.locator('a.day-open').nth(2).click();
    await site.page.locator('button.time').first().click();
    await expectHeading(site.page, 'Your details');
    expect(await site.page.getByLabel('Your email').inputValue()).toBe(email);
  });
});

describe('a phone event', () => {
  it('asks for the number, with the country of the guest’s zone, and refuses what is none', async () => {
    const email = newAddress();
    await site.stack.sql`
      update event_types set location_type = 'phone', location_detail = null, version = version + 1
      where slug = 'intro-30' and host_id = (select id from users where email = 'linus@acme.test')`;
    await pickTime(site.page, `${eventUrl('intro-30', 'linus')}?timezone=Europe/Vienna`);
    await fillPerson(site.page, email);
    const number = site.page.getByLabel('Your phone number');
    await number.fill('');
    expect(await site.page.getByLabel('Country').inputValue()).toBe('AT');
    await submitUnchecked('Continue');
    expect(await site.page.textContent('.problem')).toContain('Please answer: Your phone number');
    await site.page.getByLabel('Country').selectOption('DE');
    await number.fill('soon');
    await submitUnchecked('Continue');
    expect(await site.page.textContent('.problem')).toContain('This is no phone number.');
    expect(await number.inputValue()).toBe('soon');
    expect(await site.page.getByLabel('Country').inputValue()).toBe('DE');
    await number.fill('030 123456');
    await press(site.page, 'Continue');
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
    expect(await answersOf(site.stack, email)).toEqual(['guest_phone: +4930123456']);
  });
});

describe('the details step', () => {
  it('keeps everything typed when an answer is missing', async () => {
    const email = newAddress();
    await pickTime(site.page, eventUrl('deep-dive-60'));
    await fillPerson(site.page, email);
    await site.page.getByLabel('2 to 10').check();
    await site.page.getByLabel('Other people to invite').fill('sam@guest.test');
    await submitUnchecked('Continue');
    await expectHeading(site.page, 'Your details');
    expect(await site.page.title()).toMatch(/^Error: /);
    const summary = site.page.getByRole('alert');
    expect(await summary.textContent()).toContain('Please answer: What should we talk about?');
    expect(await summary.getByRole('link').getAttribute('href')).toBe('#field-topic');
    expect(await site.page.getByLabel('What should we talk about?').getAttribute('aria-invalid')).toBe('true');
    expect(await site.page.getByLabel('Your email').inputValue()).toBe(email);
    expect(await site.page.getByLabel('2 to 10').isChecked()).toBe(true);
    expect(await site.page.getByLabel('Other people to invite').inputValue()).toBe('sam@guest.test');
    expect(await site.stack.mailbox(email)).toEqual([]);
  });

  it('asks a conditional question only if its condition holds', async () => {
    await pickTime(site.page, eventUrl('deep-dive-60'));
    await fillPerson(site.page, newAddress());
    expect(await site.page.textContent('form.details')).toContain(
      'Only if “Do you use another scheduling tool today?” is “Yes”.',
    );
    await site.page.getByLabel('What should we talk about?').fill('Tools');
    await site.page.getByLabel('Just me').check();
    await site.page.getByLabel('Yes').check();
    await press(site.page, 'Continue');
    expect(await site.page.getByRole('alert').textContent()).toContain('Please answer: Which one?');
    await site.page.getByLabel('No', { exact: true }).check();
    await press(site.page, 'Continue');
    await expectHeading(site.page, 'Check your email');
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
    await pickTime(site.page, eventUrl('intro-30'));
    await fillPerson(site.page, newAddress());
    await site.page.getByLabel(label).fill(typed);
    await submitUnchecked('Continue');
    expect(await site.page.getByRole('alert').textContent()).toContain(words);
    expect(await site.page.getByLabel(label).inputValue()).toBe(typed);
  });

  it('shows markup and right-to-left text as text', async () => {
    const email = newAddress();
    const name = '<img src=x onerror=alert(1)> \u202eolleh \u{1f600}';
    await pickTime(site.page, eventUrl('intro-30'));
    await fillPerson(site.page, email, name);
    await site.page.getByLabel('Other people to invite').fill('<b>bold</b>');
    await submitUnchecked('Continue');
    expect(await site.page.getByLabel('Your name').inputValue()).toBe(name);
    expect(await site.page.locator('img, main b').count()).toBe(0);
  });

  it('asks again when the page token is missing or belongs to another event', async () => {
    for (const pageToken of ['', 'abc.def', await tokenOf('deep-dive-60')]) {
      const email = newAddress();
      await pickTime(site.page, eventUrl('intro-30'));
      await fillPerson(site.page, email);
      await site.page.evaluate(`document.querySelector('[name=pageToken]').value = ${JSON.stringify(pageToken)}`);
      const [response] = await Promise.all([site.page.waitForNavigation(), press(site.page, 'Continue')]);
      expect(response?.status()).toBe(403);
      expect(await site.page.getByRole('alert').textContent()).toContain('This page has expired');
      expect(await site.page.getByLabel('Your email').inputValue()).toBe(email);
      expect(await site.stack.mailbox(email)).toEqual([]);
      await press(site.page, 'Continue');
      await expectHeading(site.page, 'Check your email');
    }
  });

  const tokenOf = async (slug: string): Promise<string> => {
    await pickTime(site.page, eventUrl(slug));
    return (await site.page.locator('[name=pageToken]').getAttribute('value')) ?? '';
  };
});

describe('a time that another guest has taken', () => {
  it('before the details are sent: other times are offered, nothing typed is lost', async () => {
    const email = newAddress();
    const startUtc = await pickTime(site.page, eventUrl('deep-dive-60'), 3);
    await fillPerson(site.page, email);
    await site.page.getByLabel('What should we talk about?').fill('Races');
    await site.page.getByLabel('Just me').check();
    const rival = await openBrowser(site.browser);
    const rivalPage = await rival.newPage();
    await rivalPage.goto(`${eventUrl('intro-30')}?startAt=${startUtc}`);
    const rivalEmail = newAddress();
    await fillPerson(rivalPage, rivalEmail);
    await press(rivalPage, 'Continue');
    await rivalPage.getByLabel('Six-digit code').fill(await readCode(site.stack, rivalEmail));
    await press(rivalPage, 'Book this time');
    await rival.close();
    await press(site.page, 'Continue');
    expect(await site.page.getByRole('alert').textContent()).toContain('That time is no longer free');
    expect(await site.page.getByLabel('What should we talk about?').inputValue()).toBe('Races');
    const offered = site.page.locator('#alternatives [name=startAt]');
    expect(await offered.count()).toBe(3);
    // None is chosen for the guest, and the focus is there: the form cannot be sent without a choice.
    expect(await site.page.locator('#alternatives :checked').count()).toBe(0);
    expect(await site.page.evaluate('document.activeElement.name')).toBe('startAt');
    await site.page.getByRole('button', { name: 'Continue' }).click();
    expect(
      await site.page.evaluate(`document.querySelector('#alternatives [name=startAt]').validity.valueMissing`),
    ).toBe(true);
    await offered.nth(1).check();
    const chosen = await offered.nth(1).getAttribute('value');
    await press(site.page, 'Continue');
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
    expect((await bookingsOf(site.stack, email)).map(({ start_at }) => start_at.toISOString())).toEqual([chosen]);
  });

  it('before the code is typed: the same code books another time from the full list', async () => {
    const email = newAddress();
    const startUtc = await pickTime(site.page, eventUrl('intro-30', 'grace'), 2);
    await fillPerson(site.page, email, 'Slow Guest');
    await press(site.page, 'Continue');
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
    await site.page.getByLabel('Six-digit code').fill(code);
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'Your details');
    expect(await site.page.getByRole('alert').textContent()).toContain('That time is no longer free');
    await follow(site.page, 'see all times');
    await site.page.locator('button.time').first().click();
    expect(await site.page.getByLabel('Your name').inputValue()).toBe('Slow Guest');
    expect(await site.page.getByLabel('Your email').inputValue()).toBe(email);
    await press(site.page, 'Continue');
    await site.page.getByLabel('Six-digit code').fill(code);
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('is reported when a link to it is opened', async () => {
    const email = newAddress();
    await bookByPage(site.stack, site.page, eventUrl('intro-30', 'grace'), email);
    const [booking] = await bookingsOf(site.stack, email);
    await site.page.goto(`${eventUrl('intro-30', 'grace')}?startAt=${booking?.start_at.toISOString()}`);
    await expectHeading(site.page, 'Intro call');
    expect(await site.page.getByRole('alert').textContent()).toContain('That time is no longer free');
  });
});

describe('an event that needs no code', () => {
  it('is booked with the details alone', async () => {
    await site.stack.sql`
      update event_types set require_otp_human = false
      where slug = 'intro-30' and host_id = (select id from users where email = 'ada@acme.test')`;
    try {
      const email = newAddress();
      await pickTime(site.page, eventUrl('intro-30'), 5);
      await fillPerson(site.page, email);
      await press(site.page, 'Book this time');
      await expectHeading(site.page, 'You’re booked');
      expect(await bookingsOf(site.stack, email)).toHaveLength(1);
      expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toEqual([]);
    } finally {
      await site.stack.sql`update event_types set require_otp_human = true`;
    }
  });
});
