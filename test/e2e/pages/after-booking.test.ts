import { describe, expect, it } from 'vitest';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import {
  bookByPage,
  bookingsOf,
  expectHeading,
  fillPerson,
  follow,
  manageLinkByCalls,
  newAddress,
  pickTime,
  press,
  readCode,
} from './guest-browser.ts';
import { setUpScriptlessPage } from './scriptless-page.ts';

const site = setUpScriptlessPage();

const urlOf = ({ address }: TestHost) =>
  `${site.stack.publicUrl}/${address.workspace}/${address.username}/${address.eventSlug}`;
const MOVE_OR_CANCEL = 'Move or cancel the meeting';
/** The date in English for a guest in UTC, where the hosts of these tests are. */
const dayWords = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);

describe('the confirmation page', () => {
  it('links to the meeting right after the code was typed; its address has no token', async () => {
    const host = await createHost(site.stack.sql);
    const link = await bookByPage(site.stack, site.page, urlOf(host), newAddress());
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    expect(site.page.url()).not.toContain(token);
    const again = await fetch(site.page.url(), { headers: { accept: 'text/html' } });
    expect(again.headers.get('cache-control')).toBe('private, no-store');
    expect(again.headers.get('referrer-policy')).toBe('no-referrer');
    await follow(site.page, MOVE_OR_CANCEL);
    expect(site.page.url()).toBe(link);
    expect(await site.page.textContent('.badge')).toBe('Confirmed');
  });

  it('refers to the mail when it was opened by the address of a step', async () => {
    const host = await createHost(site.stack.sql);
    const email = newAddress();
    await pickTime(site.page, urlOf(host));
    await fillPerson(site.page, email);
    await press(site.page, 'Continue');
    const codeStep = site.page.url();
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await site.page.getByRole('link', { name: MOVE_OR_CANCEL }).waitFor();
    await site.page.goto(codeStep);
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('main')).toContain('To move or cancel, use the link in that mail.');
    expect(await site.page.content()).not.toContain('/manage/');
  });

  it('refers to the mail when no code was required', async () => {
    const host = await createHost(site.stack.sql, { require_otp_human: false });
    await pickTime(site.page, urlOf(host));
    await fillPerson(site.page, newAddress());
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('main')).toContain('To move or cancel, use the link in that mail.');
    expect(await site.page.content()).not.toContain('/manage/');
  });

  it('says so and offers other times once the meeting is canceled', async () => {
    const host = await createHost(site.stack.sql);
    const email = newAddress();
    await bookByPage(site.stack, site.page, urlOf(host), email);
    await site.stack.sql`update bookings set status = 'canceled' where guest_email = ${email}`;
    await site.page.reload();
    await expectHeading(site.page, 'This time is no longer kept for you');
    expect(await site.page.getByRole('link', { name: MOVE_OR_CANCEL }).count()).toBe(0);
    await follow(site.page, 'See its current status');
    expect(await site.page.textContent('.badge')).toBe('Canceled');
    await site.page.goBack();
    const times = await site.page.getByRole('link', { name: 'Choose a new time' }).getAttribute('href');
    expect(times).toContain(`/${host.address.eventSlug}?timezone=`);
  });
});

describe('moving a meeting', () => {
  /** Books a time some weeks ahead, in a later month than the first open day. */
  const bookFarAhead = async (host: TestHost): Promise<{ link: string; startAt: Date }> => {
    const now = new Date();
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 10)).toISOString().slice(0, 10);
    const email = newAddress();
    const link = await manageLinkByCalls(site.stack, urlOf(host), email, { date: day });
    const [booking] = await bookingsOf(site.stack, email);
    return { link, startAt: booking?.start_at ?? now };
  };

  it('offers the days around the current day', async () => {
    const host = await createHost(site.stack.sql, { max_future_days: 120 });
    const { link, startAt } = await bookFarAhead(host);
    await site.page.goto(link);
    await follow(site.page, 'Move to another time');
    expect(await site.page.textContent('.event-head')).toContain(dayWords(startAt));
    const current = site.page.locator('a.day-open[aria-current=date]');
    expect(await current.getAttribute('href')).toContain(`date=${startAt.toISOString().slice(0, 10)}`);
  });

  it('to its current time is refused with a link to other times', async () => {
    const host = await createHost(site.stack.sql);
    const email = newAddress();
    const link = await manageLinkByCalls(site.stack, urlOf(host), email);
    const [booking] = await bookingsOf(site.stack, email);
    await site.page.goto(`${link}/reschedule?startAt=${booking?.start_at.toISOString()}`);
    await expectHeading(site.page, 'It is at this time already');
    expect(await site.page.getByRole('button').count()).toBe(0);
    await follow(site.page, 'Choose another time');
    await expectHeading(site.page, 'Move the meeting');
    expect(new URL(site.page.url()).searchParams.get('startAt')).toBeNull();
    await follow(site.page, 'The meeting');
    expect(await site.page.textContent('.badge')).toBe('Confirmed');
  });

  it('offers the first open days if the current month has no other', async () => {
    const host = await createHost(site.stack.sql, { max_future_days: 120 });
    const { link, startAt } = await bookFarAhead(host);
    const first = Date.UTC(startAt.getUTCFullYear(), startAt.getUTCMonth(), 1);
    const end = Date.UTC(startAt.getUTCFullYear(), startAt.getUTCMonth() + 1, 1);
    await site.stack.sql`
      insert into time_off (id, host_id, period)
      values (gen_random_uuid(), ${host.userId}, tstzrange(${new Date(first)}, ${new Date(end)}))`;
    await site.page.goto(`${link}/reschedule`);
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
    const href = (await site.page.locator('a.day-open').first().getAttribute('href')) ?? '';
    expect(href).not.toContain(`date=${startAt.toISOString().slice(0, 7)}`);
  });
});

it('a meeting that is over has no calendar links', async () => {
  const host = await createHost(site.stack.sql);
  const email = newAddress();
  const link = await manageLinkByCalls(site.stack, urlOf(host), email);
  await site.page.goto(link);
  await site.page.getByRole('link', { name: 'Calendar file' }).waitFor();
  await site.stack.sql`
    update bookings set start_at = now() - interval '2 hours', end_at = now() - interval '90 minutes'
    where guest_email = ${email}`;
  await site.page.reload();
  expect(await site.page.getByRole('link', { name: 'Calendar file' }).count()).toBe(0);
});
