import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false, demo: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const open = async (path: string, team: TestTeam, role: 'owner' | 'admin' | 'member' = 'owner') => {
  const member = await openMember(stack, browser, { email: team.members[role].email, workspace: team.slug });
  await member.page.goto(`${stack.appUrl}${path}`);
  return member;
};
const eraseAt = async ({ workspaceId }: TestTeam): Promise<Date | null> =>
  (await stack.sql<{ at: Date | null }[]>`select erase_at as at from workspaces where id = ${workspaceId}`)[0]?.at ??
  null;

describe('Settings, Workspace', { timeout: 60_000 }, () => {
  it('deletes the workspace by keyboard once its slug is typed, and restores it', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await open('/settings/workspace', team);
    const opener = page.getByRole('button', { name: 'Delete this workspace' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete the workspace' });
    await dialog.getByLabel(`Type ${team.slug} to confirm`).fill('something-else');
    await page.keyboard.press('Enter');
    await dialog.getByText('That is another name').waitFor();
    expect(await eraseAt(team)).toBeNull();
    await expectSound(page);
    await picture(page, 'deletion-ask');
    await dialog.getByRole('textbox').fill(team.slug);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'is deleted' }).waitFor();
    expect(await eraseAt(team)).not.toBeNull();
    expect(await opener.count()).toBe(0);
    await expectSound(page);
    await picture(page, 'deletion-banner');
    await press(page, 'Restore the workspace');
    await opener.waitFor();
    expect(await eraseAt(team)).toBeNull();
    expect(faults).toEqual([]);
  });

  it('offers it to owners alone, and tells others who can restore it', async () => {
    const team = await makeTeam(stack.sql);
    await stack.sql`update workspaces set erase_at = now() + interval '9 days' where id = ${team.workspaceId}`;
    const { page } = await open('/settings/workspace', team, 'admin');
    await page.getByText('unless an owner restores it').waitFor();
    expect(await page.getByRole('button', { name: 'Restore the workspace' }).count()).toBe(0);
    await page.getByRole('region', { name: 'One guest’s data' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete this workspace' }).count()).toBe(0);
  });

  it('exports and deletes one guest, after plain words; a meeting to come is in the way', async () => {
    const team = await makeTeam(stack.sql);
    const hostId = team.members.owner.userId;
    const coming = await makeBooking(stack.sql, team, { hostId });
    const past = await makeBooking(stack.sql, team, { hostId, status: 'completed', startMs: Date.now() - 9e8 });
    const { page, faults } = await open('/settings/workspace', team, 'admin');
    const section = page.getByRole('region', { name: 'One guest’s data' });
    await section.getByRole('textbox').fill(past.guest);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export their data')]);
    expect(file.suggestedFilename()).toBe('guest.json');
    await press(page, 'Delete their data');
    await page.getByText('Past meetings stay, without them').waitFor();
    await picture(page, 'deletion-guest');
    await press(page, 'Delete for good');
    await expectSaid(page, 'One guest’s data', 'Deleted. One past meeting stays without them.');
    expect(await stack.sql`select from bookings where guest_email = ${past.guest}`).toHaveLength(0);
    await section.getByRole('textbox').fill(coming.guest);
    await press(page, 'Delete their data');
    await press(page, 'Delete for good');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await stack.sql`select from bookings where guest_email = ${coming.guest}`).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});

it('Settings, You: says what the only owner does first, then deletes the account', { timeout: 60_000 }, async () => {
  const team = await makeTeam(stack.sql);
  const { page, userId } = await open('/settings/account', team);
  await press(page, 'Delete my account');
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  const confirm = async (email: string): Promise<void> => {
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
  };
  await confirm('other@acme.test');
  await dialog.getByText('not the address of your account').waitFor();
  await confirm(team.members.owner.email);
  await dialog.getByText('You are the only owner of').waitFor();
  await expectSound(page);
  await picture(page, 'deletion-account');
  await stack.sql`update workspaces set erase_at = now() + interval '9 days' where id = ${team.workspaceId}`;
  await confirm(team.members.owner.email);
  await page.waitForURL(/\/login/);
  const [row] = await stack.sql`select deleted_at is not null as gone from users where id = ${userId}`;
  expect(row).toEqual({ gone: true });
});

it('Settings, Activity: lists in plain words, filters, and has an address to share', { timeout: 60_000 }, async () => {
  const team = await makeTeam(stack.sql);
  await stack.sql`
    insert into activity_log (id, workspace_id, actor, source, action, subject_type, subject_id, data, user_id, created_at)
    select gen_random_uuid(), ${team.workspaceId}, 'ada', 'dashboard', case when n % 2 = 0 then 'team.created' else 'workspace.updated' end,
      'workspace', ${team.workspaceId}, '{"before": {"name": "Old"}, "after": {"name": "New"}}', ${team.members.owner.userId},
      now() - n * interval '1 minute' from generate_series(1, 120) n`;
  const { page, faults } = await open('/settings/activity', team);
  await expectHeading(page, 'Activity');
  const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await page.getByText('name: Old → New').first().waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByLabel('About').selectOption({ label: 'Team' });
  await page.waitForURL(/kind=team/);
  await expect.poll(() => page.getByText('Workspace: changed').count()).toBe(0);
  await expectSound(page);
  await picture(page, 'activity');
  await page.getByLabel('Search').fill('nothing like it');
  await page.getByText('Nothing matches.').waitFor();
  await page.getByLabel('Search').fill('old');
  await page.waitForURL(/q=old/);
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByLabel('Search').fill('');
  await page.waitForURL((url) => !url.search.includes('q='));
  await press(page, 'Older');
  await page.waitForURL(/cursor=/);
  await expect.poll(() => rows.count()).toBe(10);
  await page.goto(page.url());
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByText('Times in UTC.').waitFor();
  await page.goto(`${stack.appUrl}/settings/activity?from=2020-01-01&to=2020-01-02`);
  await page.getByText('Nothing matches.').waitFor();
  expect(faults).toEqual([]);
});
