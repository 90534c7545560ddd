import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createConsents } from '../../../outbound/calendars/consents.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { callerOver, outputOf } from '../../support/drivers/surfaces.ts';
import { appsAt } from '../../support/factories/calendar-apps.ts';
import { providersAt, storeConnection } from '../../support/factories/calendars.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [google, microsoft, browser] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn(), launchChromium()]);
  stack = await startStack({
    calendarConsents: createConsents(appsAt(google, microsoft)),
    calendarProviders: providersAt(google, microsoft),
  });
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await Promise.all([google?.close(), microsoft?.close()]);
});
afterEach(() => google.faults.clear());

const HALF_HOUR_MS = 1_800_000;
const ADA = 'ada@acme.test';
const FAMILY = 'family-ada@group.calendar.google.com';

/** As the page writes it. */
const inBerlin = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'Europe/Berlin',
  } as const).format(ms);

const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Calendars' });
const accountRow = (page: Page, email: string): Locator =>
  sectionOf(page).getByRole('listitem').filter({ hasText: email });

/** Sound at a tablet's width, too. */
async function expectSoundEverywhere(page: Page, name: string): Promise<void> {
  await expectSound(page);
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 768, height: size.height });
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await page.setViewportSize(size);
  await picture(page, name);
}

async function connectGoogle(page: Page, who = 'Ada'): Promise<void> {
  await press(page, 'Connect Google (local stand-in)');
  await press(page, new RegExp(`^Continue as ${who} `));
  await accountRow(page, `${who.toLowerCase()}@acme.test`).getByText('Last read').waitFor();
}

async function disconnect(page: Page, email: string, provider = 'Google'): Promise<void> {
  await press(page, `Disconnect ${email} (${provider})`);
  await page.getByRole('dialog', { name: `Disconnect ${email} (${provider})?` }).waitFor();
  await press(page, 'Disconnect');
  await expectDone(page, 'Calendars', `${email} (${provider}) is disconnected.`);
}

const { call } = callerOver('REST', () => stack);
const startsOfAda = async (): Promise<number[]> => {
  const address = { workspace: 'acme', username: 'ada', eventSlug: 'intro-30' };
  return outputOf(await call('listSlots', { ...address, limit: 200 })).slots.map(({ startUtc }) =>
    Date.parse(startUtc),
  );
};
const putEvent = (calendarId: string, startMs: number): void => {
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString() });
  google.hand.put(calendarId, { summary: 'Dentist', start: at(startMs), end: at(startMs + HALF_HOUR_MS) });
};

describe('a host, on the home page', { timeout: 90_000 }, () => {
  it('connects both by a click each, chooses, sees what blocks and what failed, and disconnects', async () => {
    const { page, faults, headers } = await openMember(stack, browser, { workspace: 'acme' });
    await page.goto(`${stack.appUrl}/settings/calendars`);
    await page.getByText('No calendar is connected: only bookings make you busy.').waitFor();
    await picture(page, 'calendars-none');
    await connectGoogle(page);
    expect(new URL(page.url()).pathname).toBe('/settings/calendars');
    await accountRow(page, ADA).getByText('(Berlin, Central European Time)').waitFor();
    await picture(page, 'calendars-active');

    const [first = 0, second = 0] = await startsOfAda();
    putEvent(ADA, first);
    await expect.poll(startsOfAda).not.toContain(first);
    await press(page, `Choose calendars of ${ADA} (Google)`);
    const dialog = page.getByRole('dialog', { name: `Calendars of ${ADA} (Google)` });
    await expectSoundEverywhere(page, 'calendars-choose');
    await dialog.getByLabel(ADA, { exact: true }).uncheck();
    await dialog.getByLabel('Family').check();
    await dialog.getByLabel('New bookings are written to').selectOption('Family');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await accountRow(page, ADA).getByText('Blocks: Family').waitFor();
    await expect.poll(startsOfAda).toContain(first);

    google.faults.add({ kind: '403', reason: 'forbidden', match: 'POST /calendar/v3/calendars/family', count: 5 });
    const [event] = await stack.sql<{ id: string }[]>`select id from event_types where slug = 'intro-30'`;
    const input = { eventTypeId: event?.id, startAt: new Date(second).toISOString() };
    const invitee = { email: 'guest@acme.test', timezone: 'Europe/Berlin' };
    const made = await callHost(stack.appUrl, meetings.createBooking, { ...input, invitee }, headers);
    expect(made.status, made.text).toBe(200);
    const failed = async () => (await stack.sql`select 1 from calendar_events where state = 'failed'`).length;
    await expect.poll(failed).toBe(1);
    google.faults.clear();
    await page.reload();
    await sectionOf(page).getByText('We may not write to that calendar.').waitFor();
    await expectSoundEverywhere(page, 'calendars-unwritten');
    await press(page, /^Try again for Intro call/);
    await expectDone(page, 'Calendars', 'Intro call is written again now.');
    const written = () => google.hand.calendar(FAMILY).visible().length;
    await expect.poll(written).toBe(1);

    await stack.sql`update calendar_settings set host_move = 'ask'`;
    const at = (ms: number) => ({ dateTime: new Date(ms).toISOString() });
    const [shown] = google.hand.calendar(FAMILY).visible();
    const later = second + 3 * HALF_HOUR_MS;
    google.hand.change(FAMILY, shown?.event.id ?? '', { start: at(later), end: at(later + HALF_HOUR_MS) });
    const moved = page.getByRole('region', { name: 'Moved in your calendar only' });
    await moved.getByText(`In your calendar: ${inBerlin(later)} to `).waitFor({ timeout: 30_000 });
    await moved.getByText(`Meeting: ${inBerlin(second)} to `).waitFor();
    expect(await moved.getByText('(Berlin, Central European Time)').count()).toBe(2);
    await expectSoundEverywhere(page, 'calendars-moved');
    await press(page, /^Move the meeting for Intro call/);
    await expectDone(page, 'Calendars', 'Intro call has moved. Its guests get a mail.');
    await moved.waitFor({ state: 'detached' });
    const starts = await stack.sql<
      { at: Date }[]
    >`select start_at as at from bookings where event_type_id = ${event?.id ?? null}`;
    expect(starts.map((one) => one.at.getTime())).toEqual([later]);

    await press(page, 'Connect Microsoft (local stand-in)');
    await press(page, /^Accept as Ada /);
    // One address at both: the provider tells them apart.
    await accountRow(page, ADA).filter({ hasText: 'Microsoft' }).getByText('Last read').waitFor();
    await picture(page, 'calendars-two-of-one-address');
    await disconnect(page, ADA, 'Microsoft');
    await press(page, `Disconnect ${ADA} (Google)`);
    await page.getByText('guests get no times of yours').waitFor();
    await picture(page, 'calendars-disconnect');
    await press(page, 'Disconnect');
    await page.getByRole('heading', { name: 'Guests get no times of yours' }).waitFor();
    expect(await startsOfAda()).toEqual([]);
    await expectSoundEverywhere(page, 'calendars-closed');
    await press(page, 'Offer times by bookings alone');
    await expectDone(
      page,
      'Calendars',
      'Guests get times again. Only bookings make you busy, until you connect a calendar.',
    );
    expect(await startsOfAda()).toContain(first);
    await connectGoogle(page);
    await expect.poll(startsOfAda).not.toContain(first);
    expect(faults).toEqual([]);
  });

  it('reads why nothing was connected, tries again, and connects a dead account again', async () => {
    const { page, userId } = await openMember(stack, browser, { email: 'grace@acme.test', workspace: 'acme' });
    await page.goto(`${stack.appUrl}/settings/calendars`);
    await press(page, 'Connect Google (local stand-in)');
    await press(page, 'Cancel');
    await expectHeading(page, 'You did not allow access');
    await picture(page, 'calendars-denied');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('checkbox').last().uncheck();
    await press(page, /^Continue as Grace /);
    await expectHeading(page, 'A permission is missing');
    await expectSoundEverywhere(page, 'calendars-unticked');
    await page.goto(`${stack.appUrl}/settings/calendars`);
    await sectionOf(page).getByText('A permission that we need was left unticked.').waitFor();
    await connectGoogle(page, 'Grace');

    await stack.sql`update calendar_connections set status = 'reconnect_required', reconnect_mailed_at = now() where user_id = ${userId}`;
    await page.goto(`${stack.appUrl}/settings/calendars`);
    await sectionOf(page).getByText('so guests get no times of yours').waitFor();
    await expectSoundEverywhere(page, 'calendars-dead');
    await press(page, 'Connect again grace@acme.test (Google)');
    await press(page, /^Continue as Linus /);
    await expectHeading(page, 'That is another account');
    await page.getByRole('link', { name: 'Try again' }).click();
    await press(page, /^Continue as Grace /);
    await accountRow(page, 'grace@acme.test').getByText('Last read').waitFor();
    await disconnect(page, 'grace@acme.test');
  });

  it('does it all by keyboard, and changes the rules in plain words', async () => {
    const { page, userId } = await openMember(stack, browser, { email: 'linus@acme.test', workspace: 'acme' });
    await page.goto(`${stack.appUrl}/settings/calendars`);
    await page.getByText('No calendar is connected').waitFor();
    const tabTo = async (name: string | RegExp): Promise<void> => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab');
        const focused = String(await page.evaluate('document.activeElement.textContent.trim()'));
        if (typeof name === 'string' ? focused === name : name.test(focused)) return;
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo('Connect Google (local stand-in)');
    await page.keyboard.press('Enter');
    await page.getByText('Choose an account').waitFor();
    await tabTo(/^Continue as Linus/);
    await page.keyboard.press('Enter');
    await accountRow(page, 'linus@acme.test').getByText('Last read').waitFor();
    await tabTo('Rules for your calendars');
    await page.keyboard.press('Enter');
    await page.getByLabel('Tentative events').waitFor();
    await expectSoundEverywhere(page, 'calendars-rules');
    await page.getByLabel('If I delete a meeting from my calendar').focus();
    await page.keyboard.press('ArrowDown');
    await tabTo('Save rules');
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Calendars', 'Your rules are saved.');
    const [rules] = await stack.sql`
      select conflict_source, tentative, declined, working_elsewhere, host_move, host_delete, guests_as_attendees from calendar_settings where user_id = ${userId}`;
    expect(rules).toEqual({
      ...{ conflict_source: 'calendar', tentative: 'busy', declined: 'free', host_move: 'follow', host_delete: 'ask' },
      working_elsewhere: 'free',
      guests_as_attendees: false,
    });
    await disconnect(page, 'linus@acme.test');
  });

  it('sees each standing of an account, long names too; a manager sees those of others', async () => {
    const team = await makeTeam(stack.sql);
    const { owner, member } = team.members;
    const place = { userId: owner.userId, workspaceId: team.workspaceId };
    const stored = [];
    for (let nth = 0; nth < 4; nth++) stored.push(await storeConnection(stack.sql, place));
    const [fresh, away, dead, idle] = stored.map(({ id }) => id);
    await storeConnection(stack.sql, { ...place, userId: member.userId, provider: 'microsoft' });
    const long = 'a.very.long.address.of.somebody.at.work@a-department-with-a-long-name.example.test';
    const { sql } = stack;
    await sql`update calendar_connections set email = ${long} where id = ${fresh ?? null}`;
    await sql`
      update calendar_connections set synced_at = now() - interval '20 minutes', next_sync_at = now() + interval '4 minutes', failures = 3,
        sync_failure = 'The provider does not answer. It is read again by itself.' where id = ${away ?? null}`;
    await sql`update calendar_connections set status = 'reconnect_required' where id = ${dead ?? null}`;
    await sql`update calendars set blocks = false where connection_id = ${idle ?? null}`;
    await sql`update calendar_connections set synced_at = now() where id = ${idle ?? null}`;
    for (const failure of ['not_found', 'away', null]) {
      const { bookingId } = await makeBooking(sql, team, { hostId: owner.userId });
      await sql`
        insert into calendar_events (booking_id, user_id, state, failure, work_at)
        values (${bookingId}, ${owner.userId}, ${failure === null ? 'detached' : 'failed'}, ${failure}, null)`;
    }
    const { page, faults } = await openMember(stack, browser, { email: owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/settings/calendars?workspace=${team.slug}`);
    const section = sectionOf(page);
    await section.getByText('It is read for the first time now.').first().waitFor();
    await section.getByText('Last read 20 minutes ago').waitFor();
    await section.getByText('Next try at').waitFor();
    await section.getByText('Blocks nothing').waitFor();
    await section.getByText('That calendar is gone.').waitFor();
    expect(
      await section
        .getByRole('region', { name: 'Not in your calendar' })
        .getByText(/^with .+/)
        .count(),
    ).toBe(3);
    await section.getByText('You deleted its event.').waitFor();
    const theirs = section.getByRole('listitem').filter({ hasText: 'Microsoft' });
    expect(await theirs.getByRole('button').count()).toBe(0);
    await expectSoundEverywhere(page, 'calendars-standings');
    expect(faults).toEqual([]);
  });
});
