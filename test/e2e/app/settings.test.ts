import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking, pastStart } from '../../support/drivers/host-bookings.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

describe('settings', { timeout: 90_000 }, () => {
  it('change the own name, everywhere at once', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openMember(stack, browser, {
      email: team.members.owner.email,
      workspace: team.slug,
    });
    await page.goto(`${stack.appUrl}/settings/account`);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Byron');
    await press(page, 'Save');
    await page.getByText('Your account is saved.').waitFor();
    await page.locator('summary', { hasText: 'Ada Byron' }).waitFor();
    await expectSound(page);
    await picture(page, 'settings-account');
    expect(faults).toEqual([]);
  });

  it('export everything, and show what an import would make before it is made', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openMember(stack, browser, {
      email: team.members.owner.email,
      workspace: team.slug,
    });
    await page.goto(`${stack.appUrl}/settings/workspace`);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export everything (JSON)')]);
    expect(file.suggestedFilename()).toBe(`${team.slug}.json`);
    let text = '';
    for await (const chunk of await file.createReadStream()) text += chunk;
    const parts = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    expect(parts.members?.map(({ email }) => email)).toContain(team.members.admin.email);
    await press(page, 'Import from Cal.com or Calendly');
    await page.getByText('Or from a file').click();
    const entry = { id: 7, title: 'Coaching', slug: 'coaching', lengthInMinutes: 45 };
    const choose = (content: string) =>
      page.getByLabel('Files').setInputFiles({
        ...{ name: 'cal.json', mimeType: 'application/json' },
        buffer: Buffer.from(content),
      });
    const good = JSON.stringify({ status: 'success', data: [entry] });
    await choose(good);
    await page.getByText('One entry would be made:').waitFor();
    for (const [wrong, why] of [
      ['name,minutes', 'cal.json is no whole JSON'],
      ['{"hello":[1,2]}', 'There are no event types and no hours in it.'],
    ] as const) {
      await choose(wrong);
      await page.getByText(why).waitFor();
      expect(await page.getByText('One entry would be made:').count()).toBe(0);
      await choose(good);
      await page.getByText('One entry would be made:').waitFor();
      expect(await page.getByText(why).count()).toBe(0);
    }
    await page.getByRole('radio', { name: 'Calendly' }).check();
    await page.getByText('https://api.calendly.com/users/me').waitFor();
    // Two files at once, dropped; and the text itself.
    const dropped = [{ title: 'Dropped', slug: 'dropped', lengthInMinutes: 20 }, entry].map((one) =>
      JSON.stringify([one]),
    );
    const files = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); for (const [at, text] of ${JSON.stringify(dropped)}.entries()) all.items.add(new File([text], at + '.json')); return all; })()`,
    );
    await page.locator('.import-drop').dispatchEvent('drop', { dataTransfer: files });
    await page.getByText('2 entries would be made:').waitFor();
    await page.getByText('Paste the text instead').click();
    await page.getByLabel('Text of the answer').fill(good);
    await press(page, 'Read it');
    await page.getByText('One entry would be made:').waitFor();
    await expectSound(page);
    await picture(page, 'settings-import');
    const made = () =>
      stack.sql`select 1 from event_types where workspace_id = ${team.workspaceId} and name = 'Coaching'`;
    expect(await made()).toHaveLength(0);
    await press(page, 'Import');
    await page.getByText('One entry is made:').waitFor();
    expect(await made()).toHaveLength(1);
    // The wrong files were refused.
    expect(faults.filter((fault) => !/status of 4(?:00|22)/.test(fault))).toEqual([]);
  });

  it('set what new things begin with, by mouse and by keyboard, and tell of another admin’s change', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openMember(stack, browser, {
      email: team.members.owner.email,
      workspace: team.slug,
    });
    await page.goto(`${stack.appUrl}/settings/workspace`);
    const section = page.getByRole('region', { name: 'Defaults' });
    await section.getByLabel('Time zone').selectOption('Europe/Lisbon');
    await section.getByLabel('Weeks begin on').selectOption('Saturday');
    await section.getByLabel('Minutes', { exact: true }).fill('45');
    await section.getByLabel('Minimum notice').fill('1');
    await section.getByLabel('Unit of the notice').selectOption('days');
    await press(page, 'Save Defaults');
    await expectSaid(page, 'Defaults', 'Saved. It counts from now on.');
    const stored = async () => {
      const [row] = await stack.sql`
        select timezone, week_starts_on, language, booking_defaults from workspaces where id = ${team.workspaceId}`;
      return { ...row };
    };
    const times = { durationMinutes: 45, minimumNoticeMinutes: 1_440 };
    const chosen = { timezone: 'Europe/Lisbon', week_starts_on: 'saturday', language: null, booking_defaults: times };
    expect(await stored()).toEqual(chosen);
    await expectSound(page);
    await picture(page, 'settings-defaults');

    const { headers } = await team.key('admin');
    expect((await callHost(stack.appUrl, workspace.updateWorkspace, { language: 'de' }, headers)).status).toBe(200);
    await section.getByLabel('Buffer after (minutes)').fill('10');
    await press(page, 'Save Defaults');
    await section.getByText('Key of the admin has changed the workspace meanwhile').waitFor();
    await picture(page, 'settings-defaults-conflict');
    await press(page, 'Load the new state');
    await expect.poll(() => section.getByLabel('Language').inputValue()).toBe('de');
    expect(await section.getByLabel('Buffer after (minutes)').inputValue()).toBe('0');
    expect(await page.evaluate('document.activeElement.name')).toBe('timezone');
    await section.getByLabel('Buffer after (minutes)').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Defaults', 'Saved. It counts from now on.');
    expect(await stored()).toMatchObject({ language: 'de', booking_defaults: { ...times, bufferAfterMinutes: 1 } });

    await page.goto(`${stack.appUrl}/event-types`);
    await press(page, 'New event type');
    await expect.poll(() => page.getByRole('dialog').getByLabel('Minutes').inputValue()).toBe('45');
    await page.goto(`${stack.appUrl}/availability`);
    const calendar = page.getByRole('region', { name: 'Calendar', exact: true });
    await expect.poll(() => calendar.locator('th').first().getAttribute('aria-label')).toBe('Saturday');
    expect(await page.locator('.week-day').first().getAttribute('aria-label')).toBe('Hours drawn on Saturday');
    await page.goto(`${stack.appUrl}/settings/activity`);
    await page.getByText('Times in Lisbon, Western European Time.').waitFor();
    expect(faults).toEqual([]);
  });

  it('remove a member, whose meetings go to another', async () => {
    const team = await makeTeam(stack.sql);
    const { owner, member } = team.members;
    const { page, faults } = await openMember(stack, browser, { email: owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/team`);
    await press(page, /^Remove Person member/);
    const dialog = page.getByRole('dialog', { name: /^Remove Person member/ });
    await dialog.getByLabel('Their upcoming meetings').selectOption({ label: 'are canceled; guests are told by mail' });
    await dialog.getByLabel('A word to their guests').fill('Sorry');
    await expectSound(page);
    await picture(page, 'settings-remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Person member is removed.').waitFor();
    expect(
      await stack.sql`select 1 from memberships where user_id = ${member.userId} and workspace_id = ${team.workspaceId}`,
    ).toHaveLength(0);
    expect(faults).toEqual([]);
  });

  it('show numbers as charts with their tables', async () => {
    const team = await makeTeam(stack.sql);
    const { owner } = team.members;
    const { page, faults } = await openMember(stack, browser, { email: owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/insights`);
    await expectHeading(page, 'Numbers');
    await page.getByRole('heading', { name: 'No meetings in the last 90 days' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Lists of meetings' });
    expect(await tabs.locator('[aria-current]').allInnerTexts()).toEqual(['Numbers']);
    await expectSound(page);
    await picture(page, 'insights-empty');
    await makeBooking(stack.sql, team, { hostId: owner.userId, startMs: Date.now() + 86_400_000 });
    // All meetings of a new host lie ahead: the page opens there, unless the address says otherwise.
    await page.reload();
    await page.getByRole('region', { name: 'By event type' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByLabel('Period').inputValue()).toBe('-30');
    await page.getByLabel('Period').selectOption('90');
    await page.getByRole('button', { name: 'Next 30 days' }).click();
    await page.getByRole('region', { name: 'By event type' }).getByRole('row').nth(1).waitFor();
    await makeBooking(stack.sql, team, { hostId: owner.userId, startMs: pastStart() });
    await page.goto(`${stack.appUrl}/insights`);
    await page.getByRole('region', { name: 'By event type' }).getByRole('row').nth(1).waitFor();
    expect(await page.getByLabel('Period').inputValue()).toBe('90');
    expect(await page.locator('.chart canvas').count()).toBe(4);
    await expectSound(page);
    await picture(page, 'insights');
    expect(faults).toEqual([]);
  });

  it('compare numbers with the period before, and say what is not listed', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults, context } = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug },
    });
    const at = (daysAgo: number) => (rows: readonly Omit<Booked, 'daysAgo'>[]) =>
      bookAll(
        team,
        rows.map((row) => ({ ...row, daysAgo })),
      );
    await at(40)([{ count: 6 }, { count: 2, status: 'no_show' }, { count: 2, source: 'host_mcp' }]);
    await at(5)([
      { count: 6, leadDays: 3 },
      { count: 1, status: 'no_show', leadDays: 3 },
      { count: 1, status: 'canceled', leadDays: 3 },
      { count: 4, source: 'host_mcp', leadDays: 3 },
    ]);
    await context.addInitScript(NOTE_SHIFT);
    await page.goto(`${stack.appUrl}/insights?days=30`);
    const totals = page.getByRole('region', { name: 'In all' }).locator('dl > div');
    await totals.first().waitFor();
    expect((await totals.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
      ['Meetings booked', '12', '+20% on the 30 days before'],
      ['Canceled', '1', '–', 'Nothing to compare with in the 30 days before'],
      ['No-shows', '1', '-50% on the 30 days before'],
      ['Booked ahead', '3 days', '+2 days on the 30 days before'],
      ['Booked by agents', '33%', '+13 percentage points on the 30 days before'],
    ]);
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.05);
    const weeks = page.getByRole('region', { name: 'Bookings by week' });
    const listed = await weeks.getByRole('row').count();
    await weeks.getByText(/^[2-5] weeks without meetings are not listed\.$/).waitFor();
    expect(listed).toBeLessThan(4);
    const heads = await page.locator('thead th:first-child').allInnerTexts();
    expect(heads).toEqual(['Week', 'Event type', 'Host', 'Source']);
    await expectSound(page);
    await picture(page, 'insights-compared');
    // German words are the longest.
    const german = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug, locale: 'de-DE', width: 390 },
    });
    await german.page.goto(`${stack.appUrl}/insights?days=30`);
    await german.page.getByText('+20 % zu den 30 Tagen davor').waitFor();
    // A table that is too wide scrolls in its box, and the page does not.
    expect(await german.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    // With display: block they were no tables to screen readers.
    const cells = german.page.getByRole('table', { name: 'Nach Herkunft' }).getByRole('rowheader');
    expect(await cells.count()).toBeGreaterThan(0);
    expect(await german.page.evaluate("getComputedStyle(document.querySelector('table.numbers tr')).display")).toBe(
      'table-row',
    );
    await expectSound(german.page);
    await picture(german.page, 'insights-german');
    await german.context.close();
    // Days ahead are still being booked: nothing before is like them.
    await makeBooking(stack.sql, team, { hostId: team.members.owner.userId, startMs: Date.now() + 86_400_000 });
    await page.goto(`${stack.appUrl}/insights?days=-30`);
    await totals.first().waitFor();
    expect(await page.getByText('days before').count()).toBe(0);
    await page.route('**/workspace/insights*', async (route) => {
      const response = await route.fetch();
      const more = { eventTypesLeftOut: 12, hostsLeftOut: 1 };
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...more } });
    });
    await page.reload();
    await page.getByText('12 more event types with fewer bookings are not listed.').waitFor();
    await page.getByText('1 more host with fewer bookings is not listed.').waitFor();
    expect(faults).toEqual([]);
  });
});

const NOTE_SHIFT = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

interface Booked {
  readonly daysAgo: number;
  readonly count: number;
  readonly status?: 'completed' | 'no_show' | 'canceled';
  readonly source?: 'web' | 'host_mcp';
  readonly leadDays?: number;
}

/** Bookings of past days as rows, an hour apart. */
async function bookAll(team: TestTeam, rows: readonly Booked[]): Promise<void> {
  let hours = 0;
  for (const { daysAgo, count, status = 'completed', source = 'web', leadDays = 1 } of rows) {
    await stack.sql`
      insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone, location_type,
        source, revision, created_at)
      select gen_random_uuid(), ${team.workspaceId}, ${team.host.eventTypeId}, ${team.host.userId}, ${status}, starts,
        starts + interval '30 minutes', 'ada@guest.test', 'UTC', 'phone', ${source}, 1, starts - ${leadDays} * interval '1 day'
      from generate_series(1, ${count}) n,
        lateral (select date_trunc('hour', now()) - ${daysAgo} * interval '1 day' - (n + ${hours}) * interval '1 hour' as starts) s`;
    hours += count;
  }
}
