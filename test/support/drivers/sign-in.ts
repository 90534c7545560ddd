import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Stack } from '../stack/stack.ts';
import { hiddenField, type Page, PageClient } from './page-client.ts';

let people = 0;

/** An address that is new in this test file. */
export const newPersonEmail = (): string => `person-${++people}.${process.pid}@new.test`;

export const SESSION_COOKIE = 'holdfast';

/** Requests a magic link as the sign-in page does. */
export async function askLink(
  browser: PageClient,
  email: string,
  more: { readonly returnTo?: string; readonly timezone?: string } = {},
): Promise<Page> {
  const query = more.returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: more.returnTo })}`;
  const { html } = await browser.open(`/login${query}`);
  return browser.submit('/login', {
    pageToken: hiddenField(html, 'pageToken'),
    return_to: hiddenField(html, 'return_to'),
    timezone: more.timezone ?? '',
    email,
  });
}

/** Asks for links as the sign-in page does, each time from another network. The page is read once. */
export async function linkAsker(appUrl: string): Promise<(email: string) => Promise<Page>> {
  const browser = new PageClient(appUrl);
  const pageToken = hiddenField((await browser.open('/login')).html, 'pageToken');
  return (email) => {
    const n = randomInt(2 ** 24);
    const elsewhere = new PageClient(appUrl, `203.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    return elsewhere.submit('/login', { pageToken, return_to: '/', email });
  };
}

/** The path of the link in the newest mail to an address. */
export async function mailedLink(stack: Stack, email: string): Promise<string> {
  const { text } = await stack.waitForMail(email, 'sign_in_link');
  const path = /http:\/\/\S+(\/login\/link\/[\w-]{43})/.exec(text)?.[1];
  if (path === undefined) throw new Error('the mail has no link');
  return path;
}

/** Opens a link and presses its button. */
export async function followLink(browser: PageClient, path: string): Promise<Page> {
  const { html } = await browser.open(path);
  return browser.submit(path, { pageToken: hiddenField(html, 'pageToken') });
}

/** Signs a person in by mail in a new browser. @returns the browser */
export async function signInByMail(
  stack: Stack,
  email: string,
  more: { readonly returnTo?: string; readonly timezone?: string } = {},
): Promise<PageClient> {
  const browser = new PageClient(stack.appUrl);
  await askLink(browser, email, more);
  const entered = await followLink(browser, await mailedLink(stack, email));
  expect(entered.status).toBe(303);
  expect(browser.cookies.get(SESSION_COOKIE)).toMatch(/^[\w-]{43}$/);
  return browser;
}

/** Signs in as a person of the demo by one click. */
export async function signInLocally(browser: PageClient, person: string, returnTo = '/'): Promise<Page> {
  const { html } = await browser.open(`/login?${new URLSearchParams({ return_to: returnTo })}`);
  return browser.submit('/login/local', {
    pageToken: hiddenField(html, 'pageToken'),
    return_to: hiddenField(html, 'return_to'),
    person,
  });
}

/** The address of the person who is signed in, or null. */
export async function whoIs(browser: PageClient): Promise<string | null> {
  const answer = await browser.open('/api/v1/me/workspaces');
  if (answer.status === 401) return null;
  return (JSON.parse(answer.html) as { user: { email: string } }).user.email;
}
