import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { postJson } from '../../support/drivers/http.ts';
import type { Stack } from '../../support/stack/stack.ts';
import { enterCode } from './enter-code.ts';

let guests = 0;

/** An address that no other guest of this run has. */
export const newAddress = (): string => `page-guest-${++guests}@guest.test`;

/** Time zone of guests with scripts; the page detects it. */
export const HOME_ZONE = 'Asia/Kolkata';

/** A phone-sized browser, by default without scripts: what works without them works everywhere. */
export const openBrowser = (browser: Browser, javaScriptEnabled = false): Promise<BrowserContext> =>
  browser.newContext({
    javaScriptEnabled,
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: HOME_ZONE,
  });

/** A future Wednesday (YYYY-MM-DD) on which hosts have all their hours free. */
export function farDay(): string {
  const day = new Date(Date.now() + 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

/** Opens the times of an event and picks the first, or the given one. Returns the picked start, UTC. */
export async function pickTime(page: Page, eventUrl: string, nth = 0): Promise<string> {
  await page.goto(eventUrl);
  const time = await findTime(page, nth);
  const startUtc = (await time.getAttribute('value')) ?? '';
  await time.click();
  await expectHeading(page, 'Your details');
  return startUtc;
}

/** The nth time of the shown day. If that day (perhaps today) has fewer, of the next day. */
export async function findTime(page: Page, nth: number): Promise<Locator> {
  const times = page.locator('button.time');
  if ((await times.count()) <= nth) {
    const later = page.locator('a.day-open:not([aria-current])');
    await ((await later.count()) > 0 ? later.first() : page.locator('a.month-step').last()).click();
    await expect.poll(() => times.count()).toBeGreaterThan(nth);
  }
  return times.nth(nth);
}

export async function fillPerson(page: Page, email: string, name = 'Mira Okafor'): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your email').fill(email);
  // Of an event by phone.
  const number = page.getByLabel('Your phone number');
  if ((await number.count()) > 0) await number.fill('+4930123456');
}

const LOADED = { waitUntil: 'domcontentloaded' } as const;

/** Follows a link and waits for the next page, so that the next step does not act on the old one. */
export async function follow(page: Page, name: string | RegExp): Promise<void> {
  await Promise.all([page.waitForNavigation(LOADED), page.getByRole('link', { name }).click()]);
}

/** Presses a button that sends a form, and waits for the next page. */
export async function press(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForNavigation(LOADED), page.getByRole('button', { name }).click()]);
}

export async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator('h1').textContent()).toMatch(text);
}

/** The six digits of the newest code mail. */
export async function readCode(stack: Stack, email: string): Promise<string> {
  const mail = await stack.waitForMail(email, 'booking_code');
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error('the code mail has no code');
  return code;
}

/** The path of the manage link in the newest mail of a kind. */
export async function readLink(stack: Stack, email: string, kind: string, page: 'manage' | 'decide'): Promise<string> {
  const mail = await stack.waitForMail(email, kind);
  const link = new RegExp(`http://\\S+/${page}/[A-Za-z0-9_-]{43}`).exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`the mail has no ${page} link`);
  return link;
}

/** Books the first free time of an event by its pages and returns the manage link. */
export async function bookByPage(stack: Stack, page: Page, eventUrl: string, email: string): Promise<string> {
  await pickTime(page, eventUrl);
  await fillPerson(page, email);
  await press(page, 'Continue');
  await enterCode(page, await readCode(stack, email));
  await expectHeading(page, 'You’re booked');
  return readLink(stack, email, 'booking_confirmation', 'manage');
}

const SOON_MS = 10 * 60_000;

/**
 * Books the first free time of an event (from `date` on) by its API, for tests that begin after a booking: the pages of a booking take
 * a second in Chromium. An event with approval gets a request.
 */
export async function bookByCalls(
  stack: Stack,
  eventUrl: string,
  email: string,
  { timezone = 'UTC', name = 'Mira Okafor', date }: { timezone?: string; name?: string; date?: string } = {},
): Promise<void> {
  const event = eventUrl.replace(stack.publicUrl, `${stack.publicUrl}/api/v1/public`);
  const listed = await fetch(`${event}/slots?limit=500${date === undefined ? '' : `&from=${date}T00:00:00Z`}`);
  const { slots } = (await listed.json()) as { slots: { startUtc: string }[] };
  const startAt = slots.find(({ startUtc }) => Date.parse(startUtc) > Date.now() + SOON_MS)?.startUtc;
  expect((await postJson(`${event}/otp`, { email })).status).toBe(200);
  const code = await readCode(stack, email);
  const { status, text } = await postJson(`${event}/book`, { startAt, code, invitee: { email, name, timezone } });
  expect(status, text).toBe(200);
}

/** As {@link bookByCalls}, for an event without approval. Returns the manage link of the mail. */
export async function manageLinkByCalls(...booking: Parameters<typeof bookByCalls>): Promise<string> {
  await bookByCalls(...booking);
  const [stack, , email] = booking;
  return readLink(stack, email, 'booking_confirmation', 'manage');
}

export interface BookingRow {
  readonly id: string;
  readonly status: string;
  readonly source: string;
  readonly start_at: Date;
  readonly cancel_reason: string | null;
}

/** The guest's bookings in the database. */
export const bookingsOf = (stack: Stack, email: string): Promise<BookingRow[]> => stack.sql<BookingRow[]>`
  select id, status, source, start_at, cancel_reason from bookings where guest_email = ${email} order by created_at`;

/** A guest's answers as hosts read them, in the order of the form: `key: answer`. */
export async function answersOf(stack: Stack, email: string): Promise<string[]> {
  const rows = await stack.sql`
    select key, display from booking_answers join bookings on bookings.id = booking_id
    where guest_email = ${email} order by position`;
  return rows.map(({ key, display }) => `${key}: ${display}`);
}

/** The addresses that a guest asked to invite. */
export async function invitedBy(stack: Stack, email: string): Promise<string[]> {
  const rows = await stack.sql`
    select email::text from booking_guests join bookings on bookings.id = booking_id
    where guest_email = ${email} order by position`;
  return rows.map((row) => row.email);
}
