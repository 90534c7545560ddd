import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { newPersonEmail } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectInSight, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';
import { textsOf } from './page-texts.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const MOST_CLICKS = 6;
const LONGEST_MS = 60_000;

/** Signs up by a mailed link. @returns the page after the button that signs in */
async function signUp(page: Page, email: string, click: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${stack.appUrl}/login`);
  await page.getByLabel('Your email').fill(email);
  await click('Mail me a link');
  await expectHeading(page, 'Check your email');
  const { text } = await stack.waitForMail(email, 'sign_in_link');
  await page.goto(/http:\/\/\S+\/login\/link\/[\w-]{43}/.exec(text)?.[0] ?? '');
  await click('Continue as');
}

describe('the first run', { timeout: 120_000 }, () => {
  it('leads from sign-in to a link and a booked sample within a minute and six clicks', async () => {
    const email = newPersonEmail();
    // With motion, as most people have it.
    const { page, faults } = await openVisitor(browser, { reducedMotion: 'no-preference' });
    let clicks = 1; // The one on the link in the mail.
    const click = async (name: string): Promise<void> => {
      clicks++;
      await page.getByRole('button', { name }).first().click();
    };
    const startedMs = Date.now();
    await signUp(page, email, click);
    await expectHeading(page, 'Your booking link in three steps');
    await page.getByRole('heading', { name: 'Your name and link' }).waitFor();
    await click('Continue');
    await page.getByRole('heading', { name: 'When and where' }).waitFor();
    await click('Continue');
    await page.getByRole('heading', { name: 'Ready: share your link' }).waitFor();
    // An offer, not a fourth step.
    expect(await page.getByRole('link', { name: 'Add your calendar' }).getAttribute('href')).toMatch(
      /^\/settings\/calendars/,
    );
    // Nobody who only goes on is warned: guests leave their number.
    expect(await page.getByText('Guests get no link').count()).toBe(0);
    const places = await stack.sql`
      select e.location_type as place, e.location_detail as detail from event_types e join users u on u.id = e.host_id where u.email = ${email}`;
    expect(places).toEqual([{ place: 'phone', detail: null }]);
    await click('Book a sample');
    await page.getByRole('status').filter({ hasText: 'Booked: ' }).waitFor();
    await page.getByText('Its time is taken: nobody else can book it').waitFor();
    const tookMs = Date.now() - startedMs;
    process.stderr.write(`sign-in to a booked sample: ${clicks} clicks, ${(tookMs / 1_000).toFixed(1)} s\n`);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(tookMs).toBeLessThan(LONGEST_MS);
    await expectSound(page);
    await picture(page, 'start-sample');

    const made = await stack.sql`
      select b.guest_email::text as guest, b.status, b.source, u.email::text as host from bookings b join users u on u.id = b.host_id
      where u.email = ${email}`;
    expect(made).toEqual([{ guest: email, status: 'confirmed', source: 'dashboard', host: email }]);
    await press(page, 'Copy link to share');
    const shared = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
    const [, workspace, host] = shared.pathname.split('/');
    expect(host).not.toBe(workspace);
    // In the list, too, it is removed like a sample: nobody is told.
    await page.goto(`${stack.appUrl}/meetings`);
    const row = page.getByRole('listitem').filter({ hasText: 'Sample guest' });
    await row.getByRole('button', { name: /^Remove the sample/ }).waitFor();
    expect(await row.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    await page.goBack();
    await press(page, 'Remove the sample');
    await page.getByRole('status').filter({ hasText: 'The sample is removed.' }).waitFor();
    const [left] = await stack.sql`
      select count(*)::int as count from bookings b join users u on u.id = b.host_id where u.email = ${email} and b.status = 'confirmed'`;
    expect(left).toEqual({ count: 0 });
    // Something was made: the next visit begins with the meetings.
    await page.goto(stack.appUrl);
    await expectHeading(page, 'Meetings');
    await page.goto(`${stack.appUrl}/meetings?tab=canceled`);
    await page.getByRole('listitem').filter({ hasText: 'Sample guest' }).getByText('Sample', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Sample guest', exact: true }).click();
    await page.getByText('You booked this sample with yourself').waitFor();
    await picture(page, 'start-sample-meeting');
    expect(faults).toEqual([]);

    const guest = await openVisitor(browser);
    await guest.page.goto(shared.href);
    const times = guest.page.locator('button.time');
    const onward = guest.page.locator('.empty a');
    await times.or(onward).first().waitFor();
    if ((await times.count()) === 0) await onward.first().click();
    await times.first().waitFor();
  });

  it('works by keyboard alone, changes name, link and hours, and can be skipped', async () => {
    const email = newPersonEmail();
    const { page } = await openVisitor(browser);
    await signUp(page, email, (name) => press(page, new RegExp(name)));
    await expectHeading(page, 'Your booking link in three steps');
    await expectSound(page);
    await picture(page, 'start-name');
    const name = `Nora ${process.pid}`;
    await page.getByLabel('Your name', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(name);
    await page.getByText(`/nora-${process.pid}/`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'When and where' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('When and where');
    await expectSound(page);
    await picture(page, 'start-hours');
    const place = page.getByLabel('Where do you meet?');
    expect(await place.inputValue()).toBe('phone');
    // Seen without scrolling on a small desk: the heading speaks of it.
    await expectInSight(place);
    await place.focus();
    await page.keyboard.type('In person');
    // Our own words at the field, not the browser's.
    await page.getByLabel('To', { exact: true }).fill('');
    await page.keyboard.press('Enter');
    await page.locator('.problem', { hasText: 'Enter a time.' }).waitFor();
    await page.locator('.problem', { hasText: 'Say where guests find you.' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('start-end');
    await expectSound(page);
    await page.getByLabel('To', { exact: true }).fill('17:00');
    await page.getByLabel('The place').fill('Main Street 1, Springfield');
    await expectSound(page);
    await picture(page, 'start-place');
    await page.getByLabel('From').fill('10:00');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ready: share your link' }).waitFor();
    const placeNow = () => stack.sql`
      select e.location_type as place, e.location_detail as detail from event_types e join users u on u.id = e.host_id where u.email = ${email}`;
    expect(await placeNow()).toEqual([{ place: 'in_person', detail: 'Main Street 1, Springfield' }]);
    const [saved] = await stack.sql`
      select u.name, w.slug, min(r.start_minute) as opens, s.timezone from users u
      join memberships m on m.user_id = u.id join workspaces w on w.id = m.workspace_id
      join schedules s on s.user_id = u.id join schedule_rules r on r.schedule_id = s.id
      where u.email = ${email} group by u.name, w.slug, s.timezone`;
    expect(saved).toEqual({ name, slug: `nora-${process.pid}`, opens: 600, timezone: 'Europe/Berlin' });

    // Those of before 28 November 2026 have no link to join: a quiet line here, the notice on its row and on its page.
    await stack.sql`
      update event_types e set location_type = 'custom_link', location_detail = null from users u where u.id = e.host_id and u.email = ${email}`;
    const missing = page.getByText('Guests get no link');
    await page.goto(`${stack.appUrl}/event-types`);
    await page.getByRole('listitem').filter({ hasText: 'Meeting' }).and(page.locator(':has(.event-notice)')).waitFor();
    await page.getByRole('link', { name: 'Meeting', exact: true }).click();
    await expectHeading(page, 'Meeting');
    await missing.first().waitFor();
    await page.goto(`${stack.appUrl}/start?step=3`);
    await missing.waitFor();
    expect(await page.locator('.event-notice').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'connect a calendar' }).getAttribute('href')).toMatch(
      /^\/settings\/calendars/,
    );
    await expectSound(page);
    await picture(page, 'start-no-link');
    await page.getByRole('button', { name: 'Add a link for Meeting' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').fill('meet.test/nora');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Guests get your link from now on.' }).waitFor();
    expect(await missing.count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Ready: share your link');
    expect(await placeNow()).toEqual([{ place: 'custom_link', detail: 'https://meet.test/nora' }]);
    // The link may be shared already: another name does not move it, in whatever browser.
    await page.evaluate('localStorage.clear()');
    await page.goto(`${stack.appUrl}/start`);
    await page.getByLabel('Your name', { exact: true }).fill('Nora Newman');
    await page.getByText(`/nora-${process.pid}/`, { exact: false }).waitFor();
    expect(await page.getByLabel('Your link').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Change it under Settings' }).getAttribute('href')).toMatch(
      /^\/settings\/workspace/,
    );
    await press(page, 'Skip');
    await expectHeading(page, 'Meetings');
    await page.goto(stack.appUrl);
    await expectHeading(page, 'Meetings');
  });
});

describe('a link that was copied', { timeout: 60_000 }, () => {
  it('stays, though the first steps were neither finished nor skipped', async () => {
    const { page, faults } = await openVisitor(browser);
    await signUp(page, newPersonEmail(), (name) => press(page, new RegExp(name)));
    await page.getByLabel('Your link').waitFor();
    expect(await page.getByText('All of it can be changed later').count()).toBe(1);
    await page.goto(`${stack.appUrl}/event-types`);
    await press(page, 'Copy link to your booking page');
    await page.getByRole('button', { name: 'Copied to your booking page' }).waitFor();
    await page.evaluate('localStorage.clear()');
    await page.goto(`${stack.appUrl}/start`);
    await page.getByRole('link', { name: 'Change it under Settings' }).waitFor();
    expect(await page.getByLabel('Your link').count()).toBe(0);
    await picture(page, 'start-kept-link');
    expect(faults).toEqual([]);
  });
});

/** Ada gets a shorter Monday, a closed Tuesday and a break on Wednesday. @returns reads her hours */
async function unlikeDays(): Promise<() => Promise<readonly unknown[]>> {
  const [schedule] = await stack.sql`
    select s.id from schedules s join users u on u.id = s.user_id where u.email = 'ada@acme.test'`;
  const id = String(schedule?.id);
  await stack.sql`delete from schedule_rules where schedule_id = ${id}`;
  await stack.sql`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    values (${id}, 1, 540, 900), (${id}, 3, 540, 720), (${id}, 3, 780, 1020), (${id}, 4, 540, 1020), (${id}, 5, 540, 1020)`;
  return () => stack.sql`
    select s.version, s.timezone, r.day_of_week, r.start_minute, r.end_minute from schedules s join schedule_rules r on r.schedule_id = s.id
    where s.id = ${id} order by r.day_of_week, r.start_minute`;
}

describe('the first run of an old hand', { timeout: 120_000 }, () => {
  it('keeps a week that it cannot show, and one that nobody changed', async () => {
    const { page, faults } = await openMember(stack, browser);
    const read = await unlikeDays();
    const before = await read();
    expect(before).toHaveLength(5);
    await page.goto(`${stack.appUrl}/start?step=2`);
    const lines = page.locator('.start-week > div');
    await lines.first().waitFor();
    expect((await lines.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).slice(0, 4)).toEqual([
      'Monday 09:00 – 15:00',
      'Tuesday Closed',
      'Wednesday 09:00 – 12:00, 13:00 – 17:00',
      'Thursday 09:00 – 17:00',
    ]);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await expectSound(page);
    await picture(page, 'start-kept');
    expect(await page.getByRole('link', { name: 'Change them under Availability' }).getAttribute('href')).toMatch(
      /^\/availability/,
    );
    await press(page, 'Continue');
    await page.getByRole('heading', { name: 'Ready: share your link' }).waitFor();
    expect(await read()).toEqual(before);

    // Grace's days are alike.
    const grace = await openMember(stack, browser, { email: 'grace@acme.test' });
    const writes: string[] = [];
    grace.page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url());
    });
    await grace.page.goto(`${stack.appUrl}/start?step=2`);
    await grace.page.getByRole('checkbox', { name: 'Monday' }).waitFor();
    await press(grace.page, 'Continue');
    await grace.page.getByRole('heading', { name: 'Ready: share your link' }).waitFor();
    expect(writes).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('is a command for the first day only', async () => {
    const { page } = await openMember(stack, browser);
    const found = async (): Promise<number> => {
      await page.goto(`${stack.appUrl}/meetings`);
      await page.getByRole('button', { name: 'Go to …' }).waitFor();
      await page.keyboard.press('Control+K');
      await page.getByRole('option', { name: /^Availability/ }).waitFor();
      return page.getByRole('option', { name: /^Set up your link/ }).count();
    };
    expect(await found()).toBe(1);
    await stack.sql`update users set created_at = created_at - interval '2 days' where email = 'ada@acme.test'`;
    expect(await found()).toBe(0);
  });
});

describe('the command palette', { timeout: 120_000 }, () => {
  it('goes, copies and begins, by keyboard alone', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/meetings`);
    await page.getByRole('button', { name: 'Go to …' }).waitFor();
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'What do you want to do?' });
    await field.waitFor();
    await page
      .getByRole('option', { name: /Intro call/ })
      .first()
      .waitFor();
    await expectSound(page);
    await picture(page, 'palette');
    await page.keyboard.type('availab');
    // The page, and the search of meetings.
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    const active = String(await field.getAttribute('aria-activedescendant'));
    expect(await page.evaluate(`document.getElementById(${JSON.stringify(active)}).textContent`)).toMatch(
      /^Availability/,
    );
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Availability');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('link intro call');
    await page
      .getByRole('option', { name: /Link to Intro call/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Copied: ' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${stack.publicUrl}/acme/ada/intro-30`);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('vacation');
    await page.getByRole('option', { name: /Add time off/ }).waitFor();
    // Words of the other language, too; guests are searched; sharing and the way out are found.
    for (const [typed, found] of [
      ['Urlaub', /^Add time off/],
      ['embed', /^Put your booking page on a website/],
      ['qr code', /^QR code of your booking page/],
      ['abmelden', /^Sign out/],
    ] as const) {
      await field.fill(typed);
      await page.getByRole('option', { name: found }).waitFor();
    }
    await field.fill('Grete Guest');
    await page.getByRole('option', { name: /^Search meetings for “Grete Guest”/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/meetings\?q=Grete/);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('qr code your');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'QR code: Your booking page' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+K');
    await page.keyboard.type('new event');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New event type' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('new=');
    expect(faults).toEqual([]);
  });
});

describe('undo', { timeout: 120_000 }, () => {
  it('puts a removed date and time off back for ten seconds, by mouse and by keyboard', async () => {
    const { page } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await page.goto(`${stack.appUrl}/availability`);
    await press(page, 'Add time off');
    await page.getByLabel('First day off').fill('2030-07-01');
    await press(page, 'Save');
    const off = page.getByRole('list', { name: 'Time off' }).getByRole('listitem');
    await off.first().waitFor();
    await off
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    // It waits while it has the focus: a busy machine takes longer than ten seconds for what follows.
    await page.getByRole('button', { name: 'Undo', exact: true }).focus();
    await expect.poll(() => off.count()).toBe(0);
    // Said once: in the message that can take it back.
    expect(await page.getByText('You can be booked then again.').count()).toBe(1);
    await expectSound(page);
    await picture(page, 'undo');
    await page.keyboard.press('Control+Z');
    await off.first().waitFor();
    await off
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await press(page, 'Undo');
    await off.first().waitFor();
  });
});

/** Names that people of the demo chose. */
const OWN = ['Ada Lovelace', 'Grace Hopper', 'Linus Pauling', 'Acme', 'Intro call', 'Deep dive', 'Office hour'];
/** Is the same word in German. */
const ALIKE = ['optional', 'Online', 'Webhooks'];

/** Every page that the navigation or the settings lead to. */
const PAGES = [
  ...['/start', '/start?step=2', '/start?step=3', '/meetings', '/meetings?tab=past', '/insights', '/event-types'],
  ...['/availability', '/team', '/settings/account', '/settings/workspace', '/settings/calendars', '/settings/access'],
  ...['/settings/agents', '/settings/grants', '/settings/webhooks', '/settings/billing'],
];

describe('in German', { timeout: 240_000 }, () => {
  it('no page of the dashboard has an English text left', async () => {
    const english = await openMember(stack, browser);
    const german = await openMember(stack, browser, { locale: 'de-AT' });
    await unlikeDays();
    await stack.sql`update event_types set location_detail = null where location_type = 'custom_link'`;
    const left: Record<string, readonly string[]> = {};
    for (const path of PAGES) {
      const [en, de] = await Promise.all([
        textsOf(english.page, stack.appUrl + path),
        textsOf(german.page, stack.appUrl + path),
      ]);
      expect(await german.page.evaluate('document.documentElement.lang')).toBe('de-AT');
      const same = [...de].filter((text) => en.has(text) && ![...OWN, ...ALIKE].includes(text));
      if (same.length > 0) left[path] = same;
    }
    expect(left).toEqual({});
    await picture(german.page, 'german-billing');
  });

  it('the setting of the person counts more than the browser', async () => {
    const { page, userId } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await page.goto(`${stack.appUrl}/settings/account`);
    await page.getByLabel('Language of your pages').selectOption({ label: 'Deutsch' });
    await page.getByRole('region', { name: 'Your name and address' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ihr Name und Ihre Adresse' }).waitFor();
    expect(await stack.sql`select language from users where id = ${userId}`).toEqual([{ language: 'de' }]);
    await page.context().clearCookies({ name: 'lang' });
    await page.goto(`${stack.appUrl}/meetings`);
    await expectHeading(page, 'Termine');
    // Signed out, this browser still knows. A page that asks without a session would lead to sign-in by itself, at the same time.
    await page.goto('about:blank');
    await page.context().clearCookies({ name: /holdfast/ });
    await page.goto(`${stack.appUrl}/login`);
    await expectHeading(page, 'Anmelden');
  });
});
