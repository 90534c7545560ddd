import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { signedId } from '../../../domain/secrets.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { addMember, personWithBrowser } from '../../support/drivers/session.ts';
import { storeNotice } from '../../support/factories/access-notices.ts';
import { makeKey, makeSeat } from '../../support/factories/keys.ts';
import { type AgentWorkspace, agentWorkspace, storeWorkspaceClaim } from '../../support/factories/workspace-claims.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

async function openAs(email: string) {
  const [visitor, { token }] = await Promise.all([openVisitor(browser), personWithBrowser(stack, email)]);
  await visitor.context.addCookies([
    { name: sessionCookieName(stack.appUrl), value: token, url: stack.appUrl, httpOnly: true },
  ]);
  return visitor;
}

const MALLORY = 'mallory@evil.test';

/** A member with a key and a seat, and somebody invited, beside the agent that owns the workspace. */
async function othersIn({ workspaceId, slug }: AgentWorkspace): Promise<void> {
  await addMember(stack, { email: MALLORY, workspace: slug, role: 'manager' });
  const [row] = await stack.sql<{ id: string }[]>`select id from users where email = ${MALLORY}`;
  const userId = row?.id ?? '';
  await stack.sql`update users set name = 'Mallory' where id = ${userId}`;
  await makeKey(stack.sql, { workspaceId, userId, name: 'Back door' });
  await makeSeat(stack.sql, { workspaceId, userId, displayName: 'You won, go to prize.example' });
  await stack.sql`
    insert into invitations (id, workspace_id, email, role, token_hash, invited_by_user_id, test_mode, issue_no, created_at, issued_at, expires_at)
    values (${uuidv7()}, ${workspaceId}, 'eve@evil.test', 'billing_only', ${randomBytes(32)}, ${userId}, false, 1, now(), now(), now() + interval '7 days')`;
}

it('shows a person what an agent asks, in light and dark, at every width, and makes them the owner', async () => {
  const agent = await agentWorkspace(stack);
  const id = await storeWorkspaceClaim(stack, agent, 'hana@humans.test');
  await othersIn(agent);
  const url = `${stack.appUrl}/claim/${signedId(stack.secrets.workspaceClaim, id)}`;
  const stranger = await openVisitor(browser);
  await stranger.page.goto(url);
  await expectHeading(stranger.page, 'An agent asks you to take over a workspace');
  expect(await stranger.page.locator('main').textContent()).not.toContain(agent.email);
  await expectSound(stranger.page);
  await picture(stranger.page, 'workspace-claim-signed-out');
  const { page, faults } = await openAs('hana@humans.test');
  await page.goto(url);
  await expectHeading(page, /^Take over/);
  const others = page.getByRole('region', { name: 'Who else has a way in, and keeps it' });
  for (const line of [
    `Mallory, ${MALLORY}: manager`,
    `Key “Back door”, of ${MALLORY}`,
    `Agent, of ${MALLORY}`,
    'eve@evil.test: billing only',
  ])
    await others.getByText(line, { exact: true }).waitFor();
  expect(await others.textContent()).not.toContain('prize.example');
  await expectSound(page);
  await picture(page, 'workspace-claim-decide');
  // By the keyboard alone; the default gives nothing.
  const none = page.getByRole('radio', { name: /Has no way in/ });
  expect(await none.isChecked()).toBe(true);
  await none.focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: /role member/ }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Accept and own/);
  await page.keyboard.press('Enter');
  await expectHeading(page, /is yours$/);
  await expectSound(page);
  await picture(page, 'workspace-claim-accepted');
  await page.getByText('kept a seat, with the role member').waitFor();
  await page.getByRole('link', { name: 'Go to your meetings' }).click();
  expect(faults).toEqual([]);
  expect(stranger.faults).toEqual([]);
});

it('refuses from the keyboard', async () => {
  const id = await storeWorkspaceClaim(stack, await agentWorkspace(stack), 'rita@humans.test');
  const { page } = await openAs('rita@humans.test');
  await page.goto(`${stack.appUrl}/claim/${id}`);
  await page.getByRole('button', { name: 'Refuse' }).focus();
  await page.keyboard.press('Enter');
  await expectHeading(page, 'You refused');
  await expectSound(page);
});

it('stops a key by the link of its mail, signed out', async () => {
  const { id } = await storeNotice(stack, { email: 'tilda@told.test' });
  const { page, faults } = await openVisitor(browser);
  await page.goto(`${stack.appUrl}/access/stop/${signedId(stack.secrets.stopAccess, id)}`);
  await expectHeading(page, 'Stop this key?');
  await expectSound(page);
  await picture(page, 'stop-access');
  await press(page, 'Stop this key');
  await expectHeading(page, 'Key “Fresh key” does not work any more');
  await expectSound(page);
  await picture(page, 'stop-access-stopped');
  expect(faults).toEqual([]);
});
