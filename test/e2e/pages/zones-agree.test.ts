import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LocalMail } from '../../../store/mail/mails.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { eventually } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { enterCode } from './enter-code.ts';
import { expectHeading, fillPerson, newAddress, readCode, readLink } from './guest-browser.ts';

vi.setConfig({ testTimeout: 120_000 });

const HOST_ZONE = 'America/Los_Angeles';
const GUEST_ZONE = 'Pacific/Apia';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MEETING_MINUTES = 30;

const offsetAt = (ms: number): number => DateTime.fromMillis(ms, { zone: HOST_ZONE }).offset;

/** The next instants, some days from now, at which the host's clocks change. */
const nextChanges = (count: number): number[] => {
  const found: number[] = [];
  let hour = Math.ceil((Date.now() + 3 * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS;
  while (found.length < count) {
    if (offsetAt(hour) !== offsetAt(hour - HOUR_MS)) found.push(hour);
    hour += HOUR_MS;
  }
  return found;
};

/** The meeting starts 15 minutes before the change and ends 15 minutes after: the host's clock jumps within it. */
const journeys = nextChanges(2).map((changeMs) => {
  const forward = offsetAt(changeMs) > offsetAt(changeMs - MINUTE_MS);
  return {
    name: `${DateTime.fromMillis(changeMs, { zone: HOST_ZONE }).toISODate()}, clocks ${forward ? 'forward' : 'back'}`,
    startMs: changeMs - 15 * MINUTE_MS,
    hostWords: forward ? ['01:45 to 03:15', 'GMT-8, then GMT-7'] : ['01:45 to 01:15', 'GMT-7, then GMT-8'],
  };
});

interface Expected {
  readonly startUtc: string;
  readonly endMs: number;
  readonly date: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

/** The text that a guest in Apia must see everywhere, made by another library than the product's. */
const inApia = (startMs: number): Expected => {
  const start = DateTime.fromMillis(startMs, { zone: GUEST_ZONE, locale: 'en-GB' });
  const end = start.plus({ minutes: MEETING_MINUTES });
  return {
    startUtc: new Date(startMs).toISOString(),
    endMs: end.toMillis(),
    date: start.toISODate() ?? '',
    day: start.toFormat('cccc d LLLL yyyy'),
    from: start.toFormat('HH:mm'),
    to: end.toFormat('HH:mm'),
  };
};

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const eventPath = ({ address }: TestHost) => `/${address.workspace}/${address.username}/${address.eventSlug}`;
const plain = (text: string): string =>
  text
    .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/&nbsp;|[\s\u00a0\u202f]+/g, ' ')
    .replaceAll(',', '');
const expectInApia = (text: string, { day, from, to }: Expected, withEnd = true): void => {
  const words = plain(text);
  expect(words).toContain(day);
  expect(words).toMatch(withEnd ? new RegExp(`${from} (–|-|to) ${to}`) : new RegExp(`\\b${from}\\b`));
  expect(words).toContain('Apia Samoa Standard Time');
};
const slotOf = async (host: TestHost, { startUtc, date }: Expected) => {
  const query = new URLSearchParams({ timezone: GUEST_ZONE, fromDate: date, toDate: date, limit: '500' });
  const answer = await fetch(`${stack.publicUrl}/api/v1/public${eventPath(host)}/slots?${query}`);
  const { slots } = (await answer.json()) as {
    slots: { startUtc: string; bookerLocal: { dateLocal: string; startLocal: string; endLocal: string } }[];
  };
  return slots.find((slot) => slot.startUtc === startUtc)?.bookerLocal;
};
const textOf = (page: Page) => page.locator('main').innerHTML();

/** The invites of a mail as instants, in whatever zone they are written. */
const invitesIn = (mail: LocalMail) =>
  mail.attachments
    .filter(({ contentType }) => contentType.startsWith('text/calendar'))
    .map(({ content }) => {
      const calendar = new ICAL.Component(ICAL.parse(content) as unknown[] as never);
      for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      return [event.startDate.toJSDate().getTime(), event.endDate.toJSDate().getTime()];
    });

/** A new host for each run, so that a retry starts clean. */
async function newHost(): Promise<TestHost> {
  const host = await createHost(stack.sql, { slot_interval_minutes: 15, max_future_days: 730 });
  await stack.sql`update schedules set timezone = ${HOST_ZONE} where user_id = ${host.userId}`;
  return host;
}

/** The API and the page offer the same minute. */
async function expectOffer(page: Page, host: TestHost, expected: Expected): Promise<void> {
  expect(await slotOf(host, expected)).toMatchObject({
    dateLocal: expected.date,
    startLocal: expected.from,
    endLocal: expected.to,
  });
  // The link has no zone: the page detects the browser's.
  await page.goto(`${stack.publicUrl}${eventPath(host)}?date=${expected.date}`);
  const time = page.locator(`button[name=startAt][value="${expected.startUtc}"]`);
  await expect.poll(async () => plain((await time.textContent()) ?? '')).toContain(expected.from);
  await time.click();
  await page.getByLabel('Your name').waitFor();
  expectInApia(await textOf(page), expected);
}

/** The code step, its mail and the last step show the same time. */
async function expectCode(page: Page, email: string, expected: Expected): Promise<void> {
  await fillPerson(page, email);
  await page.locator('form.details button[type=submit]').click();
  await page.getByLabel('Six-digit code').waitFor();
  expectInApia(await textOf(page), expected);
  const mail = await stack.waitForMail(email, 'booking_code');
  expectInApia(mail.text, expected, false);
  expectInApia(mail.html, expected, false);
  await enterCode(page, await readCode(stack, email));
  await expectHeading(page, /booked/);
  expectInApia(await textOf(page), expected);
}

/** The row, the confirmation, its invite and the manage page have the same time. */
async function expectMeeting(page: Page, email: string, expected: Expected): Promise<void> {
  const startMs = Date.parse(expected.startUtc);
  const rows = await stack.sql<{ start_at: Date; end_at: Date; guest_timezone: string }[]>`
    select start_at, end_at, guest_timezone from bookings where guest_email = ${email}`;
  expect(rows.map((row) => [row.start_at.getTime(), row.end_at.getTime(), row.guest_timezone])).toEqual([
    [startMs, expected.endMs, GUEST_ZONE],
  ]);
  const mail = await stack.waitForMail(email, 'booking_confirmation');
  expectInApia(mail.text, expected);
  expectInApia(mail.html, expected);
  expect(invitesIn(mail)).toEqual([[startMs, expected.endMs]]);
  await page.goto(await readLink(stack, email, 'booking_confirmation', 'manage'));
  expectInApia(await textOf(page), expected);
}

/** The host sees the same instant in their own zone, whose clocks change that day. */
async function expectHostsMail(
  host: TestHost,
  email: string,
  { startUtc, endMs }: Expected,
  hostWords: readonly string[],
): Promise<void> {
  const [{ email: hostEmail } = { email: '' }] = await stack.sql<{ email: string }[]>`
    select email::text from users where id = ${host.userId}`;
  const mail = await eventually('the mail to the host', async () =>
    (await stack.mailbox(hostEmail)).find(({ attachments }) =>
      attachments.some(({ content }) => content.includes(email)),
    ),
  );
  const start = DateTime.fromISO(startUtc, { zone: HOST_ZONE, locale: 'en-GB' });
  expect(plain(mail.text)).toContain(start.toFormat('cccc d LLLL yyyy'));
  for (const words of hostWords) expect(mail.text).toContain(words);
  expect(mail.text).toContain('Los Angeles, Pacific Time, GMT-');
  expect(invitesIn(mail)).toEqual([[start.toMillis(), endMs]]);
}

it.each(journeys)('a guest in Apia meets a host in Los Angeles on $name', async ({ startMs, hostWords }) => {
  const expected = inApia(startMs);
  const [email, host] = [newAddress(), await newHost()];
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: GUEST_ZONE,
  });
  try {
    const page = await context.newPage();
    await expectOffer(page, host, expected);
    await expectCode(page, email, expected);
    await expectMeeting(page, email, expected);
    await expectHostsMail(host, email, expected, hostWords);
  } finally {
    await context.close();
  }
});
