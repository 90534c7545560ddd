import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam } from '../../support/factories/keys.ts';
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
    ]);
    await expectSound(page);
    await picture(page, 'home-plan');
    await section.getByRole('link', { name: 'Compare plans' }).click();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expect(await page.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe(`${stack.appUrl}/#plan`);
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
    await section.getByText('paid for 6 members').waitFor();
    await section.getByText(/Renews on .*, each year/).waitFor();
    await expectSound(page);
    await picture(page, 'home-plan-paid');
    await press(page, 'Card and invoices');
    await page.waitForURL(/\/portal\//);
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    // The page says what is known when it is loaded; the webhook takes a moment.
    const isTold = async () => {
      await page.goto(`${stack.appUrl}/?${Date.now()}#plan`);
      await section.getByText('paid for 6 members').waitFor();
      return section.getByText(/It ends on .*; then the plan is Free\./).count();
    };
    await expect.poll(isTold, { timeout: 15_000 }).toBe(1);
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
    await section.getByText(/The first end on /).waitFor();
    await section.getByText('Invoices (1)').click();
    const invoices = section.getByRole('list', { name: 'Invoices' });
    expect(await invoices.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/LOCAL-\d+\$50\.00$/),
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

  it('is not for members who pay nothing', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openMember(stack, browser, { email: team.members.member.email, workspace: team.slug });
    await page.goto(stack.appUrl);
    await page.getByRole('region', { name: 'Calendars' }).waitFor();
    expect(await page.getByRole('region', { name: 'Plan' }).count()).toBe(0);
  });
});
