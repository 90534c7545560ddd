import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { claimUrl, expireClaim, openClaim, pollClaim, storeClaim } from '../../support/drivers/native.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { addMember, signIn } from '../../support/drivers/session.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  await addMember(stack, { email: 'ada@acme.test', workspace: 'engines', role: 'admin' });
  await addMember(stack, { email: 'ada@acme.test', workspace: 'guests-only', role: 'member' });
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const statusOf = async (id: string) => (await stack.sql`select status from native_claims where id = ${id}`)[0]?.status;

it('leads through sign-in, shows who asks, and gives the agent a seat in the chosen workspace', async () => {
  const claim = await openClaim(stack, 'ada@acme.test', { agentName: 'Scout <b>', clientName: 'Term' });
  const { page, faults } = await openVisitor(browser);
  await page.goto(claimUrl(stack, claim.id));
  await expectHeading(page, 'An agent asks to work in your workspace');
  expect(await page.locator('main').textContent()).not.toContain(claim.agentEmail);
  await expectSound(page);
  await picture(page, 'claim-signed-out');
  await page.getByRole('link', { name: 'Sign in to decide' }).click();
  // The mail's reader need not type the address that the mail came to.
  expect(await page.getByLabel('Your email').inputValue()).toMatch(/@/);
  expect(page.url()).not.toContain(claimUrl(stack, claim.id).split('/').at(-1));
  await press(page, 'Ada Lovelace');
  await expectHeading(page, 'Is this your agent?');
  const seen = await page.locator('main').textContent();
  for (const part of [
    claim.agentEmail,
    'If you refuse',
    'Manage teams',
    'Nothing that reads like a name',
    'Term',
    '127.0.0.1',
    'UTC',
  ])
    expect(seen).toContain(part);
  expect(seen).not.toContain('<b>');
  expect(seen).not.toContain('guests-only');
  await expectSound(page);
  await picture(page, 'claim-decide');
  // Opening it has decided nothing.
  expect(await statusOf(claim.id)).toBe('pending');
  await page.getByRole('radio', { name: /engines/ }).check();
  await press(page, 'Accept');
  await expectHeading(page, 'You accepted this agent');
  expect(await page.locator('main').textContent()).toContain('as soon as it asks again');
  expect((await pollClaim(stack, claim.pollToken)).json()).toMatchObject({ workspace: { slug: 'engines' } });
  await page.reload();
  expect(await page.locator('main').textContent()).toContain('It has its key');
  await expectSound(page);
  await picture(page, 'claim-accepted');
  await page.getByRole('link', { name: 'See its seat' }).click();
  await expectHeading(page, 'Keys and seats');
  await page.locator('summary', { hasText: 'engines' }).waitFor();
  expect(faults).toEqual([]);
});

it('refuses by one click, and from the keyboard', async () => {
  const email = 'grace@claims.test';
  const id = await storeClaim(stack, email);
  await addMember(stack, { email, workspace: 'of-grace', role: 'owner' });
  const { page, faults } = await openMember(stack, browser, { email, workspace: 'of-grace' });
  await page.goto(claimUrl(stack, id));
  await expectHeading(page, 'Is this your agent?');
  expect(await page.locator('main').textContent()).toContain('It gets a seat in of-grace');
  await page.getByRole('button', { name: 'Refuse' }).focus();
  await page.keyboard.press('Enter');
  await expectHeading(page, 'You refused this agent');
  expect(await statusOf(id)).toBe('refused');
  await expectSound(page);
  await picture(page, 'claim-refused');
  expect(faults).toEqual([]);
});

it('says that the plan is full, with the way to more, and the request waits', async () => {
  const email = 'full@claims.test';
  await addMember(stack, { email, workspace: 'full', role: 'owner' });
  await stack.sql`update workspaces set plan = 'free' where slug = 'full'`;
  const cap = 2;
  for (let n = 0; n < cap; n++) {
    const id = await storeClaim(stack, email);
    await stack.sql`
      update native_claims set status = 'accepted', workspace_id = (select id from workspaces where slug = 'full') where id = ${id}`;
  }
  const id = await storeClaim(stack, email);
  const { page, faults } = await openMember(stack, browser, { email, workspace: 'full' });
  await page.goto(claimUrl(stack, id));
  await press(page, 'Accept');
  await page.getByRole('alert').getByText('no room for another agent').waitFor();
  await expectSound(page);
  await picture(page, 'claim-full');
  expect(await statusOf(id)).toBe('pending');
  await page.getByRole('link', { name: 'Compare plans' }).click();
  expect(new URL(page.url()).pathname).toBe('/plans');
  expect(faults).toEqual([]);
});

it('tells other accounts nothing but that it is not theirs; dead links say what to do', async () => {
  const id = await storeClaim(stack, 'linus@acme.test');
  const { page } = await openMember(stack, browser);
  for (const url of [claimUrl(stack, id), `${stack.appUrl}/claim/${id}`]) {
    const answer = await page.goto(url);
    expect(answer?.status()).toBe(403);
    await expectHeading(page, 'This request is for another address');
    const text = (await page.content()).toLowerCase();
    for (const part of ['linus', 'agents.test', 'scout', '192.0.2.8']) expect(text).not.toContain(part);
  }
  await expectSound(page);
  await picture(page, 'claim-wrong-account');
  await press(page, 'Sign out');
  await page.goto(`${stack.appUrl}/claim/${id}`);
  await expectHeading(page, 'Sign in');
  // An id is no secret: it tells nobody whose claim it is.
  expect(await page.getByLabel('Your email').inputValue()).toBe('');
  const theirs = await storeClaim(stack, 'ada@acme.test');
  await expireClaim(stack, theirs);
  const ada = await openMember(stack, browser);
  expect((await ada.page.goto(claimUrl(stack, theirs)))?.status()).toBe(410);
  await expectHeading(ada.page, 'This request is too old');
  await ada.page.getByRole('listitem').filter({ hasText: 'Have it sign in again' }).waitFor();
  await ada.page.getByRole('link', { name: 'Go to your settings' }).click();
  await expectHeading(ada.page, 'Keys and seats');
  expect((await ada.page.goto(`${stack.appUrl}/claim/${'x'.repeat(43)}`))?.status()).toBe(404);
  await expectHeading(ada.page, 'This link does not work');
});

it('decides nothing for a form of another site, nor without sign-in', async () => {
  const id = await storeClaim(stack, 'ada@acme.test');
  const { token } = await signIn(stack);
  const visitor = new PageClient(stack.appUrl);
  const fields = { decision: 'refuse', csrfToken: 'x'.repeat(43) };
  expect((await visitor.submit(`/claim/${id}`, fields)).location).toBe(`/claim/${id}`);
  visitor.cookies.set(sessionCookieName(stack.appUrl), token);
  expect((await visitor.submit(`/claim/${id}`, fields)).location).toBe(`/claim/${id}`);
  expect(await statusOf(id)).toBe('pending');
});
