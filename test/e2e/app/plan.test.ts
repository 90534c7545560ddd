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
    await page.goto(`${stack.appUrl}/#plan`);
    await section.getByText(/It ends on .*; then the plan is Free\./).waitFor();
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
