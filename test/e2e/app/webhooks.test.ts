import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { WebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [stack, browser, receiver] = await Promise.all([
    startStack({ demo: false }),
    launchChromium(),
    new WebhookReceiver().listen(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await receiver?.close();
});

type Role = 'owner' | 'admin' | 'member';

async function openAs(team: TestTeam, role: Role, locale?: string) {
  const visit = await openMember(stack, browser, {
    email: team.members[role].email,
    workspace: team.slug,
    ...(locale && { locale }),
  });
  await visit.page.goto(`${stack.appUrl}/settings/webhooks`);
  await expectHeading(visit.page, 'Webhooks');
  return visit;
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const short = (): string => receiver.url.replace('http://', '');

/** Adds the receiver. @returns the secret that was shown */
async function add(page: Page): Promise<string> {
  await press(page, 'Add an endpoint');
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByLabel('What it is for').fill('Our CRM');
  await form.getByLabel('Only these').check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('Choose at least one event.').waitFor();
  await form.getByLabel('Booked or requested').check();
  await form.getByLabel('Only ids and states').check();
  await expectSound(page);
  await picture(page, 'webhooks-new');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'The signing secret' });
  await shown.getByText('It is shown this once.').waitFor();
  await picture(page, 'webhooks-secret');
  const secret = (await shown.locator('.secret code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I have it' }).click();
  return secret;
}

const ON_INTERNET = 'https://app.holdfast.test';

/** The same pages under a name of the internet: on this machine's own name the form also offers addresses of this machine. */
async function serveOnInternet(page: Page): Promise<void> {
  const cookies = await page.context().cookies(stack.appUrl);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await page.route(`${ON_INTERNET}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = { ...route.request().headers(), cookie, origin: stack.appUrl };
    await route.fulfill({ response: await route.fetch({ url: `${stack.appUrl}${pathname}${search}`, headers }) });
  });
}

describe('webhooks', { timeout: 90_000 }, () => {
  it('are added, tested, looked at, switched off, renewed and deleted', async () => {
    const team = await makeTeam(stack.sql);
    const { page, faults } = await openAs(team, 'admin');
    await page.getByText('No endpoint yet').waitFor();
    await page
      .getByText('0 of 10 in the plan Growth.')
      .or(page.getByText(/^0 of \d+ in the plan/))
      .first()
      .waitFor();
    await expectSound(page);
    await picture(page, 'webhooks-empty');
    const secret = await add(page);
    expect(secret).toMatch(/^whsec_/);
    const row = part(page, 'Endpoints').getByRole('listitem').filter({ hasText: short() });
    await row.getByText('1 event · ids and states only · nothing delivered yet').waitFor();
    await row.getByText('Our CRM').waitFor();

    await press(page, `Send a test ${short()}`);
    const messages = page.getByRole('status', { name: 'Messages' });
    await messages.getByText(/^The test was answered with 204 after \d+ ms\./).waitFor();
    expect(receiver.verified(secret).map(({ type }) => type)).toEqual(['webhook.ping']);
    const deliveries = part(page, 'Deliveries');
    const first = deliveries.getByRole('listitem').first();
    await first.getByText('Delivered', { exact: true }).waitFor();
    await first.getByText('Request and answer').click();
    await first.getByText('"webhook.ping"').waitFor();
    await first.getByText('No text came back.').waitFor();
    await expectSound(page);
    await picture(page, 'webhooks');

    // One that is refused says what came back, and is found by its state.
    receiver.answer = () => ({ status: 500, text: 'our database is away' });
    await press(page, `Send a test ${short()}`);
    await messages.getByText('The test failed: 500').waitFor();
    await deliveries.getByLabel('State').selectOption('given_up');
    await page.waitForURL(/state=given_up/);
    await expect.poll(() => deliveries.getByRole('listitem').count()).toBe(1);
    await deliveries.getByText('Request and answer').click();
    await deliveries.getByText('our database is away').waitFor();
    await picture(page, 'webhooks-given-up');
    receiver.answer = () => ({ status: 204 });
    const before = receiver.received.length;
    await deliveries.getByRole('button', { name: /^Send again/ }).press('Enter');
    await deliveries.getByText('It is on its way again, with the same id.').waitFor();
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(before + 1);
    expect(receiver.received.at(-1)?.id).toBe(receiver.received.at(-2)?.id);

    const enabled = page.getByRole('switch', { name: `${short()} gets events` });
    await enabled.focus();
    await page.keyboard.press('Space');
    await messages.getByText(`${short()} gets no events. What happens while it is off is not sent later.`).waitFor();
    expect(await enabled.getAttribute('aria-checked')).toBe('false');
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => enabled.getAttribute('aria-checked')).toBe('true');

    const menu = page.locator('summary', { hasText: `More ${short()}` });
    await menu.click();
    await press(page, 'New secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const shown = page.getByRole('dialog', { name: 'The signing secret' });
    expect(await shown.locator('.secret code').textContent()).not.toBe(secret);
    await shown.getByRole('button', { name: 'I have it' }).click();
    await row.getByText('The secret from before works until').waitFor();

    await menu.click();
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${short()} is deleted.`).waitFor();
    await page.getByText('No endpoint yet').waitFor();
    expect(await stack.sql`select 1 from webhook_endpoints where workspace_id = ${team.workspaceId}`).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('say what is wrong with an address, that somebody changed it meanwhile, and what a role lacks', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openAs(team, 'owner');
    await add(page);
    const menu = page.locator('summary', { hasText: `More ${short()}` });
    await menu.click();
    await press(page, 'Change');
    const form = page.getByRole('dialog', { name: `Change ${short()}` });
    expect(await form.getByLabel('Booked or requested').isChecked()).toBe(true);
    await form.getByRole('textbox', { name: 'Address' }).fill('http://intranet/hooks');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('In local mode also one of this machine').waitFor();
    await form.getByText('or, in local mode, one of this machine').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await stack.sql`update webhook_endpoints set version = version + 1 where workspace_id = ${team.workspaceId}`;
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('has changed it meanwhile').waitFor();
    await page.route('**/api/v1/workspace/webhooks*', (route) => route.abort());
    await page.goto(`${stack.appUrl}/settings/webhooks`);
    await page.getByText('We could not reach Holdfast').waitFor();
    await picture(page, 'webhooks-away');
    const { page: member } = await openAs(team, 'member');
    await member.getByText('Webhooks are for owners and admins').waitFor();
    await expectSound(member);
    await picture(member, 'webhooks-no-role');
    const { page: german } = await openAs(team, 'admin', 'de-DE');
    await german.getByText('alle Angaben').or(german.getByText('nur Kennungen und Zustände')).waitFor();
    await picture(german, 'webhooks-german');
  });

  it.each([
    [
      undefined,
      ['Add an endpoint', 'Address', 'Add', 'I have it', 'Save'],
      'Enter an https:// address that can be reached',
    ],
    [
      'de-DE',
      ['Endpunkt hinzufügen', 'Adresse', 'Hinzufügen', 'Ich habe ihn', 'Speichern'],
      'Geben Sie eine https://-Adresse ein',
    ],
  ] as const)(
    'refuse a plain address where the service is on the internet, new and changed (%s)',
    async (locale, words, said) => {
      const [addTo, address, create, seen, save] = words;
      const team = await makeTeam(stack.sql);
      const who = { email: team.members.owner.email, workspace: team.slug, ...(locale && { locale }) };
      const { page } = await openMember(stack, browser, who);
      await serveOnInternet(page);
      await page.goto(`${ON_INTERNET}/settings/webhooks`);
      const dialog = page.getByRole('dialog');
      const refused = async (button: string): Promise<void> => {
        await dialog.getByRole('textbox', { name: address }).fill('http://hooks.example.com/in');
        await dialog.getByRole('button', { name: button, exact: true }).click();
        const problem = dialog.locator('.problem', { hasText: said });
        await problem.waitFor();
        expect(await problem.textContent()).not.toContain('localhost');
        expect(await dialog.getByRole('textbox', { name: address }).getAttribute('aria-invalid')).toBe('true');
      };
      await press(page, addTo);
      await refused(create);
      expect(await dialog.textContent()).not.toContain('localhost');
      await dialog.getByRole('textbox', { name: address }).fill(receiver.url);
      await dialog.getByRole('button', { name: create, exact: true }).click();
      await press(page, seen);
      await page.locator('summary', { hasText: short() }).click();
      await page.getByRole('button', { name: locale ? 'Ändern' : 'Change', exact: true }).click();
      await refused(save);
      await picture(page, `webhooks-plain-${locale ?? 'en'}`);
    },
  );
});
