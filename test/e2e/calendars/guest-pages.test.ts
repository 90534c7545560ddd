import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
import { hiddenField, PageClient } from '../../support/drivers/page-client.ts';
import { connectAccount, providersAt } from '../../support/factories/calendars.ts';
import { codeFor, iso } from '../../support/factories/meeting.ts';
import { type CheckedGoogle, startCheckedGoogle } from '../../support/fakes/google.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const HALF_HOUR_MS = 1_800_000;
const ada = 'ada@acme.test';

let stack: Stack;
let google: CheckedGoogle;
beforeAll(async () => {
  google = await startCheckedGoogle();
  stack = await startStack({ demo: false, deadlineMs: 20_000, calendarProviders: providersAt(google) });
});
afterAll(async () => {
  await stack.close();
  await google.close();
});
afterEach(() => {
  google.clean();
  expect(google.problems()).toEqual([]);
});

/** All tests share the stand-in's calendar: each takes a day of its own. */
let used = 2;

/** A guest at the step that asks for the code, at a host with a calendar. */
async function reachCode() {
  const [host, browser, email] = [
    await createHost(stack.sql, { location_type: 'google_meet' }),
    new PageClient(stack.publicUrl),
    newGuest(),
  ];
  const facts = { sql: stack.sql, secrets: stack.secrets, providers: providersAt(google) };
  await connectAccount(facts, { provider: 'google', email: ada, tokens: google.grant(ada), userId: host.userId });
  const { workspace, username, eventSlug } = host.address;
  const path = `/${workspace}/${username}/${eventSlug}`;
  const startMs = (Math.ceil(Date.now() / HALF_HOUR_MS) + 48 * used++) * HALF_HOUR_MS;
  const details = await browser.open(`${path}?startAt=${iso(startMs)}&timezone=UTC`);
  const pageToken = hiddenField(details.html, 'pageToken');
  const typed = { timezone: 'UTC', startAt: iso(startMs), name: 'Gus', email, guests: '' };
  const { location } = await browser.submit(path, { pageToken, ...typed });
  const s = hiddenField((await browser.open(location ?? '')).html, 's');
  const code = await codeFor(stack, email);
  return { startMs, code, email, browser, send: () => browser.submit(`${path}/confirm`, { s, code }) };
}

describe('a guest’s page', () => {
  it('names the calendar that does not answer, and keeps the code', async () => {
    const { code, send } = await reachCode();
    google.faults.add({ kind: '5xx', match: '/events', count: 9 });
    const away = await send();
    expect(away.status).toBe(503);
    expect(away.html).toContain('The host’s calendar does not answer right now');
    expect(away.html).toContain(`value="${code}"`);
    google.faults.clear();
    expect((await send()).location).toContain('/booked?');
  });

  it('says of no other guest that they booked what the host’s calendar takes', async () => {
    const { startMs, browser, send } = await reachCode();
    const times = { start: { dateTime: iso(startMs) }, end: { dateTime: iso(startMs + HALF_HOUR_MS) } };
    google.hand.put(ada, { summary: 'Dentist', ...times });
    const { html } = await browser.open((await send()).location ?? '');
    expect(html).toContain('That time is no longer free');
    expect(html).toContain('It was taken in the meantime.');
  });

  it('says that the link to Meet comes by mail while the calendar makes it, and leaves it to the host if that failed', async () => {
    google.meet = { delayMs: 60_000, outcome: 'success' };
    const { browser, email, send } = await reachCode();
    const booked = (await send()).location ?? '';
    expect((await browser.open(booked)).html).toContain('Google Meet: the link comes by mail');
    const [row] = await stack.sql<{ id: string }[]>`select id from bookings where guest_email = ${email}`;
    const id = row?.id ?? '';
    expect((await readMeeting(stack.sql, id))?.linkByCalendar).toBe('coming');
    await stack.sql`update calendar_events set state = 'failed' where booking_id = ${id}`;
    expect((await browser.open(booked)).html).toContain('Google Meet: your host sends you the link');
  });
});
