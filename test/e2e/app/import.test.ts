import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { accountReader } from '../../../outbound/scheduling-accounts/read-account.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectInSight, expectSaid, expectSound, openMember, picture, press } from './app-browser.ts';

let internet: InternetStandIn;
let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  internet = await startInternetStandIn();
  const { outbound } = openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url });
  [stack, browser] = await Promise.all([
    startStack({ worker: false, demo: false, readAccount: accountReader(outbound) }),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await internet?.close();
});

const open = async (path: string, more: { readonly width?: number; readonly locale?: string } = {}) => {
  const team = await makeTeam(stack.sql);
  const who = { email: team.members.owner.email, workspace: team.slug, ...more };
  const { page, faults } = await openMember(stack, browser, who);
  await page.goto(`${stack.appUrl}${path}`);
  const names = async () =>
    (await stack.sql`select name from event_types where workspace_id = ${team.workspaceId} order by name`).map(
      ({ name }) => name as string,
    );
  return { page, faults, names };
};
const lookUp = async (page: Page, key: string) => {
  await page.getByLabel(/^Paste the key of/).fill(key);
  await press(page, 'Preview import');
};

describe('an import by key', { timeout: 90_000 }, () => {
  it('is offered with a new event type, shows what would come, and makes it; by keyboard alone', async () => {
    const { page, faults, names } = await open('/event-types');
    const before = await names();
    await press(page, 'New event type');
    await page.getByRole('dialog').getByText('Coming from Cal.com or Calendly?').waitFor();
    await page.getByRole('button', { name: 'Bring your event types' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Import from Cal.com or Calendly' });
    await dialog.waitFor();
    expect(await dialog.getByRole('link').first().getAttribute('href')).toBe(
      'https://app.cal.com/settings/developer/api-keys',
    );
    await expectSound(page);
    await picture(page, 'import-key');
    const field = dialog.getByLabel('Paste the key of Cal.com');
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual(['password', 'off']);
    await field.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Paste the key first.').waitFor();
    await page.keyboard.type('cal_local');
    await page.keyboard.press('Enter');
    await expectInSight(dialog.getByText('3 entries would be made:'));
    await dialog.getByText('First talk').waitFor();
    await expectInSight(dialog.getByRole('button', { name: 'Import', exact: true }));
    expect(await names()).toEqual(before);
    await expectSound(page);
    await picture(page, 'import-key-list');
    await dialog.getByRole('button', { name: 'Import', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('3 entries are made:').waitFor();
    const made = dialog.getByRole('listitem').filter({ hasText: 'First talk (new tab) (event type): made' });
    expect(await made.getByRole('link', { name: 'First talk' }).getAttribute('href')).toMatch(
      /^\/event-types\/[\w-]{36}$/,
    );
    const hours = dialog.getByRole('listitem').filter({ hasText: 'Office hours (new tab) (hours): made' });
    expect(await hours.getByRole('link').getAttribute('href')).toMatch(/^\/availability\/[\w-]{36}$/);
    expect(await names()).toEqual([...before, 'First talk', 'Phone call'].sort());
    await picture(page, 'import-key-made');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expectSaid(page, 'Your event types', '3 entries are imported.');
    await page.getByRole('link', { name: 'Phone call' }).first().waitFor();
    expect(faults).toEqual([]);
    // The page keeps nothing of it either.
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
    expect(kept).not.toContain('cal_local');
  });

  it('says what is wrong with a key, a service or an account, and what to do', async () => {
    const { page, names } = await open('/settings/workspace');
    const before = await names();
    await press(page, 'Import from Cal.com or Calendly');
    for (const [key, said] of [
      ['cal_wrong', 'Cal.com does not know this key'],
      ['cal_local with spaces', 'This is no key'],
      ['cal_local_empty', 'has no event types and no hours'],
    ] as const) {
      await lookUp(page, key);
      await expectInSight(page.locator('.problem', { hasText: said }));
      expect(await page.getByLabel('Paste the key of Cal.com').getAttribute('aria-invalid')).toBe('true');
    }
    await expectSound(page);
    await picture(page, 'import-key-wrong');
    for (const [key, said] of [
      ['cal_local_down', 'Cal.com does not answer right now'],
      ['cal_local_busy', 'Try again in a minute'],
      ['cal_local_moved', 'Bring a file instead'],
      ['cal_local_large', 'too large to be read at once'],
    ] as const) {
      await lookUp(page, key);
      await expectInSight(page.getByRole('alert').filter({ hasText: said }));
      expect(await page.locator('.problem').count()).toBe(0);
    }
    await picture(page, 'import-key-down');
    await lookUp(page, 'cal_local');
    await page.getByText('3 entries would be made:').waitFor();
    // Another service is another account.
    await page.getByRole('radio', { name: 'Calendly' }).check();
    expect(await page.getByText('3 entries would be made:').count()).toBe(0);
    expect(await page.getByLabel('Paste the key of Calendly').inputValue()).toBe('');
    await lookUp(page, 'pat_local');
    await page.getByText('2 entries would be made:').waitFor();
    expect(await names()).toEqual(before);
  });

  it('is offered to new hosts, in German, on a phone', async () => {
    const { page, faults } = await open('/start', { width: 390, locale: 'de-DE' });
    await page.getByText('Kommen Sie von Cal.com oder Calendly?').waitFor();
    await expectSound(page);
    await picture(page, 'import-offer-start-de');
    await press(page, 'Bringen Sie Ihre Terminarten mit');
    await page.getByRole('radio', { name: 'Calendly' }).check();
    await page.getByLabel('Fügen Sie den Schlüssel von Calendly ein').fill('pat_local');
    await press(page, 'Zeigen, was kommt');
    await page.getByText('2 Einträge würden angelegt:').waitFor();
    // Zoom, and no calendar is connected: the place of the newest event type.
    await page.getByText('War: Zoom. Hier ist es wie bei Ihrer neuesten Terminart: Call me').waitFor();
    await expectSound(page);
    await picture(page, 'import-key-list-de');
    await press(page, 'Importieren');
    await expectInSight(page.getByText('2 Einträge sind angelegt:'));
    expect(faults).toEqual([]);
  });
});
