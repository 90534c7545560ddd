import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { statusWith } from '../../support/drivers/cli-login.ts';
import { signIn } from '../../support/drivers/session.ts';
import { makeKey, makeSeat, makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const MOST_STOPS = 60;

/** Presses Tab until the button with this text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (text.test(String(await page.evaluate('document.activeElement.textContent')))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${text}`);
}

describe('API keys', { timeout: 90_000 }, () => {
  it('are created, shown once, used and revoked', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await page.goto(`${stack.appUrl}/settings/access`);
    await press(page, 'New key');
    await page.getByRole('dialog').waitFor();
    await expectSound(page);
    await picture(page, 'home-new-key');
    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    await page.getByLabel('Read only').check();
    await page.getByLabel('It works').selectOption('30');
    await press(page, 'Create key');
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    await dialog.waitFor();
    await expectSound(page);
    await picture(page, 'home-key');
    const secret = (await dialog.locator('.secret code').textContent()) ?? '';
    expect(secret).toMatch(/^svc_live_/);
    await press(page, 'Copy the key');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await press(page, 'I have it');
    const row = page.getByRole('listitem').filter({ hasText: 'Nightly export' });
    await row.getByText('Never used').waitFor();
    expect(await row.textContent()).toMatch(/Reads · made .* · until /);
    expect(await page.content()).not.toContain(secret);

    expect(await statusWith(stack, secret)).toBe(200);
    await page.reload();
    await row.getByText('last used').waitFor();
    await press(page, 'Revoke Nightly export');
    await page.getByRole('dialog', { name: 'Revoke Nightly export?' }).waitFor();
    await expectSound(page);
    await picture(page, 'home-revoke');
    await press(page, 'Revoke key');
    await page.getByText('Revoked and expired (1)').waitFor();
    expect(await statusWith(stack, secret)).toBe(401);
    await expectDone(page, 'Keys and connected devices', 'Nightly export is revoked.');
    expect(faults).toEqual([]);
  });

  it('that were never used are marked, and one click revokes them', async () => {
    const member = await openMember(stack, browser, { email: 'linus@acme.test' });
    const key = await makeKey(stack.sql, { ...member, name: 'Lost answer' });
    await member.page.goto(`${stack.appUrl}/settings/access`);
    await member.page.getByText('Never used').waitFor();
    await press(member.page, 'Revoke Lost answer');
    await member.page.getByText('Revoked and expired (1)').waitFor();
    await expectDone(member.page, 'Keys and connected devices', 'Lost answer is revoked.');
    expect(await statusWith(stack, key.secret)).toBe(401);
  });

  it('show what is wrong with a request', async () => {
    const { page } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await page.goto(`${stack.appUrl}/settings/access`);
    await press(page, 'New key');
    await page.getByLabel('Name', { exact: true }).fill('   ');
    await press(page, 'Create key');
    await page.getByText('It is marked below.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expectSound(page);
    await picture(page, 'home-key-wrong');
    // What no field shows is said in the service's words.
    await page.route('**/api/v1/**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const details = { issues: [{ path: 'expiresAt', message: 'must be later' }] };
      const error = { code: 'request.invalid', message: 'expiresAt must be later.', details };
      await route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify({ error }) });
    });
    await page.getByLabel('Name', { exact: true }).fill('Late');
    await press(page, 'Create key');
    await page.getByText('The service says: expiresAt must be later.').waitFor();
  });
});

describe('agent seats', { timeout: 90_000 }, () => {
  it('are created up to the limit, with a key shown once, and revoked', async () => {
    const team = await makeTeam(stack.sql);
    await stack.sql`update workspaces set plan = 'starter' where id = ${team.workspaceId}`;
    const owner = team.members.owner;
    await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: owner.userId, displayName: 'First' });
    await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: owner.userId, displayName: 'Second' });
    const { page } = await openMember(stack, browser, { email: owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/settings/access`);
    await page.getByText('2 of 3 taken.').waitFor();
    await press(page, 'New seat');
    await expectSound(page);
    await picture(page, 'home-new-seat');
    await page.getByLabel('Name', { exact: true }).fill('Robo');
    await page.getByLabel('The agent’s own email').fill('robo@agents.test');
    await press(page, 'Create seat');
    const dialog = page.getByRole('dialog', { name: 'The key of Robo' });
    const secret = (await dialog.locator('.secret code').textContent()) ?? '';
    expect(await statusWith(stack, secret)).toBe(200);
    await press(page, 'I have it');
    await page.getByText('3 of 3 taken.').waitFor();
    expect(await page.getByRole('button', { name: 'New seat' }).count()).toBe(0);
    await expectSound(page);
    await picture(page, 'home-full');

    await press(page, 'Revoke the seat of Robo');
    await press(page, 'Revoke seat');
    await page.getByText('2 of 3 taken.').waitFor();
    await expectDone(page, 'Agent seats', 'The seat of Robo is revoked.');
    expect(await statusWith(stack, secret)).toBe(401);
  });

  it('are not offered to members who may not manage them', async () => {
    const team = await makeTeam(stack.sql);
    for (const role of ['member', 'billing_only'] as const) {
      const { page } = await openMember(stack, browser, { email: team.members[role].email, workspace: team.slug });
      await page.goto(`${stack.appUrl}/settings/access`);
      await page.getByText(role === 'member' ? 'Owners and admins manage them.' : 'Your role sees billing').waitFor();
      expect(await page.getByRole('button', { name: 'New seat' }).count()).toBe(0);
      await expectSound(page);
      await picture(page, `home-${role}`);
    }
  });
});

describe('members', { timeout: 90_000 }, () => {
  it('are invited and get another role by the keyboard alone', async () => {
    const team = await makeTeam(stack.sql);
    const { owner, manager } = team.members;
    const { page, faults } = await openMember(stack, browser, { email: owner.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/team`);
    const section = page.getByRole('region', { name: 'Members' });
    await section.getByRole('button', { name: 'Invite' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invite a member' }).waitFor();
    await expectSound(page);
    await picture(page, 'home-invite');
    await page.getByLabel('Email').focus();
    await page.keyboard.type('hedy@invited.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Admin');
    await page.keyboard.press('Tab');
    await tabTo(page, /^Send invitation$/);
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Members', 'hedy@invited.test is invited.');
    // The dialog gives the focus back to the button that opened it.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Invite');
    const invited = section.getByRole('listitem').filter({ hasText: 'hedy@invited.test' });
    expect(await invited.textContent()).toMatch(/admin · invited, until /);
    const sendAgain = invited.getByRole('button', { name: 'Send again hedy@invited.test' });
    await sendAgain.click();
    await expectSaid(page, 'Members', 'No second mail has left');
    await stack.sql`update invitations set issued_at = issued_at - interval '11 minutes' where email = 'hedy@invited.test'`;
    await sendAgain.click();
    await expectSaid(page, 'Members', 'hedy@invited.test gets another invitation.');
    const [invitation] = await stack.sql`select issue_no from invitations where email = 'hedy@invited.test'`;
    expect(invitation?.issue_no).toBe(2);
    await tabTo(page, /^Change role of Person manager/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^The role of Person manager/ }).waitFor();
    await page.getByLabel('Role', { exact: true }).focus();
    await page.keyboard.type('Billing');
    await tabTo(page, /^Change role$/);
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Members', 'Person manager is now: billing only.');
    const [row] = await stack.sql`select role from memberships where user_id = ${manager.userId}`;
    expect(row?.role).toBe('billing_only');
    await expectSound(page);
    await picture(page, 'home-members');
    expect(faults).toEqual([]);
  });

  it('are shown to nobody but owners and admins', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openMember(stack, browser, { email: team.members.manager.email, workspace: team.slug });
    await page.goto(`${stack.appUrl}/team`);
    await page.getByText('see and change who works here').waitFor();
    expect(await page.getByRole('region', { name: 'Members' }).count()).toBe(0);
  });
});

describe('sessions', { timeout: 90_000 }, () => {
  it('are listed and ended one by one, or all at once', async () => {
    const other = await signIn(stack, { email: 'linus@acme.test' });
    const member = await openMember(stack, browser, { email: 'linus@acme.test' });
    await stack.sql`
      update sessions set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
      where id = ${other.sessionId}`;
    const { page } = member;
    await page.goto(`${stack.appUrl}/settings/account`);
    await press(page, 'Sign out Firefox on Linux');
    await expectDone(page, 'Signed-in browsers', 'Firefox on Linux is signed out.');
    expect(await page.getByRole('listitem').filter({ hasText: 'Firefox on Linux' }).count()).toBe(0);
    const answer = await fetch(`${stack.appUrl}/api/v1/me/sessions`, { headers: other.headers });
    expect(answer.status).toBe(401);

    await press(page, 'Sign out everywhere');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectHeading(page, 'Sign in');
    await page.getByText('You are signed out').waitFor();
  });

  it('end by signing out', async () => {
    const { page } = await openMember(stack, browser);
    await page.goto(stack.appUrl);
    await page.locator('summary', { hasText: 'Account:' }).click();
    await press(page, 'Sign out');
    await page.getByText('You are signed out').waitFor();
  });
});
