import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { callConnector, OAuthApp, type Tokens } from '../../support/drivers/oauth-app.ts';
import { addMember, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
/** The app on the person's computer: it hears the answer. */
let listener: Server;
let redirectUri: string;
const heard: URL[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  await addMember(stack, { email: 'ada@acme.test', workspace: 'engines', role: 'admin' });
  await addMember(stack, { email: 'ada@acme.test', workspace: 'bills-only', role: 'billing_only' });
  listener = createServer((request, response) => {
    heard.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.setHeader('content-type', 'text/html').end('<h1>Back in the app</h1>');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
});
afterAll(async () => {
  listener?.close();
  await browser?.close();
  await stack?.close();
});

const newApp = (more: object = {}) =>
  OAuthApp.register(stack, { client_name: 'Desk App', redirect_uris: ['http://127.0.0.1/callback'], ...more });
const askingFor = (app: OAuthApp, change: Record<string, string> = {}): string =>
  `${stack.appUrl}/oauth/authorize?${app.query({ redirect_uri: redirectUri, ...change })}`;

it('leads from the app over sign-in and consent back to the app, which then works in the chosen workspace alone', async () => {
  const app = await newApp();
  const { page, faults } = await openVisitor(browser);
  await page.goto(askingFor(app));
  // Signed out: sign-in, then back to the request.
  await press(page, 'Ada Lovelace');
  await expectHeading(page, 'Connect this app?');
  const seen = (await page.locator('main').textContent()) ?? '';
  for (const part of ['Nobody vouches for it', new URL(redirectUri).host, 'Desk App', 'not checked', 'ada@acme.test'])
    expect(seen).toContain(part);
  // What we checked stands before what the app says.
  expect(seen.indexOf(new URL(redirectUri).host)).toBeLessThan(seen.indexOf('Desk App'));
  expect(seen).toContain('The answer goes to a program on your computer');
  expect(seen).not.toContain('bills-only');
  await expectSound(page);
  await picture(page, 'consent');
  await page.getByRole('radio', { name: /engines/ }).check();
  await page.getByRole('radio', { name: /Look only/ }).check();
  await press(page, 'Allow');
  // The policy of the page lets the form end at the app.
  await expectHeading(page, 'Back in the app');
  const code = heard.at(-1)?.searchParams.get('code') ?? '';
  const answer = await app.exchange(code, { redirect_uri: redirectUri });
  const tokens = answer.json() as never as Tokens;
  expect(tokens.scope).toBe('workspace.read');
  const called = await callConnector(
    stack,
    'tools/call',
    { name: 'get_workspace', arguments: {} },
    bearer(tokens.access_token),
  );
  expect(called.text).toContain('engines');
  expect(faults).toEqual([]);
});

it('lets the person refuse as easily, and tells the app', async () => {
  const { page } = await openMember(stack, browser);
  await page.goto(askingFor(await newApp()));
  await press(page, 'Deny');
  await expectHeading(page, 'Back in the app');
  const said = heard.at(-1)?.searchParams;
  expect([said?.get('error'), said?.get('iss'), said?.get('code')]).toEqual(['access_denied', stack.appUrl, null]);
});

it('asks for a choice, shows what was wrong, and works without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const ada = await signIn(stack);
  await context.addCookies([{ name: 'holdfast', value: ada.token, url: stack.appUrl }]);
  const page = await context.newPage();
  await page.goto(askingFor(await newApp({ client_name: 'You won! Go to evil.example' })));
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('Nothing that reads like a name');
  expect(text).not.toContain('evil.example');
  await page.locator('form').evaluate((form: { noValidate: boolean }) => {
    form.noValidate = true;
  });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expectHeading(page, 'Connect this app?');
  expect(await page.locator('main').textContent()).toContain('Choose a workspace and what the app may do');
  await page.getByRole('radio', { name: /Acme/ }).check();
  await page.getByRole('radio', { name: /Full access/ }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expectHeading(page, 'Back in the app');
  expect(heard.at(-1)?.searchParams.get('code')).toBeTruthy();
  await context.close();
});

it('shows a problem that must not go back to the app as a page', async () => {
  const { page } = await openMember(stack, browser);
  await page.goto(askingFor(await newApp(), { redirect_uri: 'https://evil.example/cb' }));
  await expectHeading(page, 'The app asks for an answer at an address that it did not register');
  await expectSound(page);
});

it('lists connected apps on the home page, and disconnects one by a click', async () => {
  const ada = await signIn(stack);
  const app = await OAuthApp.register(stack, { client_name: 'Home App', redirect_uris: ['https://home.example/cb'] });
  const { access_token: token } = await app.connect(ada, ada);
  expect((await callConnector(stack, 'tools/list', {}, bearer(token))).status).toBe(200);
  const { page, faults } = await openMember(stack, browser);
  await page.goto(`${stack.appUrl}/settings/grants`);
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem').filter({ hasText: 'Home App' });
  await row.waitFor();
  expect(await row.textContent()).toContain('last used');
  await expectSound(page);
  await picture(page, 'connected-apps');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => row.textContent()).toContain('Ended');
  expect((await callConnector(stack, 'tools/list', {}, bearer(token))).status).toBe(401);
  expect(faults).toEqual([]);
});
