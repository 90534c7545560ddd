import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectDone, expectHeading, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

describe('availability', { timeout: 90_000 }, () => {
  it('changes, copies and saves the weekly hours; nothing is sent before', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/availability`);
    await expectHeading(page, 'Availability');
    const monday = page.getByRole('group', { name: 'Monday' });
    await monday.getByLabel('Monday, from').first().waitFor();
    await expectSound(page);
    await picture(page, 'availability');
    let sent = 0;
    page.on('request', (request) => void (request.method() === 'PATCH' && sent++));
    await monday.getByLabel('Monday, from').first().fill('07:30');
    await monday.getByLabel('Monday, to').first().fill('07:00');
    await monday.getByText('Hours end after they begin.').waitFor();
    await page.getByRole('button', { name: 'Save hours' }).click({ force: true });
    expect(sent).toBe(0);
    await monday.getByLabel('Monday, to').first().fill('11:15');
    await press(page, 'Copy to … the hours of Monday');
    const dialog = page.getByRole('dialog', { name: 'Copy the hours of Monday to' });
    await dialog.getByLabel('Saturday').check();
    await expectSound(page);
    await picture(page, 'availability-copy');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await press(page, 'Save hours');
    await expectDone(page, 'Weekly hours', 'The hours are saved.');
    expect(sent).toBe(1);
    await page.reload();
    const saturday = page.getByRole('group', { name: 'Saturday' });
    await saturday.getByLabel('Saturday, from').first().waitFor();
    expect(await saturday.getByLabel('Saturday, from').first().inputValue()).toBe('07:30');
    expect(await page.getByRole('group', { name: 'Sunday' }).textContent()).toContain('Closed');
    expect(faults).toEqual([]);
  });

  it('closes dates, plans time off, and says why a time is not offered', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'grace@acme.test', width: 390 });
    await page.goto(`${stack.appUrl}/availability`);
    await press(page, 'Add a date');
    await page.getByLabel('Date', { exact: true }).fill('2099-12-24');
    await press(page, 'Save');
    await page.getByText('24 December 2099 has hours of its own.').waitFor();
    await press(page, 'Add time off');
    await page.getByLabel('First day off').fill('2099-12-27');
    await page.getByLabel('Last day off').fill('2099-12-30');
    await page.getByLabel('Reason').fill('Snow');
    await expectSound(page);
    await press(page, 'Save');
    await page.getByText('Your time off is saved.').waitFor();
    await page.getByRole('list', { name: 'Time off' }).getByText('Snow').waitFor();
    await picture(page, 'availability-away');
    const tooFar = page.getByLabel(/^Day and time/);
    if ((await tooFar.count()) > 0) {
      await tooFar.fill('2099-12-28T10:00');
      await press(page, 'Ask');
      await page.getByRole('status').getByRole('listitem').first().waitFor();
    }
    await press(page, /^Remove Thu, 24 December 2099/);
    await page.getByText('is as in any week again.').waitFor();
    expect(faults).toEqual([]);
  });

  it('has no hours for who looks after billing', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openMember(stack, browser, {
      ...{ email: team.members.billing_only.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/availability`);
    await page.getByText('hosts no meetings, so it has no hours').waitFor();
    await expectSound(page);
  });
});
