import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import {
  endPollInterval,
  expireDeviceSession,
  openDevice,
  poll,
  type Registered,
} from '../../support/drivers/device.ts';
import { addMember } from '../../support/drivers/session.ts';
import { storeConnection } from '../../support/factories/calendars.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const robot = { agentName: 'Robot', clientName: 'Holdfast CLI' };

/** Ada's browser on the page of a device that requests access. */
async function asked(): Promise<{ page: Page; device: Registered; faults: readonly string[] }> {
  const [member, device] = await Promise.all([openMember(stack, browser), openDevice(stack, robot)]);
  await member.page.goto(device.verificationUrl);
  await expectHeading(member.page, 'Give this device access?');
  return { page: member.page, device, faults: member.faults };
}

describe('a device that requests access', { timeout: 90_000 }, () => {
  it('is shown with its code, names, address and time, and two buttons of equal weight', async () => {
    const { page, device, faults } = await asked();
    const text = (await page.locator('main').textContent()) ?? '';
    for (const part of [device.userCode, 'Robot', 'Holdfast CLI', '127.0.0.1', 'Berlin, Central European Time', 'Acme'])
      expect(text).toContain(part);
    const looks = `[...document.querySelectorAll('.pair button')].map((button) => {
      const { backgroundColor, borderColor, color, fontSize, fontWeight } = getComputedStyle(button);
      return [button.offsetWidth, button.offsetHeight, backgroundColor, borderColor, color, fontSize, fontWeight].join();
    })`;
    const [deny, approve, ...others] = (await page.evaluate(looks)) as string[];
    expect(approve).toBe(deny);
    expect(others).toEqual([]);
    await expectSound(page);
    await picture(page, 'device-ask');
    // Opening the page does not decide.
    expect((await poll(stack, device.deviceCode)).status).toBe('authorization_pending');
    expect(faults).toEqual([]);
  });

  it('gets a key when it is approved, and the page says to go back', async () => {
    const { page, device } = await asked();
    await press(page, 'Approve');
    await expectHeading(page, 'Approved');
    await page.getByText('Go back to your terminal').waitFor();
    await page.getByRole('link', { name: 'Connect a calendar' }).waitFor();
    await expectSound(page);
    await picture(page, 'device-approved');
    const polled = await poll(stack, device.deviceCode);
    expect(polled).toMatchObject({ status: 'approved', workspace: { slug: 'acme' }, user: { email: 'ada@acme.test' } });
    expect(await page.content()).not.toContain(polled.apiKey);
    await page.reload();
    await expectHeading(page, 'Already connected');
    await expectSound(page);
    await picture(page, 'device-connected');
    await page.getByRole('link', { name: 'See or revoke your keys' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Robot' });
    await row.getByText('Never used').waitFor();
  });

  it('gets no key when it is denied', async () => {
    const { page, device } = await asked();
    await press(page, 'Deny');
    await expectHeading(page, 'Denied');
    await expectSound(page);
    await picture(page, 'device-denied');
    expect((await poll(stack, device.deviceCode)).status).toBe('denied');
    await page.reload();
    await expectHeading(page, 'Denied');
  });

  it('is bound to the workspace that the person chooses', async () => {
    await addMember(stack, { email: 'grace@acme.test', workspace: 'beta', role: 'manager' });
    const [grace] = await stack.sql<{ id: string }[]>`select id from users where email = 'grace@acme.test'`;
    await storeConnection(stack.sql, { userId: grace?.id ?? '' });
    const [member, device] = await Promise.all([
      openMember(stack, browser, { email: 'grace@acme.test' }),
      openDevice(stack, { agentName: 'Chooser' }),
    ]);
    await member.page.goto(device.verificationUrl);
    await member.page.getByLabel('Workspace').selectOption({ label: 'beta (manager)' });
    await member.page.getByText('as manager').waitFor();
    await expectSound(member.page);
    await picture(member.page, 'device-choose');
    const listed = member.page.waitForResponse((answer) => answer.url().includes('/calendars'));
    await press(member.page, 'Approve');
    await expectHeading(member.page, 'Approved');
    await (await listed).finished();
    // She has connected one.
    expect(await member.page.getByRole('link', { name: 'Connect a calendar' }).count()).toBe(0);
    expect((await poll(stack, device.deviceCode)).workspace?.slug).toBe('beta');
  });

  it('is refused once its code has expired, also while the page is open', async () => {
    const { page, device } = await asked();
    await expireDeviceSession(stack.sql, device.deviceCode);
    await press(page, 'Approve');
    await expectHeading(page, 'This code is over');
    await expectSound(page);
    await picture(page, 'device-expired');
    await page.reload();
    await expectHeading(page, 'This code is over');
    await endPollInterval(stack.sql, device.deviceCode);
    expect((await poll(stack, device.deviceCode)).status).toBe('expired');
  });

  it('shows the decision that was made in another window', async () => {
    const { page, device } = await asked();
    const other = await openMember(stack, browser);
    await other.page.goto(device.verificationUrl);
    await press(other.page, 'Deny');
    await expectHeading(other.page, 'Denied');
    await press(page, 'Approve');
    await expectHeading(page, 'Already decided');
    await expectSound(page);
    await picture(page, 'device-decided');
  });
});

describe('a code', { timeout: 90_000 }, () => {
  it('is accepted in any spelling when typed by hand', async () => {
    const [{ page, faults }, device] = await Promise.all([openMember(stack, browser), openDevice(stack, robot)]);
    await page.goto(`${stack.appUrl}/device`);
    await expectHeading(page, 'Connect a device');
    await expectSound(page);
    await picture(page, 'device-code');
    await page.getByLabel('Code').fill('abc');
    await press(page, 'Continue');
    await page.getByText('The code has eight letters').waitFor();
    await expectSound(page);
    await page.getByLabel('Code').fill(device.userCode.toLowerCase().replace('-', ' '));
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Give this device access?');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(faults).toEqual([]);
  });

  it('that no device has is refused, and can be corrected', async () => {
    const [{ page }, device] = await Promise.all([openMember(stack, browser), openDevice(stack, robot)]);
    for (const code of ['BBBB-CCCC', 'not a code']) {
      await page.goto(`${stack.appUrl}/device?${new URLSearchParams({ code })}`);
      await page.getByText(/Nobody waits with this code|That is not a code/).waitFor();
      await expectSound(page);
    }
    await picture(page, 'device-unknown');
    await page.getByLabel('Code').fill(device.userCode);
    await press(page, 'Continue');
    await expectHeading(page, 'Give this device access?');
  });

  it('leads through sign-in to the page of the device', async () => {
    const [{ page }, device] = await Promise.all([openVisitor(browser), openDevice(stack, robot)]);
    await page.goto(device.verificationUrl);
    await expectHeading(page, 'Sign in');
    await press(page, 'Ada Lovelace');
    await expectHeading(page, 'Give this device access?');
    expect(page.url()).toBe(device.verificationUrl);
  });

  it('is decided by keyboard alone', async () => {
    const { page, device } = await asked();
    for (let steps = 0; steps < 20; steps++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.textContent')) === 'Approve') break;
    }
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Approved');
    expect((await poll(stack, device.deviceCode)).status).toBe('approved');
  });
});
