import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';
import type { Stack } from '../../support/stack/stack.ts';
import { expectSound, openMember, picture, press } from './app-browser.ts';

let its: PayingStack;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [its, browser] = await Promise.all([startPayingStack(), launchChromium()]);
  its.listen();
  stack = its.stack;
});
afterAll(async () => {
  await browser?.close();
  await its?.close();
});

const planOf = (page: Page) => page.getByRole('region', { name: 'Plan' });
const said = (page: Page) => planOf(page).locator('.payment-news');

/** The section is where the person looks, and where the focus is. */
async function expectArrived(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Plan');
  await expect
    .poll(() =>
      planOf(page)
        .boundingBox()
        .then((box) => box !== null && box.y >= 0 && box.y < 500),
    )
    .toBe(true);
}

async function openOwner(team: TestTeam, width = 1280) {
  const opened = await openMember(stack, browser, { email: team.members.owner.email, workspace: team.slug, width });
  await opened.page.goto(`${stack.appUrl}/#plan`);
  return opened;
}

async function goToPayment(page: Page, members: string): Promise<void> {
  await press(page, 'Choose a plan');
  await page.getByRole('dialog').getByLabel('Members').fill(members);
  await press(page, 'Go to payment');
  await page.waitForURL(/\/pay\//);
}

describe('the plan on the home page', () => {
  it('shows days left of a trial, what is used, and leads to the plans, which lead back', async () => {
    const team = await makeTeam(stack.sql);
    await stack.sql`
      update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '50 hours' where id = ${team.workspaceId}`;
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: team.members.billing_only.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/#plan`);
    const section = page.getByRole('region', { name: 'Plan' });
    await section.getByText('3 days left').waitFor();
    expect(
      await section.getByRole('list', { name: 'Use of the plan' }).getByRole('listitem').allTextContents(),
    ).toEqual([
      'Members and open invitations5 of 10',
      'Event types1, no limit',
      'Teams0, no limit',
      'Agent seats0 of 10',
      'Webhooks0 of 50',
    ]);
    await expectSound(page);
    await picture(page, 'home-plan');
    await section.getByRole('link', { name: 'Compare plans' }).click();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expect(await page.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe(
      `/settings/billing?workspace=${team.slug}`,
    );
    expect(faults).toEqual([]);
  });

  it('is chosen, paid and ended by clicks', { timeout: 60_000 }, async () => {
    const team = await makeTeam(stack.sql);
    await stack.sql`
      update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '50 hours' where id = ${team.workspaceId}`;
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: team.members.owner.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/#plan`);
    await press(page, 'Choose a plan');
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    await dialog.getByLabel('Plan', { exact: true }).selectOption('plus');
    await dialog.getByLabel('Members').fill('6');
    await dialog.getByLabel('Paid').selectOption('annual');
    await dialog.getByText('$1200 a year').waitFor();
    await expectSound(page);
    await picture(page, 'home-choose-plan');
    await press(page, 'Go to payment');
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    const section = page.getByRole('region', { name: 'Plan' });
    await said(page)
      .getByText(/You have Plus for 6 members, it renews on/)
      .waitFor();
    expect(await said(page).getAttribute('role')).toBe('status');
    await expectArrived(page);
    // The rest of the page knows, too.
    await page.getByText('· Plus plan').waitFor();
    await section.getByText('paid for 6 members').waitFor();
    await section.getByText(/Renews on .*, each year/).waitFor();
    await expectSound(page);
    await picture(page, 'home-plan-paid');
    await press(page, 'Change plan');
    const change = page.getByRole('dialog', { name: 'Change the plan' });
    await change.getByText('What the change costs now is on the next page').waitFor();
    await picture(page, 'home-change-plan');
    await page.keyboard.press('Escape');
    await press(page, 'Cancel subscription');
    await page.waitForURL(/\/portal\//);
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await said(page).getByText('What you changed there is shown here within seconds.').waitFor();
    await expectArrived(page);
    // In place, without loading the page again.
    await section.getByText(/Plus ends on .*; then the plan is Free\./).waitFor();
    await section.getByRole('button', { name: 'Keep the plan' }).waitFor();
    expect(await section.getByRole('button', { name: /Change plan|Cancel subscription/ }).count()).toBe(0);
    await picture(page, 'home-plan-canceled');
    expect(faults).toEqual([]);
  });

  it('has credits, and packs that are bought by clicks; the invoice is there, too', { timeout: 60_000 }, async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: team.members.billing_only.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/#plan`);
    const section = page.getByRole('region', { name: 'Plan' });
    await section.getByText('None left').waitFor();
    expect(await section.getByText(/^Invoices/).count()).toBe(0);
    await press(page, 'Buy credits');
    const dialog = page.getByRole('dialog', { name: 'Buy credits' });
    await dialog.getByLabel('Credits').selectOption('enrichment_growth');
    await dialog.getByText('$50 a month').waitFor();
    await dialog.getByLabel('Credits').selectOption('enrichment_pack_200');
    await dialog.getByText('They last 12 months.').waitFor();
    await expectSound(page);
    await picture(page, 'home-buy-credits');
    await press(page, 'Go to payment');
    await page.waitForURL(/\/pay\//);
    expect(await page.locator('body').textContent()).toContain('50.00 USD');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await section.getByText('200 left').waitFor();
    await said(page).getByText('The workspace has 200 credits now.').waitFor();
    await section.getByRole('list', { name: 'Credits that are left' }).getByText('200 of 200 bought once').waitFor();
    await section.getByText('Invoices (1)').click();
    const invoices = section.getByRole('list', { name: 'Invoices' });
    expect(await invoices.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^200 enrichment credits.*LOCAL-\d+\$50\.00$/),
    ]);
    await expectSound(page);
    await picture(page, 'home-credits');
    await invoices.getByRole('link').click();
    await page.waitForURL(/\/invoices\//);
    await page.goto(`${stack.appUrl}/#plan`);
    await press(page, 'Card and invoices');
    await page.waitForURL(/\/portal\//);
    expect(faults).toEqual([]);
  });

  it('closed, gone back from, and on its way at the bank look different; the plan is there at once', {
    timeout: 60_000,
  }, async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openOwner(team);
    await expectArrived(page);
    await goToPayment(page, '5');
    await press(page, 'Close');
    await said(page).getByText('Nothing was paid.').waitFor();
    await expectArrived(page);
    expect(page.url()).toBe(`${stack.appUrl}/settings/billing?workspace=${team.slug}#plan`);
    await picture(page, 'home-nothing-paid');

    await goToPayment(page, '6');
    await page.goBack();
    await said(page).getByText('Nothing was paid.').waitFor();
    await expectArrived(page);
    await page.reload();
    await planOf(page).getByText('Use of the plan').or(planOf(page).getByText('Agent seats')).first().waitFor();
    expect(await said(page).textContent()).toBe('');

    await goToPayment(page, '7');
    const since = Date.now();
    await press(page, 'Pay by a way that takes days');
    await planOf(page).getByText('Agent seats').waitFor();
    expect(Date.now() - since).toBeLessThan(2_500);
    await said(page).getByText('Payment is on its way at the bank.').waitFor();
    await expectArrived(page);
    expect(await planOf(page).getByText('paid for').count()).toBe(0);
    await picture(page, 'home-at-the-bank');
    expect(faults).toEqual([]);
  });

  it('members are text while typed, and nonsense has no price', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openOwner(team, 390);
    await press(page, 'Choose a plan');
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    const field = dialog.getByLabel('Members');
    await field.press('Control+a');
    await field.press('Delete');
    expect(await field.inputValue()).toBe('');
    expect(await dialog.locator('.problem').count()).toBe(0);
    await field.press('3');
    expect(await field.inputValue()).toBe('3');
    await dialog.getByText('$90 a month').waitFor();
    for (const nonsense of ['-1', '99999', '0', '21', '1e1', 'two']) {
      await field.fill(nonsense);
      await dialog.getByText('Give a whole number from 1 to 20.').waitFor();
      expect(await dialog.locator('.price-line').textContent(), nonsense).toBe('');
    }
    await picture(page, 'home-members-wrong');
    await dialog.getByLabel('Paid').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('plan-members');
    // One is too few for those who are here: words for people, no names of fields.
    await field.fill('1');
    await field.press('Enter');
    await dialog.getByText(/5 members are there, it has room for 1/).waitFor();
    await expectSound(page);
    await field.fill('20');
    await field.press('Enter');
    await page.waitForURL(/\/pay\//);
  });

  it('while a payment is missing, paying is the first button', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openOwner(team);
    await goToPayment(page, '5');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await said(page).getByText('Paid.').waitFor();
    await stack.sql`update workspaces set subscription_status = 'past_due' where id = ${team.workspaceId}`;
    await stack.sql`update subscriptions set past_due_since = '2026-11-02T10:00:00Z' where workspace_id = ${team.workspaceId}`;
    await page.reload();
    await planOf(page).getByText('Everything works until 16 Nov 2026').waitFor();
    expect(
      await planOf(page)
        .getByText(/Renews on/)
        .count(),
    ).toBe(0);
    expect(await planOf(page).getByRole('button').allTextContents()).toEqual([
      ...['Pay now', 'Card and invoices', 'Cancel subscription', 'Buy credits'],
    ]);
    await expectSound(page);
    await picture(page, 'home-payment-missing');
    await press(page, 'Pay now');
    await page.waitForURL(/\/portal\//);
  });

  it('a refusal names no tool, and has the button that mends it', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openOwner(team);
    await goToPayment(page, '5');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await said(page).getByText('Paid.').waitFor();
    await press(page, 'Change plan');
    // Another person cancels while the form is open.
    await stack.sql`update subscriptions set cancel_at_period_end = true where workspace_id = ${team.workspaceId}`;
    await page.getByRole('dialog').getByLabel('Members').fill('8');
    await press(page, 'Go to payment');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('Take the cancellation back first').waitFor();
    expect(await alert.textContent()).not.toMatch(/[a-z]_[a-z]/);
    await picture(page, 'home-refused');
    await alert.getByRole('button', { name: 'Card and invoices' }).click();
    await page.waitForURL(/\/portal\//);
  });

  it('is chosen on the page of plans, by way of sign-in for who is signed out', async () => {
    const team = await makeTeam(stack.sql);
    const { page, context } = await openOwner(team);
    await page.goto(`${stack.appUrl}/plans?workspace=${team.slug}`);
    await page.getByText('Up to 20 members').first().waitFor();
    await picture(page, 'plans-choose');
    await page.getByRole('link', { name: 'Choose Growth' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a plan' });
    expect(await dialog.getByLabel('Plan', { exact: true }).inputValue()).toBe('growth');
    expect(page.url()).toBe(`${stack.appUrl}/settings/billing?workspace=${team.slug}#plan`);
    await context.clearCookies();
    await page.goto(`${stack.appUrl}/plans`);
    await page.getByRole('link', { name: 'Choose Growth' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('input[name=return_to]').first().inputValue()).toBe('/settings/billing?plan=growth');
    await page.goto(`${stack.appUrl}/?workspace=${team.slug}&payment=done#plan`);
    expect(await page.locator('input[name=return_to]').first().inputValue()).toBe(
      `/?workspace=${team.slug}&payment=done#plan`,
    );
  });

  it('a member who chooses one all the same is told whom to ask', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openMember(stack, browser, {
      ...{ email: team.members.member.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/plans?workspace=${team.slug}`);
    await page.getByRole('link', { name: 'Choose Plus' }).click();
    await planOf(page).getByText('Owners, admins and those who look after billing can.').waitFor();
    await expectArrived(page);
    const whom = planOf(page).getByRole('list', { name: 'Who can choose and pay the plan' });
    expect(
      (await whom.getByRole('listitem').allTextContents())
        .map((text) => text.split(/(?=Owner|Admin|Billing)/).at(-1))
        .toSorted(),
    ).toEqual(['Admin', 'Billing', 'Owner']);
    expect(await planOf(page).getByRole('button').count()).toBe(0);
    expect(page.url()).toBe(`${stack.appUrl}/settings/billing?workspace=${team.slug}#plan`);
    await expectSound(page);
    await picture(page, 'home-who-pays');
    expect(faults).toEqual([]);
  });
});
