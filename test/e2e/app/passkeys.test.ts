import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugAuthenticator } from '../../support/drivers/authenticator.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addPasskey(page: Page, name: string): Promise<void> {
  await press(page, 'Add a passkey');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Make a passkey');
  await section(page)
    .getByRole('status')
    .filter({ hasText: `${name} signs you in from now on.` })
    .waitFor();
}

/** As a browser that lists no passkeys in fields: the virtual authenticator would pick from the list at once. */
const withoutList = async (page: Page): Promise<void> =>
  void (await page.addInitScript('delete PublicKeyCredential.isConditionalMediationAvailable'));

async function signOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Account:' }).click();
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
}

const methodsOf = async (userId: string): Promise<string[]> =>
  (
    await stack.sql<{ method: string }[]>`
      select method from sessions where user_id = ${userId} and revoked_at is null order by created_at`
  ).map(({ method }) => method);

describe('a passkey', { timeout: 90_000 }, () => {
  it('is added on home, signs in at /login, and is removed', async () => {
    const { page, faults, userId } = await openMember(stack, browser, { email: 'grace@acme.test' });
    const authenticator = await plugAuthenticator(page);
    await withoutList(page);
    await page.goto(stack.appUrl);
    await section(page).getByText('No passkeys yet.').waitFor();
    await press(page, 'Add a passkey');
    await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-add');
    await press(page, 'Cancel');
    await addPasskey(page, 'Grace’s laptop');
    await section(page).getByText('never used').waitFor();
    const [made] = await authenticator.credentials();
    expect(made).toMatchObject({ rpId: 'localhost' });
    expect(Buffer.from(made?.userHandle ?? '', 'base64').toString('latin1')).not.toContain(userId);
    await expectSound(page);
    await picture(page, 'passkeys-one');

    // The same device again: excludeCredentials names its passkey.
    await press(page, 'Add a passkey');
    await press(page, 'Make a passkey');
    await page.getByText('This device has a passkey of yours already.').waitFor();
    await press(page, 'Cancel');
    expect(await authenticator.credentials()).toHaveLength(1);

    await signOut(page);
    await page.goto(`${stack.appUrl}/login?return_to=/device`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-login');
    await press(page, 'Sign in with a passkey');
    await page.waitForURL(`${stack.appUrl}/device`);
    expect(await methodsOf(userId)).toEqual(['passkey']);

    await page.goto(stack.appUrl);
    await page.getByText('with a passkey').waitFor();
    await section(page).getByText('last used').waitFor();
    await press(page, 'Remove Grace’s laptop');
    await page.getByRole('dialog', { name: 'Remove Grace’s laptop?' }).waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-remove');
    await press(page, 'Remove passkey');
    await expectDone(page, 'Passkeys', 'Grace’s laptop is removed.');
    await section(page).getByText('No passkeys yet.').waitFor();
    // Whoever removes it stays, though it opened this session.
    expect(await methodsOf(userId)).toEqual(['passkey']);

    await signOut(page);
    await press(page, 'Sign in with a passkey');
    await page.getByText('This passkey does not sign anybody in').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-unknown');
    expect(await methodsOf(userId)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('is listed in the email field where the browser can', async () => {
    const { page, faults, userId } = await openMember(stack, browser, { email: 'linus@acme.test' });
    await plugAuthenticator(page, { synced: true });
    await page.goto(stack.appUrl);
    await addPasskey(page, 'Linus’s phone');
    await section(page).getByText('Synced').waitFor();
    await page.locator('summary', { hasText: 'Account:' }).click();
    await press(page, 'Sign out');
    // The authenticator picks from the list by itself.
    await expectHeading(page, 'Acme');
    expect(await methodsOf(userId)).toEqual(['passkey']);
    expect(faults).toEqual([]);
  });

  it('that says no adds nothing, and /login says what to do', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'ada@acme.test' });
    const authenticator = await plugAuthenticator(page);
    await withoutList(page);
    await authenticator.setVerified(false);
    await page.goto(stack.appUrl);
    await press(page, 'Add a passkey');
    await press(page, 'Make a passkey');
    await page.getByText('No passkey was made').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-refused');
    await press(page, 'Cancel');
    await section(page).getByText('No passkeys yet.').waitFor();
    await signOut(page);
    await press(page, 'Sign in with a passkey');
    await page.getByText('No passkey was used.').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-login-refused');
    expect(faults).toEqual([]);
  });

  it('needs a sign-in of the last hour to be added, and home leads to one', async () => {
    const { page, sessionId } = await openMember(stack, browser, { email: 'ada@acme.test' });
    await plugAuthenticator(page);
    await stack.sql`update sessions set created_at = now() - interval '61 minutes' where id = ${sessionId}`;
    await page.goto(stack.appUrl);
    await press(page, 'Add a passkey');
    await press(page, 'Make a passkey');
    await page.getByText('Your last sign-in is more than an hour ago.').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-too-old');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.waitForURL(`${stack.appUrl}/#passkeys`);
    await addPasskey(page, 'Ada’s key');
  });
});

describe('the sign-in page', () => {
  it('says without scripts that passkeys need them, and shows no button that does nothing', async () => {
    const html = await (await fetch(`${stack.appUrl}/login`)).text();
    expect(html).toMatch(/<noscript><p[^>]*>To sign in with a passkey, turn JavaScript on\.<\/p><\/noscript>/);
    expect(html).toMatch(/<form[^>]* id="passkey"[^>]* hidden=""/);
  });
});
