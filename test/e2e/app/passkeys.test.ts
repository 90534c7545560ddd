import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativePasskey } from '../../../schemas/operations/accounts/native-passkey.ts';
import { plugAuthenticator } from '../../support/drivers/authenticator.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { statusWith } from '../../support/drivers/cli-login.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeLinkedAccount } from '../../support/factories/linked-accounts.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import {
  expectDone,
  expectHeading,
  expectSaid,
  expectSound,
  openMember,
  openVisitor,
  picture,
  press,
} from './app-browser.ts';

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
  await expectSaid(page, 'Passkeys', `${name} signs you in from now on.`);
}

/** As a browser that lists no passkeys in fields: the virtual authenticator would pick from the list at once. */
const withoutList = async (page: Page): Promise<void> =>
  void (await page.addInitScript('delete PublicKeyCredential.isConditionalMediationAvailable'));

async function signOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Account:' }).click();
  await press(page, 'Sign out');
  await page.getByText('You are signed out').waitFor();
}

interface Browsers {
  readonly PublicKeyCredential: { parseRequestOptionsFromJSON(options: unknown): unknown };
  readonly navigator: { readonly credentials: { get(request: object): Promise<{ toJSON(): unknown }> } };
}

/** As an app's web view does it, without a library. */
const GET = async (options: unknown): Promise<unknown> => {
  const { PublicKeyCredential, navigator } = globalThis as unknown as Browsers;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
};

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
    await page.goto(`${stack.appUrl}/settings/account`);
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

    await page.goto(`${stack.appUrl}/settings/account`);
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
    await page.goto(`${stack.appUrl}/settings/account`);
    await addPasskey(page, 'Linus’s phone');
    await section(page).getByText('Synced').waitFor();
    await page.locator('summary', { hasText: 'Account:' }).click();
    await press(page, 'Sign out');
    // The authenticator picks from the list by itself.
    await expectHeading(page, 'Meetings');
    expect(await methodsOf(userId)).toEqual(['passkey']);
    expect(faults).toEqual([]);
  });

  it('that is refused is not asked for again and again by a browser that picks the only one itself', async () => {
    const { page, userId } = await openMember(stack, browser, { email: 'linus@acme.test' });
    await stack.sql`delete from passkeys where user_id = ${userId}`;
    await plugAuthenticator(page, { synced: true });
    await page.goto(`${stack.appUrl}/settings/account`);
    await addPasskey(page, 'A lost phone');
    await stack.sql`delete from passkeys where user_id = ${userId}`;
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/login/passkey')) sent += 1;
    });
    await page.locator('summary', { hasText: 'Account:' }).click();
    await press(page, 'Sign out');
    await page.getByText('This passkey does not sign anybody in').waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    // Short: asking once more began as soon as the page was there.
    await page.waitForTimeout(600);
    expect(sent).toBe(1);
    await picture(page, 'passkeys-refused-once');
    await press(page, 'Sign in with a passkey');
    await expect.poll(() => sent).toBe(2);
  });

  it('that says no adds nothing, and /login says what to do', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'ada@acme.test' });
    const authenticator = await plugAuthenticator(page);
    await withoutList(page);
    await authenticator.setVerified(false);
    await page.goto(`${stack.appUrl}/settings/account`);
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
    await page.goto(`${stack.appUrl}/settings/account`);
    await press(page, 'Add a passkey');
    await press(page, 'Make a passkey');
    await page.getByText('This asks for a sign-in within the last hour.').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-too-old');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.waitForURL(`${stack.appUrl}/settings/account`);
    await addPasskey(page, 'Ada’s key');
  });
});

describe('a linked account', { timeout: 60_000 }, () => {
  it('is listed on home, and unlinked there', async () => {
    const { page, faults, userId } = await openMember(stack, browser, { email: 'grace@acme.test' });
    await makeLinkedAccount(stack.sql, userId);
    await page.goto(`${stack.appUrl}/settings/account`);
    const list = page.getByRole('region', { name: 'Linked accounts' });
    await list.getByText('grace@gmail.com').first().waitFor();
    await expectSound(page);
    await picture(page, 'linked-accounts');
    await press(page, 'Unlink Google, grace@gmail.com');
    await page.getByRole('dialog', { name: 'Unlink Google, grace@gmail.com?' }).waitFor();
    await expectSound(page);
    await picture(page, 'linked-accounts-unlink');
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click();
    await expectDone(page, 'Linked accounts', 'Google, grace@gmail.com is unlinked.');
    await list.getByText('No linked accounts.').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('an app', { timeout: 90_000 }, () => {
  it('gets a key by what Chromium signs on a page of ours, and nothing by what it signs on another’s', async () => {
    const { page, email } = await openMember(stack, browser, { email: 'linus@acme.test' });
    const authenticator = await plugAuthenticator(page);
    await page.goto(`${stack.appUrl}/settings/account`);
    await addPasskey(page, 'Linus’s tablet');
    const begin = async () => (await callHost(stack.appUrl, nativePasskey.startNativePasskey)).json();
    const verify = (challengeId: unknown, credential: unknown) =>
      callHost(stack.appUrl, nativePasskey.verifyNativePasskey, { challengeId, credential, agentName: 'Scout' });
    const { challengeId, publicKey } = await begin();
    const signed = await page.evaluate(GET, publicKey);
    const answer = await verify(challengeId, signed);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ user: { email }, isNewAccount: false });
    expect(await statusWith(stack, String(answer.json().apiKey))).toBe(200);

    // The same host and passkey, on the origin of guests' pages.
    await page.goto(`${stack.publicUrl}/acme/ada`);
    const second = await begin();
    const elsewhere = await verify(second.challengeId, await page.evaluate(GET, second.publicKey));
    expect(elsewhere.json().error.details?.reason).toBe('passkey_invalid');

    // A copy that was made before both.
    await authenticator.setCounter(0);
    await page.goto(`${stack.appUrl}/settings/account`);
    const third = await begin();
    const copied = await verify(third.challengeId, await page.evaluate(GET, third.publicKey));
    expect(copied.json().error.details?.reason).toBe('passkey_invalid');
    await page.reload();
    await section(page).getByText('Blocked').waitFor();
    await expectSound(page);
    await picture(page, 'passkeys-blocked');
  });
});

describe('what the sign-in page loads', () => {
  it('is at most 3 KB of script, gzip; the library of passkeys comes when it is asked for, and never to guests', async () => {
    const { page } = await openVisitor(browser);
    await withoutList(page);
    const loaded: string[] = [];
    page.on('response', (response) => void (/\.js$/.test(response.url()) && loaded.push(response.url())));
    const weigh = async () => {
      const files = await Promise.all(loaded.map(async (url) => (await fetch(url)).arrayBuffer()));
      return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
    };
    await page.goto(`${stack.appUrl}/login`, { waitUntil: 'networkidle' });
    const first = await weigh();
    await plugAuthenticator(page);
    await press(page, 'Sign in with a passkey');
    await page.getByText('No passkey was used.').waitFor();
    const asked = await weigh();
    process.stdout.write(`scripts of /login, gzip: ${first}, with a passkey ${asked}\n`);
    expect(first).toBeGreaterThan(500);
    expect(first).toBeLessThanOrEqual(3_000);
    expect(asked - first).toBeGreaterThan(1_000);
    expect(asked - first).toBeLessThanOrEqual(6_000);
    loaded.length = 0;
    await page.goto(`${stack.publicUrl}/acme/ada/intro-30`, { waitUntil: 'networkidle' });
    const texts = await Promise.all(loaded.map(async (url) => (await fetch(url)).text()));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('PublicKeyCredential'))).toEqual([]);
  });
});

describe('the sign-in page', () => {
  it('says without scripts that passkeys need them, and shows no button that does nothing', async () => {
    const html = await (await fetch(`${stack.appUrl}/login`)).text();
    expect(html).toMatch(/<noscript><p[^>]*>To sign in with a passkey, turn JavaScript on\.<\/p><\/noscript>/);
    expect(html).toMatch(/<form[^>]* id="passkey"[^>]* hidden=""/);
  });
});
