import ICAL from 'ical.js';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHost } from '../../support/drivers/host.ts';
import { sharePageStack } from '../../support/stack/page-stack.ts';
import { bookingsOf, expectHeading, farDay, fillPerson, newAddress, readCode } from './guest-browser.ts';
import { focusedId, openDetails, openScriptedPage, scriptRuns } from './scripted-browser.ts';

vi.setConfig({ testTimeout: 90_000 });

const site = sharePageStack();
let context: BrowserContext;
let page: Page;
let posts: readonly string[];

const open = async (locale?: string): Promise<void> => {
  ({ context, page, posts } = await openScriptedPage(site.browser, locale));
};
beforeEach(() => open());
afterEach(() => context.close());

const field = () => page.locator('#code');
const toCodeStep = async (email: string, event = 'ada/intro-30'): Promise<string> => {
  await openDetails(site.stack, page, event, 3);
  await scriptRuns(page);
  await page.locator('#name').fill('Mira Okafor');
  await page.locator('#email').fill(email);
  await page.locator('form.details button[type=submit]').click();
  await field().waitFor();
  // The script draws the countdown: once it is there, the script runs.
  await page.locator('button[data-resend-seconds]:disabled').waitFor();
  return readCode(site.stack, email);
};
const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
const resend = () => page.locator('button[data-resend-seconds]');

describe('the code field', () => {
  it('submits once at the sixth digit; a wrong code is reported and the right one books', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await field().pressSequentially(otherThan(code).slice(0, 5));
    expect(posts.filter((step) => step === 'confirm')).toEqual([]);
    await field().press(otherThan(code).slice(5));
    await expect
      .poll(() => page.locator('.problem').allTextContents())
      .toEqual(['Error: That is not the code we mailed you. 4 tries are left.']);
    expect(await field().inputValue()).toBe('');
    expect(await focusedId(page)).toBe('code');
    await field().pressSequentially(code);
    await expectHeading(page, 'You’re booked');
    expect(posts.filter((step) => step === 'confirm')).toHaveLength(2);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });

  it.each([
    ['in two halves', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['in a sentence of the mail', (code: string) => `${code} is your code for Intro call with Ada Lovelace`],
  ])('is found in what is pasted, %s', async (_how, text) => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text(code))})`);
    await field().focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expectHeading(page, 'You’re booked');
    expect(posts.filter((step) => step === 'confirm')).toHaveLength(1);
  });

  it('says that the code is being checked, and a second press sends nothing', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    // Runs inside the page and stores its notes outside it: a page that is unloading answers no calls.
    await page.evaluate(`{
      const button = document.querySelector('form.code button[type=submit]');
      const note = () => sessionStorage.setItem('seen', button.textContent + button.getAttribute('aria-disabled'));
      new MutationObserver(note).observe(button, { childList: true, attributes: true });
      const field = document.getElementById('code');
      field.value = '${code}';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      button.click();
      field.form.requestSubmit();
    }`);
    await expectHeading(page, 'You’re booked');
    expect(posts.filter((step) => step === 'confirm')).toHaveLength(1);
    expect(await page.evaluate("sessionStorage.getItem('seen')")).toBe('Checking …true');
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });

  it('books once when two tabs send it at the same time', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    const other = await context.newPage();
    await other.goto(page.url());
    await Promise.all([page, other].map((tab) => tab.locator('#code').fill(code)));
    await Promise.all([page, other].map((tab) => expectHeading(tab, 'You’re booked')));
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });

  it('can be sent again once the connection is back', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await context.setOffline(true);
    await field().fill(code);
    await expect.poll(() => page.locator('.connection').textContent()).toContain('You are offline');
    expect(posts.filter((step) => step === 'confirm')).toEqual([]);
    await context.setOffline(false);
    await page.locator('form.code button[type=submit]').click();
    await expectHeading(page, 'You’re booked');
  });
});

describe('a new code', () => {
  it('can be requested when the countdown is over', async () => {
    const email = newAddress();
    await page.clock.install();
    const first = await toCodeStep(email);
    const secondsLeft = async (): Promise<number> =>
      Number(/^Send a new code \(in (\d+) s\)$/.exec((await resend().textContent()) ?? '')?.[1]);
    const left = await secondsLeft();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30);
    await page.clock.runFor(1_000);
    expect(await secondsLeft()).toBeLessThan(left);
    expect(await resend().isDisabled()).toBe(true);
    await page.clock.runFor(30_000);
    expect(await resend().isEnabled()).toBe(true);
    expect(await resend().textContent()).toBe('Send a new code');
    expect(await page.locator('p.vh[role=status]').textContent()).toBe('You can ask for a new code now.');
    await site.stack.sql`
      update challenges set issued_at = issued_at - interval '31 seconds', expires_at = expires_at - interval '31 seconds'
      where guest_email = ${email}`;
    await resend().click();
    await expect
      .poll(() => page.locator('.notice').allTextContents())
      .toEqual([expect.stringContaining('A new code is on its way')]);
    await expect.poll(async () => (await site.stack.mailbox(email)).length).toBe(2);
    const second = await readCode(site.stack, email);
    expect(second).not.toBe(first);
    await field().fill(second);
    await expectHeading(page, 'You’re booked');
  });

  it('in German too', async () => {
    await context.close();
    await open('de-DE');
    const email = newAddress();
    const code = await toCodeStep(email);
    expect(await resend().textContent()).toMatch(/^Neuen Code schicken \(in \d\d? s\)$/);
    await field().fill(otherThan(code));
    await expect
      .poll(() => page.locator('.problem').allTextContents())
      .toEqual(['Fehler: Das ist nicht der Code aus unserer E-Mail. Sie haben noch 4 Versuche.']);
    await field().fill(code);
    await expectHeading(page, 'Ihr Termin ist gebucht');
  });
});

describe('an event that needs no code', () => {
  it('has no code step: the details lead to the meeting', async () => {
    const { address } = await createHost(site.stack.sql, { require_otp_human: false });
    const path = `/${address.workspace}/${address.username}/${address.eventSlug}`;
    const email = newAddress();
    await page.goto(`${site.stack.publicUrl}${path}?startAt=${farDay()}T12:00:00Z`);
    await expectHeading(page, 'Your details');
    await scriptRuns(page);
    const screens: string[] = [];
    page.on('framenavigated', (frame) => void screens.push(new URL(frame.url()).pathname));
    await fillPerson(page, email);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expectHeading(page, 'You’re booked');
    expect(screens).toEqual([`${path}/booked`]);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });
});

const eventIn = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[] as never);
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('no event');
  const event = new ICAL.Event(component);
  const at = (time: ICAL.Time): string => time.toJSDate().toISOString();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return {
    uid: event.uid,
    sequence: event.sequence,
    start: at(event.startDate),
    end: at(event.endDate),
    place: event.location,
  };
};

describe('the confirmation page', () => {
  const book = async (event?: string): Promise<string> => {
    const email = newAddress();
    const code = await toCodeStep(email, event);
    await field().fill(code);
    await page.waitForURL(/\/booked/);
    return email;
  };
  const hrefOf = async (name: string): Promise<string> =>
    (await page.getByRole('link', { name }).getAttribute('href')) ?? '';

  it('has links for every calendar: the file is the mailed one, the links have its times', async () => {
    const email = await book();
    const mail = await site.stack.waitForMail(email, 'booking_confirmation');
    const answer = await context.request.get(`${site.stack.publicUrl}${await hrefOf('Calendar file')}`);
    expect([answer.status(), answer.headers()['content-disposition']]).toEqual([
      200,
      'attachment; filename=invite.ics',
    ]);
    expect(answer.headers()['cache-control']).toBe('private, no-store');
    const file = eventIn(await answer.text());
    expect(file).toEqual(eventIn(mail.attachments[0]?.content ?? ''));
    expect(await answer.text()).not.toContain('/manage/');
    const google = new URL(await hrefOf('Google Calendar')).searchParams;
    const bare = (instant: string) => instant.replaceAll(/[-:]|\.000/g, '');
    expect(google.get('dates')).toBe(`${bare(file.start)}/${bare(file.end)}`);
    expect([google.get('text'), google.get('location')]).toEqual(['Intro call with Ada Lovelace', file.place]);
    for (const name of ['Outlook.com', 'Microsoft 365']) {
      const outlook = new URL(await hrefOf(name)).searchParams;
      expect(
        [outlook.get('startdt'), outlook.get('enddt')].map((instant) => new Date(instant ?? '').toISOString()),
      ).toEqual([file.start, file.end]);
    }
  });

  it('shows the current status: a canceled meeting has no calendar links', async () => {
    const email = await book();
    const fileHref = await hrefOf('Calendar file');
    await site.stack.sql`update bookings set status = 'canceled' where guest_email = ${email}`;
    await page.reload();
    await expectHeading(page, 'This time is no longer kept for you');
    expect(await page.locator('.calendars').count()).toBe(0);
    expect((await context.request.get(`${site.stack.publicUrl}${fileHref}`)).status()).toBe(404);
  });

  it('of a request says who decides and that a mail follows, without calendar links', async () => {
    await book('ada/approval-45');
    await expectHeading(page, 'Request sent');
    expect(await page.textContent('.lead')).toContain('another follows with the answer of Ada Lovelace');
    expect(await page.locator('.calendars').count()).toBe(0);
  });

  it('does not open with another receipt', async () => {
    await book();
    const href = await hrefOf('Calendar file');
    const changed = href.replace(/.{9}$/, 'AAAAAAAAA');
    expect((await context.request.get(`${site.stack.publicUrl}${changed}`)).status()).toBe(410);
  });
});
