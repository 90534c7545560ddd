import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { enterCode } from './enter-code.ts';
import {
  bookByCalls,
  bookByPage,
  bookingsOf,
  expectHeading,
  farDay,
  fillPerson,
  findTime,
  follow,
  HOME_ZONE,
  manageLinkByCalls,
  newAddress,
  openBrowser,
  pickTime,
  press,
  readCode,
  readLink,
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
describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('%s', (_case, javaScriptEnabled) => {
  beforeEach(async () => {
    context = await openBrowser(browser, javaScriptEnabled);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const eventUrl = (slug = 'intro-30', username = 'grace') => `${stack.publicUrl}/acme/${username}/${slug}`;
  const slotStarts = async (): Promise<string[]> => {
    const answer = await fetch(`${stack.publicUrl}/api/v1/public/acme/grace/intro-30/slots?limit=500`);
    return ((await answer.json()) as { slots: { startUtc: string }[] }).slots.map(({ startUtc }) => startUtc);
  };

  /** A guest with the zone that the pages would detect, or else take from the host. */
  const zoneOr = (hostZone: string): string => (javaScriptEnabled ? HOME_ZONE : hostZone);
  const booked = (email = newAddress()): Promise<string> =>
    manageLinkByCalls(stack, eventUrl(), email, { timezone: zoneOr('America/New_York') });

  describe('a guest with the mailed link', () => {
    it('moves the meeting; the old time is free again', async () => {
      const email = newAddress();
      const link = await bookByPage(stack, page, eventUrl(), email);
      const old = (await bookingsOf(stack, email))[0]?.start_at.toISOString() ?? '';
      expect(await slotStarts()).not.toContain(old);
      await page.goto(link);
      await expectHeading(page, 'Intro call with Grace Hopper');
      expect(await page.textContent('.badge')).toBe('Confirmed');
      await follow(page, 'Move to another time');
      await expectHeading(page, 'Move the meeting');
      await page.goto(`${link}/reschedule?date=${farDay()}`);
      const time = await findTime(page, 4);
      const chosen = await time.getAttribute('value');
      await time.click();
      await expectHeading(page, 'Move to this time?');
      expect(await page.locator('.facts .was').count()).toBe(1);
      expect((await bookingsOf(stack, email))[0]?.start_at.toISOString()).toBe(old);
      await press(page, 'Move the meeting');
      expect(await page.getByRole('status').textContent()).toContain('The meeting is moved');
      expect(await page.textContent('.badge')).toBe('Confirmed at a new time');
      const [booking] = await bookingsOf(stack, email);
      expect(booking).toMatchObject({ status: 'rescheduled', start_at: new Date(chosen ?? '') });
      expect(await slotStarts()).toContain(old);
      await stack.waitForMail(email, 'booking_rescheduled');
      await page.goBack();
      await expectHeading(page, 'It is at this time already');
      expect(await page.getByRole('button').count()).toBe(0);
      await follow(page, 'See the meeting');
      expect(await page.textContent('.badge')).toBe('Confirmed at a new time');
      expect((await bookingsOf(stack, email))[0]?.start_at.toISOString()).toBe(chosen);
    });

    it('moves it from another zone: the meeting and the mails are in that zone from then on', async () => {
      const email = newAddress();
      const link = await manageLinkByCalls(stack, eventUrl(), email, { timezone: 'Asia/Kathmandu' });
      // The script's menu of zones leaves the same in the address.
      await page.goto(`${link}/reschedule?date=${farDay()}${javaScriptEnabled ? `&timezone=${HOME_ZONE}` : ''}`);
      if (!javaScriptEnabled) {
        await page.locator('.zone summary').click();
        await page.getByLabel('Your time zone').selectOption('America/New_York');
        await press(page, 'Show times');
      }
      const zone = javaScriptEnabled ? HOME_ZONE : 'America/New_York';
      const inWords = javaScriptEnabled ? 'India Standard Time' : 'New York';
      const time = await findTime(page, 3);
      await time.click();
      await expectHeading(page, 'Move to this time?');
      await press(page, 'Move the meeting');
      await expectHeading(page, 'Intro call with Grace Hopper');
      expect(await page.textContent('.facts')).toContain(inWords);
      const [row] = await stack.sql`select guest_timezone from bookings where guest_email = ${email}`;
      expect(row?.guest_timezone).toBe(zone);
      const { text } = await stack.waitForMail(email, 'booking_rescheduled');
      expect(text).toContain(inWords);
      expect(text).not.toContain('Kathmandu');
    });

    it('is offered other times when the new time was just taken, and keeps the meeting', async () => {
      const email = newAddress();
      const link = await booked(email);
      const [before] = await bookingsOf(stack, email);
      await page.goto(`${link}/reschedule?date=${farDay()}`);
      const time = await findTime(page, 6);
      const startUtc = (await time.getAttribute('value')) ?? '';
      await time.click();
      await stack.sql`
      insert into time_off (id, host_id, period)
      select gen_random_uuid(), id, tstzrange(${startUtc}::timestamptz, ${startUtc}::timestamptz + interval '30 minutes')
      from users where email = 'grace@acme.test'`;
      await press(page, 'Move the meeting');
      expect(await page.getByRole('alert').textContent()).toContain('It stays where it is.');
      expect(await page.locator('.facts dt').allTextContents()).toEqual(['What', 'Now']);
      expect(await page.locator('.facts .was').count()).toBe(0);
      expect((await bookingsOf(stack, email))[0]?.start_at).toEqual(before?.start_at);
      const offered = page.locator('#alternatives [name=startAt]');
      expect(await offered.count()).toBe(3);
      await offered.first().check();
      await press(page, 'Move the meeting');
      await expectHeading(page, 'Intro call with Grace Hopper');
      expect((await bookingsOf(stack, email))[0]?.status).toBe('rescheduled');
    });

    it('cancels with a reason after a confirmation step', async () => {
      const email = newAddress();
      const link = await booked(email);
      await page.goto(link);
      await follow(page, 'Cancel the meeting');
      await expectHeading(page, 'Cancel this meeting?');
      expect((await bookingsOf(stack, email))[0]?.status).toBe('confirmed');
      await page.getByLabel('Reason').fill('Fell ill, <b>sorry</b>');
      await press(page, 'Cancel the meeting');
      await expectHeading(page, 'Intro call with Grace Hopper');
      expect(await page.textContent('.badge')).toBe('Canceled');
      expect(await page.textContent('main')).toContain('Fell ill, <b>sorry</b>');
      expect((await bookingsOf(stack, email))[0]).toMatchObject({
        status: 'canceled',
        cancel_reason: 'Fell ill, <b>sorry</b>',
      });
      expect(await page.getByRole('link', { name: 'Move to another time' }).count()).toBe(0);
      await page.reload();
      await page.goto(`${link}/cancel`);
      await expectHeading(page, 'Intro call with Grace Hopper');
      await follow(page, 'Book another time');
      await expectHeading(page, 'Intro call');
      expect(await page.textContent('main')).toContain(
        `Times are in ${javaScriptEnabled ? 'Kolkata, India Standard Time' : 'New York, Eastern Time'}. It is`,
      );
    });

    it('gets the calendar file', async () => {
      const link = await booked();
      await page.goto(link);
      const href = await page.getByRole('link', { name: 'Calendar file' }).getAttribute('href');
      const file = await fetch(new URL(href ?? '', stack.publicUrl));
      expect(file.headers.get('content-type')).toContain('text/calendar');
      expect(await file.text()).toContain('BEGIN:VEVENT');
      const google = new URL((await page.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')) ?? '');
      expect(google.searchParams.get('text')).toBe('Intro call with Grace Hopper');
      expect(String(google)).not.toContain(new URL(link).pathname.split('/').at(-1));
    });

    it('cannot change anything with a form that is not from our page', async () => {
      const email = newAddress();
      const link = await booked(email);
      for (const path of ['cancel', 'reschedule']) {
        const body = new URLSearchParams({ startAt: (await slotStarts())[8] ?? '', pageToken: 'zzz.zzz' });
        const answer = await fetch(`${link}/${path}`, { method: 'POST', body, redirect: 'manual' });
        expect(answer.status).toBe(403);
        expect(await answer.text()).toContain('This page has expired');
      }
      expect((await bookingsOf(stack, email))[0]?.status).toBe('confirmed');
    });

    it('sees an explanation when the link is wrong', async () => {
      const answer = await page.goto(`${stack.publicUrl}/manage/${'x'.repeat(43)}`);
      expect(answer?.status()).toBe(404);
      await expectHeading(page, 'This link does not work any more');
    });
  });

  describe('a meeting that an agent booked', () => {
    const bookAsAgent = async (email: string): Promise<string> => {
      const agentEmail = newAddress();
      const call = (path: string, body: object) =>
        fetch(`${stack.publicUrl}/api/v1/public/acme/grace/intro-30/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const startAt = (await slotStarts())[3];
      expect((await call('otp', { email, agentEmail, startAt })).status).toBe(200);
      const code = await readCode(stack, agentEmail);
      const invitee = { email, timezone: 'Asia/Kolkata' };
      expect((await call('book', { startAt, code, agentEmail, invitee })).status).toBe(200);
      return readLink(stack, email, 'booking_confirmation', 'manage');
    };

    it('is canceled by "This wasn’t me", never by opening the link', async () => {
      const email = newAddress();
      const link = await bookAsAgent(email);
      await page.goto(link);
      await follow(page, 'This wasn’t me');
      await expectHeading(page, 'You did not ask for this meeting?');
      await fetch(`${link}/not-me`, { method: 'HEAD' });
      expect((await bookingsOf(stack, email))[0]?.status).toBe('confirmed');
      await press(page, 'This wasn’t me: cancel it');
      expect(await page.getByRole('status').textContent()).toContain('Thank you for telling us');
      const [booking] = await bookingsOf(stack, email);
      expect(booking?.status).toBe('canceled');
      const changes =
        await stack.sql`select actor from booking_changes where booking_id = ${booking?.id ?? ''} and kind = 'canceled'`;
      expect(changes.map(({ actor }) => actor)).toEqual(['not_me']);
    });

    it('differs from one that the guest booked', async () => {
      const link = await booked();
      await page.goto(link);
      expect(await page.getByRole('link', { name: 'This wasn’t me' }).count()).toBe(0);
      await page.goto(`${link}/not-me`);
      await expectHeading(page, 'Cancel this meeting?');
    });
  });

  describe('an event with approval', () => {
    const requestByPage = async (email: string): Promise<void> => {
      await pickTime(page, eventUrl('approval-45', 'ada'));
      expect(await page.textContent('form.details')).toContain('This is a request.');
      await fillPerson(page, email, `Guest ${email.split('@')[0]}`);
      await press(page, 'Request this time');
      expect(await page.locator('form.code button').textContent()).toBe('Request this time');
      await enterCode(page, await readCode(stack, email));
      await expectHeading(page, 'Request sent');
    };
    const request = async (email: string): Promise<string> => {
      const name = `Guest ${email.split('@')[0]}`;
      await bookByCalls(stack, eventUrl('approval-45', 'ada'), email, { name, timezone: zoneOr('Europe/Berlin') });
      return decideLink(email);
    };
    /** Ada has many mails: this finds the one that names this guest. */
    const decideLink = async (email: string): Promise<string> => {
      const find = async () =>
        (await stack.mailbox('ada@acme.test')).find(({ text }) => text.includes(email) && /\/decide\//.test(text));
      await expect.poll(find).toBeDefined();
      return /http:\S+\/decide\/[A-Za-z0-9_-]{43}/.exec((await find())?.text ?? '')?.[0] ?? '';
    };

    it('mails the guest at once, with the link to move or withdraw the request', async () => {
      const email = newAddress();
      await requestByPage(email);
      const text = (await page.textContent('main')) ?? '';
      expect(text).toContain(`A mail about your request is on its way to ${email}`);
      expect(text).toContain('Move or withdraw the request');
      expect(text).toContain('the first mail has the same link');
      // Before the approval there are no join details.
      expect(text).not.toContain('meet.example');
      await page.goto(await readLink(stack, email, 'booking_pending', 'manage'));
      expect(await page.textContent('.badge')).toBe('Waiting for the host');
      expect(await page.textContent('main')).toMatch(/Answer by\S+, \d/);
      expect(await page.textContent('main')).not.toContain('meet.example');
      expect(await page.getByRole('link', { name: 'Calendar file' }).count()).toBe(0);
      await follow(page, 'Move the request');
      await expectHeading(page, 'Move the request');
      await page.goBack();
      await follow(page, 'Withdraw the request');
      await expectHeading(page, 'Withdraw this request?');
      await press(page, 'Withdraw the request');
      expect(await page.textContent('.badge')).toBe('Canceled');
      // The extra guests were never notified.
      const said = (await page.getByRole('status').textContent()) ?? '';
      expect(said).toContain('The request is withdrawn');
      expect(said).not.toContain('Everyone invited');
    });

    it('is approved by the host from the mail; opening the link decides nothing', async () => {
      const email = newAddress();
      const link = await request(email);
      await page.goto(link);
      await expectHeading(page, `Guest ${email.split('@')[0]} would like to meet`);
      await fetch(link, { method: 'HEAD' });
      expect((await bookingsOf(stack, email))[0]?.status).toBe('pending_confirmation');
      await press(page, 'Approve');
      expect(await page.getByRole('status').textContent()).toContain('Approved');
      expect((await bookingsOf(stack, email))[0]?.status).toBe('confirmed');
      expect(await page.getByRole('button').count()).toBe(0);
      const prep = await page.getByRole('link', { name: 'Open the prep pack' }).getAttribute('href');
      expect(prep).toMatch(/^\/meetings\/[0-9a-f-]{36}\/prep$/);
      const manage = await readLink(stack, email, 'booking_confirmation', 'manage');
      await page.goto(manage);
      expect(await page.textContent('.badge')).toBe('Confirmed');
      expect(await page.textContent('main')).toContain('meet.example');
    });

    it('is declined with a message to the guest', async () => {
      const email = newAddress();
      const link = await request(email);
      await page.goto(link);
      await page.getByLabel('Message to the guest').fill('Away that week');
      await press(page, 'Decline');
      expect(await page.getByRole('status').textContent()).toContain('Declined');
      expect(await page.getByRole('link', { name: 'Open the prep pack' }).count()).toBe(0);
      expect((await bookingsOf(stack, email))[0]?.status).toBe('canceled');
      const mail = await stack.waitForMail(email, 'booking_canceled');
      expect(mail.text).toContain('Away that week');
      const zone = encodeURIComponent(zoneOr('Europe/Berlin'));
      expect(mail.text).toContain(`${eventUrl('approval-45', 'ada')}?timezone=${zone}`);
      await page.goto(await readLink(stack, email, 'booking_pending', 'manage'));
      expect(await page.textContent('.badge')).toBe('Declined');
      expect(await page.textContent('main')).toMatch(/Your request was declined.*Away that week/s);
    });

    it('needs our page’s token to decide, and explains a dead link', async () => {
      const email = newAddress();
      const link = await request(email);
      const answer = await fetch(link, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve' }),
        redirect: 'manual',
      });
      expect(answer.status).toBe(403);
      expect((await bookingsOf(stack, email))[0]?.status).toBe('pending_confirmation');
      expect((await page.goto(`${stack.appUrl}/decide/${'x'.repeat(43)}`))?.status()).toBe(404);
    });
  });
});
