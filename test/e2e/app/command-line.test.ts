import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { type Cli, installCli } from '../../support/drivers/cli.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, openMember, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
let cli: Cli;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  cli = await installCli(stack);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** Runs `holdfast login` and returns the address as soon as it is shown. */
function login(...args: string[]) {
  let shown: (url: string) => void = () => {};
  const address = new Promise<string>((resolve) => {
    shown = resolve;
  });
  const run = cli.runWatchingStderr(
    (said) => {
      const url = /Open (http\S+\/device\?code=[A-Z]{4}-[A-Z]{4})/.exec(said)?.[1];
      if (url !== undefined) shown(url);
    },
    'login',
    '--json',
    ...args,
  );
  return { address, run };
}

it('login, approved in the browser: the key is stored, and whoami works', { timeout: 120_000 }, async () => {
  const [{ page }, { address, run }] = [await openMember(stack, browser), login('--name', 'Laptop')];
  await page.goto(await address);
  await expectHeading(page, 'Give this device access?');
  await press(page, 'Approve');
  await expectHeading(page, 'Approved');
  const { exitCode, stderr } = await run;
  expect(exitCode, stderr).toBe(0);
  await page.getByRole('link', { name: 'Connect a calendar' }).click();
  await page.getByRole('button', { name: /^Connect Google/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/calendars');
  const whoami = await cli.run('whoami', '--json');
  expect(whoami.json()).toMatchObject({ user: { email: 'ada@acme.test' }, workspace: { slug: 'acme' } });
  await page.goto(`${stack.appUrl}/settings/access`);
  const row = page.getByRole('listitem').filter({ hasText: 'Laptop' });
  await row.getByText('last used').waitFor();
  await press(page, /^Revoke Laptop/);
  await press(page, 'Revoke key');
  await page.getByText('Revoked and expired (1)').waitFor();
  expect((await cli.run('whoami', '--json')).exitCode).not.toBe(0);
});

it('login, denied in the browser: it exits and stores nothing', { timeout: 120_000 }, async () => {
  const fresh = await installCli(stack);
  cli = fresh;
  const [{ page }, { address, run }] = [await openMember(stack, browser), login()];
  await page.goto(await address);
  await press(page, 'Deny');
  await expectHeading(page, 'Denied');
  expect((await run).exitCode).toBe(3);
  expect((await fresh.run('whoami', '--json')).exitCode).not.toBe(0);
});
