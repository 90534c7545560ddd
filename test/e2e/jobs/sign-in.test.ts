import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { mailedLink, newPersonEmail, SESSION_COOKIE } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const GOOGLE = { clientId: 'holdfast', clientSecret: 'x', issuer: 'http://127.0.0.1:9' };

let stack: Stack;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({ signIn: { providerClients: { google: GOOGLE } } }),
    launchChromium(),
  ]);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** A browser in Tokyo. `refused`: what the content security policy blocked. */
async function openBrowser(javaScriptEnabled: boolean): Promise<{ page: Page; refused: string[] }> {
  context = await browser.newContext({ javaScriptEnabled, timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|Refused/.test(line.text())) refused.push(line.text());
  });
  return { page, refused };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${stack.appUrl}/login?return_to=/login/sent`);
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(`${stack.appUrl}${await mailedLink(stack, email)}`);
  await page.getByRole('button', { name: `Continue as ${email}` }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login/link/'));
}

const zoneOf = async (email: string): Promise<string | undefined> => {
  const [row] = await stack.sql<{ timezone: string }[]>`
    select s.timezone from schedules s join users u on u.id = s.user_id where u.email = ${email}`;
  return row?.timezone;
};

it('sends a new person’s time zone by the page’s one script', async () => {
  const { page, refused } = await openBrowser(true);
  const email = newPersonEmail();
  await signIn(page, email);
  expect(await zoneOf(email)).toBe('Asia/Tokyo');
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === SESSION_COOKIE)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  });
  expect(refused).toEqual([]);
});

it('adds the zone to a provider’s link, and keeps the return path', async () => {
  const { page } = await openBrowser(true);
  await page.goto(`${stack.appUrl}/login?return_to=/device`);
  const link = page.getByRole('link', { name: 'Continue with Google' });
  await expect.poll(() => link.getAttribute('href')).toContain('timezone=Asia%2FTokyo');
  expect(await link.getAttribute('href')).toContain('return_to=%2Fdevice');
});

it('works without a script, in UTC', async () => {
  const { page } = await openBrowser(false);
  const email = newPersonEmail();
  await signIn(page, email);
  expect(await zoneOf(email)).toBe('UTC');
});

it('signs in a person of the demo by one click', async () => {
  const { page } = await openBrowser(true);
  await page.goto(`${stack.appUrl}/login?return_to=/somewhere`);
  await page.getByRole('button', { name: 'Grace Hopper' }).click();
  await page.waitForURL('**/somewhere');
  const { user } = (await (await page.request.get(`${stack.appUrl}/api/v1/me/workspaces`)).json()) as {
    user: { email: string };
  };
  expect(user.email).toBe('grace@acme.test');
});
