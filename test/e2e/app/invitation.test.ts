import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { storeInvitation } from '../../support/factories/members.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
let workspaceId: string;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  const [row] = await stack.sql<{ id: string }[]>`
    insert into workspaces (id, slug, name, plan, subscription_status)
    values (gen_random_uuid(), 'analytical', 'Analytical Engines', 'growth', 'active') returning id`;
  workspaceId = row?.id ?? '';
  // An invitation holds while its sender may give the role.
  await stack.sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    select gen_random_uuid(), ${workspaceId}, id, 'grace', 'owner' from users where email = 'grace@acme.test'`;
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const invite = async (email: string) => {
  const invitation = await storeInvitation(stack, { workspaceId, email, role: 'manager' });
  await stack.sql`
    update invitations set invited_by_user_id = (select id from users where email = 'grace@acme.test')
    where id = ${invitation.id}`;
  return { ...invitation, url: `${stack.appUrl}/invitations/${invitation.token}` };
};

it('describes the invitation, leads through sign-in and joins by a click, in light and dark, at every width', async () => {
  const { url } = await invite('ada@acme.test');
  const { page, faults } = await openVisitor(browser);
  await page.goto(url);
  await expectHeading(page, 'Join Analytical Engines');
  expect(await page.locator('main').textContent()).toContain('Grace Hopper');
  await expectSound(page);
  await picture(page, 'invitation-signed-out');
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await press(page, 'Ada Lovelace');
  await expectHeading(page, 'Join Analytical Engines');
  await expectSound(page);
  await picture(page, 'invitation-accept');
  await press(page, /^Accept and join/);
  await expectHeading(page, 'You are in Analytical Engines');
  await expectSound(page);
  await picture(page, 'invitation-joined');
  await page.getByRole('link', { name: 'Go to your meetings' }).click();
  await expectHeading(page, 'Meetings');
  await page.locator('summary', { hasText: 'Analytical Engines' }).waitFor();
  expect(faults).toEqual([]);
});

it('fills in the invited address only for the holder of the mailed link', async () => {
  const { url, id } = await invite('newcomer@new.test');
  const { page } = await openVisitor(browser);
  const email = page.getByLabel('Your email');
  await page.goto(`${stack.appUrl}/invitations/${id}`);
  await expectHeading(page, 'Sign in');
  expect(await email.inputValue()).toBe('');
  await page.goto(url);
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await expectHeading(page, 'Sign in');
  expect(await email.inputValue()).toBe('newcomer@new.test');
  expect(decodeURIComponent(page.url())).not.toContain('newcomer');
  await press(page, 'Mail me a link');
  await page.getByRole('link', { name: 'ask again' }).click();
  await expectHeading(page, 'Sign in');
  expect(await email.inputValue()).toBe('newcomer@new.test');
  const another = new URL(page.url());
  another.searchParams.set('s', 'x'.repeat(80));
  await page.goto(another.href);
  expect(await email.inputValue()).toBe('');
});

it('explains a wrong account and an invitation that is over', async () => {
  const { url, id } = await invite('linus@acme.test');
  const { page } = await openMember(stack, browser);
  await page.goto(url);
  await expect.poll(() => page.locator('main').textContent()).toContain('this invitation is for linus@acme.test');
  await expectSound(page);
  await picture(page, 'invitation-wrong-account');
  await page.goto(`${stack.appUrl}/invitations/${id}`);
  await expectHeading(page, 'This invitation is for another address');
  expect(await page.locator('main').textContent()).not.toContain('linus');
  await stack.sql`update invitations set revoked_at = now() where id = ${id}`;
  await page.goto(url);
  await expectHeading(page, 'This invitation was taken back');
  await expectSound(page);
  const late = await invite('linus@acme.test');
  await stack.sql`update invitations set expires_at = now() where id = ${late.id}`;
  await page.goto(late.url);
  await expectHeading(page, 'This invitation is too old');
});
