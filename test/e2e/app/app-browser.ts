import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { expectAccessibleInBothSchemes } from '../../support/asserts/axe.ts';
import { documentedCall, isCall } from '../../support/asserts/documented-calls.ts';
import { isSkippedTransition } from '../../support/drivers/chromium.ts';
import { signIn } from '../../support/drivers/session.ts';
import type { Stack } from '../../support/stack/stack.ts';

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Every problem in the browser: scripts that the policy blocked, errors, failed loads, calls that no document has. */
  readonly faults: readonly string[];
}

/** A separate signed-out browser that records its problems. */
export async function openVisitor(
  browser: Browser,
  options: { readonly width?: number; readonly reducedMotion?: 'no-preference'; readonly locale?: string } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    locale: options.locale ?? 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.reducedMotion && { reducedMotion: options.reducedMotion }),
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => void (isSkippedTransition(message) || faults.push(message)));
  page.on('console', (message) => {
    // Error answers that a test provokes are not faults of the page.
    if (message.type() === 'error' && !/the server responded with a status of/.test(message.text()))
      faults.push(message.text());
  });
  // There is no private API: whatever a page does, an agent can do with a key.
  context.on('request', (request) => {
    const [method, url] = [request.method(), request.url()];
    if (isCall(url) && documentedCall(method, url) === undefined)
      faults.push(`not in the OpenAPI document: ${method} ${url}`);
  });
  return { context, page, faults };
}

/** A separate browser, signed in as a member; by default Ada of acme. */
export async function openMember(
  stack: Stack,
  browser: Browser,
  who: {
    readonly email?: string;
    readonly workspace?: string;
    readonly width?: number;
    readonly locale?: string;
  } = {},
): Promise<Visitor & Awaited<ReturnType<typeof signIn>>> {
  const [visitor, member] = await Promise.all([openVisitor(browser, who), signIn(stack, who)]);
  await visitor.context.addCookies([
    { name: sessionCookieName(stack.appUrl), value: member.token, url: stack.appUrl, httpOnly: true },
  ]);
  return { ...visitor, ...member };
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

export async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator('h1').textContent()).toMatch(text);
}

/** Fails on what axe finds in light or dark, on sideways scrolling at 360 and 1440 px, and on a page without one heading. */
export async function expectSound(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectAccessibleInBothSchemes(page);
  await page.emulateMedia({ colorScheme: null });
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: size.height });
    expect(await page.evaluate(overflow), `at ${width} px`).toBe(0);
  }
  await page.setViewportSize(size);
  expect(await page.locator('h1').count()).toBe(1);
}

const SHOTS = process.env.SCREENSHOTS;

/** With SCREENSHOTS=folder: saves a picture of the page at 360 and 1440 px, light and dark. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}

/** What was done is said in sight: in the section, or, where its head is not in view, as a message of the page. */
export async function expectSaid(page: Page, section: string, words: string): Promise<void> {
  const inSection = page.getByRole('region', { name: section, exact: true }).getByRole('status');
  const said = inSection.or(page.locator('.toast-place')).filter({ hasText: words });
  await expectInSight(said);
}

/** It is there, and nobody has to scroll to read it. */
export async function expectInSight(part: Locator): Promise<void> {
  await part.waitFor();
  await expect.poll(() => part.evaluate(isOnScreen)).toBe(true);
}

const isOnScreen = (element: { getBoundingClientRect(): { top: number; bottom: number } }): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
};

/** The section shows what was done. Its heading has the focus, because the focused row is gone. */
export async function expectDone(page: Page, section: string, words: string): Promise<void> {
  await expectSaid(page, section, words);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(section);
}
