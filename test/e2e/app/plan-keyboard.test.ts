import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';
import { openMember } from './app-browser.ts';

let its: PayingStack;
let browser: Browser;
beforeAll(async () => {
  [its, browser] = await Promise.all([startPayingStack(), launchChromium()]);
  its.listen();
});
afterAll(async () => {
  await browser?.close();
  await its?.close();
});

interface Focused {
  readonly name: string;
  /** In the page, not in the window. */
  readonly top: number;
  readonly bottom: number;
  /** Of a list, counted in the page; -1: it is in none. */
  readonly row: number;
  readonly isSeen: boolean;
  readonly hasRing: boolean;
}

/** Read in the browser, where it has no types of Node's. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const label = element.labels?.[0]?.textContent ?? element.textContent;
  return {
    name: label.replace(/\\s+/g, ' ').trim(), top: top + scrollY, bottom: bottom + scrollY,
    row: [...document.querySelectorAll('li')].indexOf(element.closest('li')),
    isSeen: top < innerHeight && bottom > 0 && left >= 0 && right <= innerWidth + 1,
    hasRing: outlineStyle !== 'none' && outlineWidth !== '0px',
  };
})()`;

const focused = (page: Page) => page.evaluate<Focused | null>(FOCUSED);
const MOST_TABS = 60;

/** Goes on by the tab key. Each stop is seen, has a ring, and is no higher up than the one before, but for those of one row of a list. */
async function tabTo(page: Page, name: string): Promise<void> {
  let before: Focused | null = null;
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (here === null) continue;
    expect(here, `after ${before?.name}`).toMatchObject({ isSeen: true, hasRing: true });
    if (before && (here.row === -1 || here.row !== before.row))
      expect(here.bottom, `${here.name} after ${before.name}`).toBeGreaterThanOrEqual(before.top);
    if (here.name === name) return;
    before = here;
  }
  throw new Error(`no way to ${name} by the tab key`);
}

const go = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

const section = (page: Page) => page.getByRole('region', { name: 'Plan' });
const expectArrived = (page: Page) => expect.poll(async () => (await focused(page))?.name).toBe('Plan');

it('a plan is bought, seen and ended by the keyboard alone, at 390 px', { timeout: 60_000 }, async () => {
  const team = await makeTeam(its.stack.sql);
  await its.stack.sql`
    update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '50 hours' where id = ${team.workspaceId}`;
  const { page, faults } = await openMember(its.stack, browser, {
    ...{ email: team.members.owner.email, workspace: team.slug, width: 390 },
  });
  await page.goto(`${its.stack.appUrl}/settings/billing`);
  await section(page).getByText('3 days left').waitFor();

  // Escape leaves the dialog, and the focus is where it was.
  await go(page, 'Choose a plan');
  const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await focused(page))?.name).toBe('Choose a plan');

  await page.keyboard.press('Enter');
  await dialog.waitFor();
  expect((await focused(page))?.name).toBe('Plan');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, 'Members');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('6');
  await tabTo(page, 'Paid');
  await page.keyboard.press('ArrowDown');
  await dialog.getByText('$1200 a year').waitFor();
  await go(page, 'Go to payment');

  await page.waitForURL(/\/pay\//);
  await go(page, 'Pay');
  await section(page)
    .getByText(/You have Plus for 6 members, it renews on/)
    .waitFor();
  await expectArrived(page);

  await go(page, 'Card and invoices');
  await page.waitForURL(/\/portal\//);
  await go(page, 'Cancel at the end of the period');
  await page.getByRole('button', { name: 'Do not cancel' }).waitFor();
  await go(page, 'Back');
  await section(page).getByText('Back from card and invoices.').waitFor();
  await section(page)
    .getByText(/Plus ends on .*; then the plan is Free\./)
    .waitFor();
  await expectArrived(page);
  await tabTo(page, 'Keep the plan');

  // What is folded up opens by the space bar.
  await tabTo(page, 'Invoices (1)');
  await page.keyboard.press('Space');
  await section(page).getByText('Plus for 6 members, annual').waitFor();
  expect(faults).toEqual([]);
});
