import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking, pastStart } from '../../support/drivers/host-bookings.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam } from '../../support/factories/keys.ts';
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
    await section.getByLabel('Shortest notice').fill('1');
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
    await section.getByLabel('Minutes free after').fill('10');
    await press(page, 'Save Defaults');
    await section.getByText('Key of the admin has changed the workspace meanwhile').waitFor();
    await picture(page, 'settings-defaults-conflict');
    await press(page, 'Load the new state');
    await expect.poll(() => section.getByLabel('Language').inputValue()).toBe('de');
    expect(await section.getByLabel('Minutes free after').inputValue()).toBe('0');
    expect(await page.evaluate('document.activeElement.name')).toBe('timezone');
    await section.getByLabel('Minutes free after').focus();
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
    await page.getByRole('button', { name: 'Next 30 days' }).click();
    await page.getByRole('region', { name: 'By event type' }).getByRole('row').nth(1).waitFor();
    await makeBooking(stack.sql, team, { hostId: owner.userId, startMs: pastStart() });
    await page.reload();
    await page.getByRole('region', { name: 'By event type' }).getByRole('row').nth(1).waitFor();
    expect(await page.locator('.chart canvas').count()).toBe(4);
    await expectSound(page);
    await picture(page, 'insights');
    expect(faults).toEqual([]);
  });
});
