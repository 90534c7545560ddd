import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking, makeOpenEvent, nextStart, pastStart } from '../../support/drivers/host-bookings.ts';
import { addMember, type SignedIn, signIn } from '../../support/drivers/session.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, picture } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
let ada: SignedIn;
let eventTypeId: string;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), launchChromium()]);
  ada = await signIn(stack);
  eventTypeId = await makeOpenEvent(stack.sql, ada, ada.userId);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

interface Wish {
  readonly startMs?: number;
  readonly status?: BookingStatus;
  readonly hostId?: string;
}

/** A meeting of a guest with this name, in Denver. @returns its id */
async function meet(name: string, { hostId = ada.userId, ...wish }: Wish = {}): Promise<string> {
  const own = hostId === ada.userId ? { eventTypeId } : {};
  const { bookingId } = await makeBooking(stack.sql, ada, { hostId, ...own, ...wish });
  await stack.sql`update bookings set guest_name = ${name}, guest_timezone = 'America/Denver' where id = ${bookingId}`;
  return bookingId;
}

/** Before all others. */
const soon = (): number => (Math.ceil(Date.now() / HOUR_MS) + 3) * HOUR_MS;
const HOUR_MS = 3_600_000;

const rowOf = async (id: string) =>
  (await stack.sql`select status, start_at as "startAt", cancel_reason as reason from bookings where id = ${id}`)[0];
const done = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

describe('the lists', { timeout: 120_000 }, () => {
  it('have addresses, are paged both ways, and go by the days of the host with the guest’s time beside', async () => {
    for (let count = 0; count < 27; count++) await meet(`Guest ${count}`);
    await meet('Rita Request', { status: 'pending_confirmation' });
    await meet('Paul Past', { startMs: pastStart(), status: 'completed' });
    await meet('Cara Canceled', { status: 'canceled' });
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/meetings`);
    const requests = page.getByRole('list', { name: 'Waiting for your approval' });
    await requests.getByRole('link', { name: 'Rita Request' }).waitFor();
    const first = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Guest 0', exact: true }) });
    expect(await first.textContent()).toMatch(/\d\d:\d\d – \d\d:\d\d.*Their time: .*\(Denver, Mountain Time\)/);
    // All are in one zone: it is said once, above them.
    await page.getByText('Times in UTC.').waitFor();
    expect(await first.textContent()).not.toContain('(UTC)');
    expect(await page.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(1);
    await expectSound(page);
    await picture(page, 'meetings-upcoming');
    await page.getByRole('link', { name: 'Later' }).click();
    await page.getByRole('link', { name: 'Guest 26' }).waitFor();
    expect(new URL(page.url()).searchParams.get('cursor')).not.toBeNull();
    expect(await page.getByRole('link', { name: 'Guest 0', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Earlier' }).click();
    await page.getByRole('link', { name: 'Guest 0', exact: true }).waitFor();

    const tabs = page.getByRole('navigation', { name: 'Lists of meetings' });
    for (const [tab, name] of [
      ['Past', 'Paul Past'],
      [/^Pending.*1 waits$/, 'Rita Request'],
      ['Canceled', 'Cara Canceled'],
    ] as const) {
      await tabs.getByRole('link', { name: tab }).click();
      await page.getByRole('link', { name }).waitFor();
      expect(await tabs.locator('[aria-current]').count()).toBe(1);
    }
    expect(page.url()).toContain('/meetings?tab=canceled');
    await page.reload();
    await page.getByRole('link', { name: 'Cara Canceled' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('are searched by the guest: the address has the text, and tabs keep it', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/meetings`);
    await page.getByLabel('Find a guest').fill('guest 26');
    await page.getByRole('link', { name: 'Guest 26' }).waitFor();
    await expect.poll(() => page.url()).toContain('q=guest');
    expect(await page.getByRole('link', { name: /^Guest \d/ }).count()).toBe(1);
    await expectSound(page);
    await picture(page, 'meetings-search');
    await page.getByLabel('Find a guest').fill('paul');
    await page.getByText('No guest in this list is called “paul”').waitFor();
    await expectSound(page);
    await picture(page, 'meetings-nobody');
    const others = page.getByRole('navigation', { name: 'Look in another list:' });
    await others.getByRole('link', { name: 'Past' }).click();
    await page.getByRole('link', { name: 'Paul Past' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Paul Past' }).waitFor();
    expect(await page.getByLabel('Find a guest').inputValue()).toBe('paul');
    expect(await page.getByRole('link', { name: 'Nina New' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('show what is booked elsewhere by themselves, and leave the focus where it is', async () => {
    const { page } = await openMember(stack, browser);
    await page.clock.install();
    await page.goto(`${stack.appUrl}/meetings?tab=past`);
    await page.getByRole('link', { name: 'Paul Past' }).focus();
    await meet('Nina New', { startMs: pastStart(), status: 'completed' });
    await page.clock.fastForward(20_500);
    await page.getByRole('link', { name: 'Nina New' }).waitFor();
    expect(await focused(page)).toBe('Paul Past');
    await page.route('**/api/v1/workspace/meetings*', (route) => route.abort());
    await page.clock.fastForward(20_500);
    await page.getByRole('link', { name: 'Nina New' }).waitFor();
    await page.getByRole('link', { name: 'Canceled' }).click();
    await page.getByText('We could not reach Holdfast').waitFor();
    await page.unroute('**/api/v1/workspace/meetings*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Cara Canceled' }).waitFor();
  });
});

describe('what a host does', { timeout: 120_000 }, () => {
  it('approves, moves to a time that is open, and says who did not come', async () => {
    const { page, faults } = await openMember(stack, browser);
    const asked = await meet('Asa Asks', { status: 'pending_confirmation' });
    const missed = await meet('Mo Missed', { startMs: pastStart(), status: 'completed' });
    await page.goto(`${stack.appUrl}/meetings`);
    await page.getByRole('button', { name: 'Approve the request of Asa Asks' }).click();
    await done(page, 'The request of Asa Asks is approved.');
    expect(await rowOf(asked)).toMatchObject({ status: 'confirmed' });
    expect(await focused(page)).toBe('Upcoming meetings');

    const before = await rowOf(asked);
    await page.goto(`${stack.appUrl}/meetings/${asked}`);
    await page.getByRole('button', { name: 'Move the meeting with Asa Asks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the meeting with Asa Asks' });
    await dialog.getByRole('radio').first().waitFor();
    await expectSound(page);
    await picture(page, 'meetings-move');
    await dialog.getByRole('list', { name: 'Days with open times' }).getByRole('button').nth(2).click();
    const radio = dialog.getByRole('radio').nth(3);
    await radio.check();
    await dialog.getByLabel('Message to the guest').fill('My train is late.');
    const chosen = await radio.getAttribute('value');
    const taken = { error: { code: 'resource.conflict', message: 'startAt …', details: { reason: 'slot_taken' } } };
    await page.route('**/reschedule', (route) => route.fulfill({ status: 409, json: taken }));
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    // In a host's words, and in view: the button is far below.
    const notice = dialog.getByRole('alert').filter({ hasText: 'Somebody was faster' });
    const topOf = async (what: typeof notice) => (await what.boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await topOf(notice)) - (await topOf(dialog))).toBeGreaterThanOrEqual(0);
    await page.unroute('**/reschedule');
    await radio.check();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await done(page, 'The meeting with Asa Asks is moved.');
    expect(chosen).not.toBe(before?.startAt.toISOString());
    expect(await rowOf(asked)).toMatchObject({ status: 'rescheduled', startAt: new Date(chosen ?? '') });
    await page.getByText('Moved', { exact: true }).waitFor();
    await page.getByText('My train is late.').waitFor();
    // The person's name, not their username: and of the reader none.
    await page.getByText('by you').first().waitFor();

    await page.goto(`${stack.appUrl}/meetings?tab=past`);
    await page.getByRole('button', { name: /No-show.*Mo Missed/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'They did not come' }).click();
    await done(page, 'It is noted that Mo Missed did not come.');
    expect(await rowOf(missed)).toMatchObject({ status: 'no_show' });
    await picture(page, 'meetings-no-show');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await done(page, 'It is as it was before.');
    expect(await rowOf(missed)).toMatchObject({ status: 'completed' });
    await page.getByRole('button', { name: /No-show.*Mo Missed/ }).waitFor();

    await stack.sql`update bookings set status = 'no_show' where id = ${missed}`;
    await page.goto(`${stack.appUrl}/meetings/${missed}`);
    await page.getByRole('button', { name: /Undo no-show.*Mo Missed/ }).click();
    await done(page, 'Taken back: Mo Missed did come.');
    expect(await rowOf(missed)).toMatchObject({ status: 'completed' });
    await page.getByText('No-show taken back').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('cancels by keyboard alone, with a note that a failed call does not lose', async () => {
    const bookingId = await meet('Kay Keys');
    const { page } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/meetings/${bookingId}`);
    await expectHeading(page, 'Kay Keys');
    await tabTo(page, 'Cancel the meeting with Kay Keys');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cancel the meeting with Kay Keys?' }).waitFor();
    await page.keyboard.type('I am ill.');
    await page.route('**/cancel', (route) => route.abort());
    await page.keyboard.press('Enter');
    await page.getByText('We could not reach Holdfast').waitFor();
    await expectSound(page);
    await picture(page, 'meetings-cancel');
    expect(await page.getByLabel('Message to the guest').inputValue()).toBe('I am ill.');
    await page.unroute('**/cancel');
    await page.keyboard.press('Enter');
    await done(page, 'The meeting with Kay Keys is canceled.');
    expect(await rowOf(bookingId)).toMatchObject({ status: 'canceled', reason: 'I am ill.' });
    await expect.poll(() => focused(page)).toBe('Kay Keys');
    expect(await page.getByRole('button', { name: /Cancel|Move/ }).count()).toBe(0);
  });
});

describe('a meeting’s page', { timeout: 120_000 }, () => {
  it('has who booked, what happened, and notes that stay while somebody else writes', async () => {
    const bookingId = await meet('Maya Okafor', { startMs: soon() });
    await stack.sql`update bookings set agent_email = 'otto@agents.test', join_url = 'https://meet.test/maya', location_type = 'custom_link' where id = ${bookingId}`;
    await stack.sql`
      insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data)
      values (gen_random_uuid(), ${ada.workspaceId}, 'guest', 'public_api', 'booking.confirmed', 'booking', ${bookingId}, '{"revision":1}')`;
    const { page, faults } = await openMember(stack, browser);
    await page.clock.install();
    await page.goto(`${stack.appUrl}/meetings`);
    await page.getByRole('link', { name: 'Maya Okafor' }).click();
    await expectHeading(page, 'Maya Okafor');
    expect(new URL(page.url()).pathname).toBe(`/meetings/${bookingId}`);
    await expect.poll(() => focused(page)).toBe('Maya Okafor');
    const main = page.locator('main');
    for (const words of ['By agent otto@agents.test for Maya Okafor', 'Denver, Mountain Time'])
      expect(await main.textContent()).toContain(words);
    expect(await page.getByRole('region', { name: 'History' }).textContent()).toContain(
      'Booked by agent otto@agents.test for Maya Okafor',
    );
    expect(await page.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('https://meet.test/maya');
    expect(await page.getByRole('link', { name: 'Open the flow in Temporal' }).getAttribute('href')).toContain(
      bookingId,
    );
    await expectSound(page);
    await picture(page, 'meeting');
    const notes = page.getByRole('textbox', { name: 'Your notes' });
    await notes.fill('Bring the plan.');
    await stack.sql`update bookings set host_notes = 'Of a colleague' where id = ${bookingId}`;
    await page.clock.fastForward(20_500);
    await page.getByText('Of a colleague').waitFor();
    expect(await notes.inputValue()).toBe('Bring the plan.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await done(page, 'The notes are saved.');
    const [row] = await stack.sql`select host_notes as notes from bookings where id = ${bookingId}`;
    expect(row?.notes).toBe('Bring the plan.');
    expect(faults).toEqual([]);
  });
});

describe('who sees whose', { timeout: 120_000 }, () => {
  it('members their own; admins everybody’s, once they ask; who pays none', async () => {
    await addMember(stack, { email: 'mia@acme.test', role: 'member' });
    await addMember(stack, { email: 'bill@acme.test', role: 'billing_only' });
    const mia = await signIn(stack, { email: 'mia@acme.test' });
    const hers = await meet('Of Mia', { hostId: mia.userId, startMs: pastStart(), status: 'completed' });
    const adas = await meet('Of Ada', { startMs: pastStart(), status: 'completed' });

    const owner = await openMember(stack, browser);
    await owner.page.goto(`${stack.appUrl}/meetings?tab=past`);
    await owner.page.getByRole('link', { name: 'Of Ada' }).waitFor();
    expect(await owner.page.getByRole('link', { name: 'Of Mia' }).count()).toBe(0);
    await owner.page.getByRole('link', { name: 'Everybody’s' }).click();
    const row = owner.page.getByRole('listitem').filter({ hasText: 'Of Mia' });
    await row.waitFor();
    expect(await row.textContent()).toContain('with mia');
    await owner.page.getByText('Times in Berlin, Central European Time.').waitFor();
    expect(owner.page.url()).toContain('whose=everybody');
    await picture(owner.page, 'meetings-everybody');

    const member = await openMember(stack, browser, { email: 'mia@acme.test' });
    await member.page.goto(`${stack.appUrl}/meetings?tab=past&whose=everybody`);
    await member.page.getByRole('link', { name: 'Of Mia' }).waitFor();
    expect(await member.page.getByRole('link', { name: 'Of Ada' }).count()).toBe(0);
    expect(await member.page.getByRole('link', { name: 'Everybody’s' }).count()).toBe(0);
    await member.page.goto(`${stack.appUrl}/meetings/${adas}`);
    await member.page.getByText('This meeting is not yours').waitFor();
    await member.page.goto(`${stack.appUrl}/meetings/${hers}`);
    await expectHeading(member.page, 'Of Mia');

    const payer = await openMember(stack, browser, { email: 'bill@acme.test' });
    await payer.page.goto(`${stack.appUrl}/meetings`);
    await payer.page.getByText('Your role has no meetings').waitFor();
    await expectSound(payer.page);
  });

  it('of another workspace’s meeting nobody learns more than of none; one’s own is found in its workspace', async () => {
    await addMember(stack, { email: 'eve@other.test', workspace: 'other', role: 'owner' });
    const theirs = await meet('Not Eve’s', { startMs: nextStart() });
    const { page } = await openMember(stack, browser, { email: 'eve@other.test', workspace: 'other' });
    for (const id of [theirs, '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10', 'nonsense']) {
      await page.goto(`${stack.appUrl}/meetings/${id}`);
      await page.getByText('There is no such meeting').waitFor();
    }
    await addMember(stack, { email: 'ada@acme.test', workspace: 'other', role: 'member' });
    const both = await openMember(stack, browser);
    await both.page.goto(`${stack.appUrl}/meetings/${theirs}?workspace=other`);
    await both.page.waitForURL(`${stack.appUrl}/meetings/${theirs}?workspace=acme`);
    await expectHeading(both.page, 'Not Eve’s');
  });
});
