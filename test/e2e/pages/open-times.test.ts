import { describe, expect, it } from 'vitest';
import { createHost } from '../../support/drivers/host.ts';
import { expectHeading, fillPerson, follow, newAddress, press, readCode } from './guest-browser.ts';
import { setUpScriptlessPage } from './scriptless-page.ts';

const site = setUpScriptlessPage();

const eventUrl = () => `${site.stack.publicUrl}/acme/ada/intro-30`;
/** The days that can be chosen, in order. */
const HREFS = '[...document.querySelectorAll("a.day-open")].map(({ href }) => href)';

describe('a guest without JavaScript', () => {
  it('sees times in the chosen zone, which is kept to the end', async () => {
    await site.page.goto(eventUrl());
    // Further east, the last afternoon of a month is in the next month.
    await follow(site.page, /^Next month/);
    await site.page.goto(`${eventUrl()}?month=${new URL(site.page.url()).searchParams.get('month')}`);
    await site.page.locator('.zone summary').click();
    await site.page.getByLabel('Your time zone').selectOption('Pacific/Apia');
    await press(site.page, 'Show times');
    expect(await site.page.textContent('main')).toContain('Times are in Apia, Samoa Standard Time. It is');
    await site.page.locator('button.time').first().click();
    await expectHeading(site.page, 'Your details');
    expect(await site.page.textContent('time')).toContain('Apia, Samoa Standard Time');
    await follow(site.page, 'All times');
    expect(await site.page.textContent('main')).toContain('Times are in Apia, Samoa Standard Time. It is');
    await site.page.goBack();
    const email = newAddress();
    await fillPerson(site.page, email);
    await press(site.page, 'Continue');
    await expectHeading(site.page, 'Check your email');
    expect(await site.page.textContent('main')).toMatch(/They work until \d\d:\d\d \(Apia, Samoa Standard Time\)/);
    await site.page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await press(site.page, 'Book this time');
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('time')).toContain('Apia, Samoa Standard Time');
    const rows = await site.stack.sql`select guest_timezone from bookings where guest_email = ${email}`;
    expect(rows.map((row) => row.guest_timezone)).toEqual(['Pacific/Apia']);
    await follow(site.page, 'More meetings with Ada Lovelace');
    await expectHeading(site.page, 'Ada Lovelace');
    await follow(site.page, 'Deep dive');
    expect(await site.page.textContent('main')).toContain('Times are in Apia, Samoa Standard Time. It is');
    await follow(site.page, 'Ada Lovelace');
    await follow(site.page, 'Intro call');
    expect(await site.page.textContent('main')).toContain('Times are in Apia, Samoa Standard Time. It is');
  });

  it('reaches the menu of zones by one tap: on a phone the months come first', async () => {
    await site.page.goto(eventUrl());
    const menu = site.page.getByLabel('Your time zone');
    expect(await menu.isVisible()).toBe(false);
    await site.page.locator('.zone summary').click();
    expect(await menu.isVisible()).toBe(true);
  });

  it('opens another day by its link; every day with times is a Tab stop', async () => {
    await site.page.goto(eventUrl());
    await follow(site.page, /^Next month/);
    const days = site.page.locator('a.day-open');
    const count = await days.count();
    expect(count).toBeGreaterThan(10);
    await site.page.getByRole('link', { name: /^Previous month/ }).focus();
    const reached = new Set<string>();
    for (let stop = 0; stop < count + 2; stop++) {
      await site.page.keyboard.press('Tab');
      reached.add(await site.page.evaluate('document.activeElement.href ?? ""'));
    }
    const hrefs = await site.page.evaluate<string[]>(HREFS);
    expect(hrefs.filter((href) => !reached.has(href))).toEqual([]);
    const name = (await days.nth(4).getAttribute('aria-label')) ?? '';
    await follow(site.page, name);
    const heading = (await site.page.textContent('#day-heading')) ?? '';
    expect(name.replace(', ', ' ')).toContain(heading.split(/\d+ times?/)[0]?.replace(', ', ' '));
    expect(name).toContain(`, ${await site.page.locator('button.time').count()} times`);
    const date = new URL(site.page.url()).searchParams.get('date');
    const startUtc = await site.page.locator('button.time').first().getAttribute('value');
    expect(startUtc?.slice(0, 10)).toBe(date);
    await site.page.locator('button.time').first().click();
    await expectHeading(site.page, 'Your details');
    await follow(site.page, 'All times');
    expect(new URL(site.page.url()).searchParams.get('date')).toBe(date);
  });

  it('opens later months and goes back', async () => {
    await site.page.goto(eventUrl());
    const first = await site.page.locator('button.time').first().getAttribute('value');
    await follow(site.page, /^Next month/);
    const later = await site.page.locator('button.time').first().getAttribute('value');
    const back = site.page.getByRole('link', { name: /^Previous month: / });
    expect(await back.count()).toBe(1);
    expect(Date.parse(later ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
    await follow(site.page, /^Previous month/);
    expect(await site.page.locator('button.time').first().getAttribute('value')).toBe(first);
    // After its last working hour this month is not the one that is shown first, but still the first of all.
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now());
    await site.page.goto(`${eventUrl()}?month=${today.slice(0, 7)}`);
    expect(await back.count()).toBe(0);
  });

  it('gets a link to the next open day in an empty month, and never starts on an empty month', async () => {
    await site.page.goto(`${eventUrl()}?month=2000-01`);
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
    const { sql } = site.stack;
    const host = await createHost(sql, { max_future_days: 120 });
    const url = `${site.stack.publicUrl}/${host.address.workspace}/${host.address.username}/${host.address.eventSlug}`;
    const now = new Date();
    const month = (plus: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1));
    await sql`
      insert into time_off (id, host_id, period)
      values (gen_random_uuid(), ${host.userId}, tstzrange(now() - interval '1 day', ${new Date(month(2).getTime() - 1)}))`;
    await site.page.goto(url);
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
    const next = month(1).toISOString().slice(0, 7);
    await site.page.goto(`${url}?month=${next}`);
    expect(await site.page.textContent('.empty')).toContain('No open times in');
    await follow(site.page, /^Next available day: /);
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
    expect(new URL(site.page.url()).searchParams.get('date')?.slice(0, 7)).toBe(month(2).toISOString().slice(0, 7));
  });

  it('gets a link back from a month after the last bookable day', async () => {
    await site.page.goto(`${eventUrl()}?month=2999-01`);
    const [event] = await site.stack.sql<{ max_future_days: number }[]>`
      select max_future_days from event_types join users on users.id = host_id
      where slug = 'intro-30' and email = 'ada@acme.test'`;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now());
    const last = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(today) + (event?.max_future_days ?? 0) * 86_400_000,
    );
    expect(await site.page.textContent('.empty')).toContain('can’t be booked yet.');
    expect(await site.page.textContent('.empty')).toContain(last);
    const month = (await site.page.textContent('.month-head h3')) ?? '';
    expect(await site.page.locator('.month table').getAttribute('aria-label')).toBe(`Days of ${month}`);
    await follow(site.page, /^Previous month/);
    // Of the last month perhaps only a Sunday is within the booking window.
    if ((await site.page.locator('button.time').count()) === 0) await follow(site.page, /^Previous month/);
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
    await site.page.goto(`${eventUrl()}?month=2999-01`);
    await follow(site.page, 'Earliest open day');
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
  });

  it('sees that a day has no times, and the nearest day that has', async () => {
    await site.page.goto(eventUrl());
    await follow(site.page, /^Next month/);
    const open = await site.page.evaluate<string[]>(HREFS);
    // Not the first day of its week or month: the Friday before is nearer than the Monday after.
    const saturday = (await site.page.locator('td:nth-child(6) a.day-off').nth(1).textContent()) ?? '';
    const [month = ''] = /\d{4}-\d{2}/.exec(open.join(' ')) ?? [];
    await site.page.goto(`${eventUrl()}?date=${month}-${saturday.padStart(2, '0')}`);
    expect(await site.page.textContent('.missed')).toMatch(/^Nothing is open on Saturday, /);
    expect(await site.page.locator('a.day-open[aria-current=date]').textContent()).toBe(`${Number(saturday) - 1}`);
    expect(await site.page.textContent('#day-heading')).toContain('Friday');
    expect(await site.page.locator('button.time').count()).toBeGreaterThan(0);
  });
});
