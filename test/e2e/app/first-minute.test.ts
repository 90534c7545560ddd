import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { newPersonEmail } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, openVisitor } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const MOST_CLICKS = 6;
const LONGEST_MS = 60_000;

it('a new person shares a link that guests can book within a minute and six clicks', { timeout: 120_000 }, async () => {
  const email = newPersonEmail();
  // With motion, as most people have it.
  const { page } = await openVisitor(browser, { reducedMotion: 'no-preference' });
  let clicks = 0;
  const click = async (name: string): Promise<void> => {
    clicks++;
    await page.getByRole('button', { name }).first().click();
  };
  const startedMs = Date.now();
  await page.goto(`${stack.appUrl}/login`);
  await page.getByLabel('Your email').fill(email);
  await click('Mail me a link');
  await expectHeading(page, 'Check your email');
  const { text } = await stack.waitForMail(email, 'sign_in_link');
  const link = /http:\/\/\S+\/login\/link\/[\w-]{43}/.exec(text)?.[0] ?? '';
  // The click on the link in the mail.
  clicks++;
  await page.goto(link);
  await click('Continue as');
  await expectHeading(page, 'Meetings');
  await click('Copy link to your booking page');
  const shared = String(await page.evaluate('navigator.clipboard.readText()'));
  const tookMs = Date.now() - startedMs;
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(tookMs).toBeLessThan(LONGEST_MS);
  process.stderr.write(`sign-in to a shared link: ${clicks} clicks, ${(tookMs / 1_000).toFixed(1)} s\n`);

  const guest = await openVisitor(browser);
  await guest.page.goto(shared);
  await guest.page.locator('.event-card a').first().click();
  // The page reloads in the guest's own zone.
  await guest.page.waitForURL(/timezone=/);
  // The first days may be a weekend: the page leads on to the next time.
  const times = guest.page.locator('button.time');
  const onward = guest.page.locator('.empty a');
  await times.or(onward).first().waitFor();
  if ((await times.count()) === 0) await onward.first().click();
  await times.first().waitFor();
  expect(await times.count()).toBeGreaterThan(0);
});
