import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Stack } from '../../support/stack/stack.ts';
import { expectHeading } from './guest-browser.ts';

export interface ScriptedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The last part of the path of every form and call that the page has sent. */
  readonly posts: readonly string[];
}

/** A phone whose browser runs our scripts. */
export async function openScriptedPage(browser: Browser, locale = 'en-GB'): Promise<ScriptedPage> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale,
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  return { context, page, posts };
}

/** Open starts of an event, UTC, from the public API. The first is left out: it may become too soon while a test has it in hand. */
export async function openStarts(stack: Stack, event: string): Promise<string[]> {
  const answer = await fetch(`${stack.publicUrl}/api/v1/public/acme/${event}/slots?limit=40`);
  const { slots } = (await answer.json()) as { slots: { startUtc: string }[] };
  return slots.slice(1).map(({ startUtc }) => startUtc);
}

/** Opens the details step of an event's nth open start. Returns the start. */
export async function openDetails(stack: Stack, page: Page, event: string, nth = 0): Promise<string> {
  const startUtc = (await openStarts(stack, event))[nth];
  if (startUtc === undefined) throw new Error(`${event} has no open start ${nth}`);
  await page.goto(`${stack.publicUrl}/acme/${event}?startAt=${startUtc}&timezone=Europe/Berlin`);
  await expectHeading(page, /Your details|Ihre Angaben/);
  return startUtc;
}

/** Waits until the page's script runs: it then replaces the browser's own checks. */
export const scriptRuns = (page: Page): Promise<unknown> => page.waitForSelector('form.details[novalidate]');

export const focusedId = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
