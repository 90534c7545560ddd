import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteSetters } from '../../../store/access/webhook-setters.ts';
import { inTransaction } from '../../../store/database.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { signIn } from '../../support/drivers/session.ts';
import { makeKey } from '../../support/factories/keys.ts';
import { addPerson } from '../../support/factories/members.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const reasonOf = async (id: string) =>
  (await stack.sql`select disabled_reason as reason from webhook_endpoints where id = ${id}`)[0]?.reason;

/** A webhook that somebody has set, by a key or signed in. */
async function hookOf(workspaceId: string, userId: string, keyId: string | null, url: string): Promise<string> {
  const { id } = await makeEndpoint(stack.sql, stack.secrets, { workspaceId, url, madeBy: userId });
  const actor = keyId === null ? { kind: 'session', userId } : { kind: 'key', keyId, userId };
  await inTransaction(stack.sql, (tx) => noteSetters(tx, id, ['url'], { actor: actor as never, source: 'host_api' }));
  return id;
}

it('offers to switch off the webhooks of a revoked key', async () => {
  const { userId, workspaceId } = await signIn(stack);
  const key = await makeKey(stack.sql, { workspaceId, userId, name: 'Robot with a webhook' });
  await stack.sql`update api_keys set last_used_at = now() where id = ${key.id}`;
  const id = await hookOf(workspaceId, userId, key.id, 'https://hooks.acme-crm.com/in');
  const { page, faults } = await openMember(stack, browser, { email: 'ada@acme.test' });
  await page.goto(`${stack.appUrl}/settings/access`);
  await press(page, 'Revoke Robot with a webhook');
  await press(page, 'Revoke key');
  const dialog = page.getByRole('dialog', { name: '1 webhook is still on' });
  await dialog.getByText('hooks.acme-crm.com', { exact: true }).waitFor();
  expect(await reasonOf(id)).toBeNull();
  await expectSound(page);
  await picture(page, 'kept-webhooks');
  await press(page, 'Switch it off, too');
  await dialog.waitFor({ state: 'detached' });
  expect(await reasonOf(id)).toBe('access_stopped');
  expect(faults).toEqual([]);
});

it('shows an owner whose meetings wait, and decides about them and their webhooks', async () => {
  const { workspaceId } = await signIn(stack);
  const former = await addPerson(stack.sql, workspaceId, 'member');
  const { bookingId } = await makeBooking(stack.sql, { workspaceId }, { hostId: former.userId });
  const id = await hookOf(workspaceId, former.userId, null, 'https://hooks.former.com/in');
  await stack.sql`
    update memberships set leaving_at = now(), stays_closed = true where workspace_id = ${workspaceId} and user_id = ${former.userId}`;
  const [name] = await stack.sql<{ name: string }[]>`select name from users where id = ${former.userId}`;
  const { page, faults } = await openMember(stack, browser, { email: 'ada@acme.test' });
  await page.goto(`${stack.appUrl}/team`);
  const row = page.getByRole('listitem').filter({ hasText: former.email });
  await row.getByText('No access: meetings wait for your decision').waitFor();
  expect(await row.getByRole('button', { name: /^Change role/ }).count()).toBe(0);
  await row.getByRole('button', { name: /^Keep as a member/ }).waitFor();
  await expectSound(page);
  await picture(page, 'member-waiting');
  await row.getByRole('button', { name: `Remove ${name?.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('can do nothing here any more').waitFor();
  await dialog.getByRole('combobox').selectOption('cancel');
  await press(page, 'Remove');
  const kept = page.getByRole('dialog', { name: '1 webhook is still on' });
  await kept.getByText('hooks.former.com', { exact: true }).waitFor();
  await press(page, 'Switch it off, too');
  await kept.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  expect(await reasonOf(id)).toBe('access_stopped');
  const [booking] = await stack.sql`select status from bookings where id = ${bookingId}`;
  expect(booking?.status).toBe('canceled');
  expect(faults).toEqual([]);
});
