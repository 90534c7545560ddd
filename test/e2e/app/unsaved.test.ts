import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../../api/auth/credentials.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { signIn } from '../../support/drivers/session.ts';
import { makeEventType } from '../../support/factories/event-types.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** The page of a new event type of a new team's owner. */
async function openEditor(locale = 'en-GB') {
  const team = await makeTeam(stack.sql);
  const id = await makeEventType(stack.sql, team, team.members.owner.userId);
  const who = { email: team.members.owner.email, workspace: team.slug };
  const visit = await openMember(stack, browser, { ...who, locale });
  await visit.page.goto(`${stack.appUrl}/event-types/${id}`);
  await expectHeading(visit.page, 'Sample');
  return { ...visit, id, who };
}

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const bar = (page: Page) => group(page, 'Unsaved changes');
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const focused = (page: Page) => page.evaluate('document.activeElement.name || document.activeElement.textContent');
const settingsOf = async (id: string) =>
  (await stack.sql<Record<string, unknown>[]>`select * from event_types where id = ${id}`)[0];

/** How often the browser asks before the tab loads anew. */
async function asksOnReload(page: Page): Promise<number> {
  let asked = 0;
  const stay = (dialog: { dismiss(): Promise<void> }) => {
    asked += 1;
    void dialog.dismiss();
  };
  page.on('dialog', stay);
  await page.evaluate('setTimeout(() => location.reload())');
  await page.waitForTimeout(400);
  page.off('dialog', stay);
  return asked;
}

describe('what is not saved', { timeout: 60_000 }, () => {
  it('is named, saved together, or put back; then nothing asks', async () => {
    const { page, id, faults } = await openEditor();
    const name = group(page, 'Basics').getByLabel('Name');
    await name.fill('Long talk');
    await bar(page).getByText('Basics').waitFor();
    await name.fill('Sample');
    await bar(page).waitFor({ state: 'detached' });
    await name.fill('Long talk');
    await group(page, 'Times').getByLabel('Per week').fill('4');
    await group(page, 'Guests').getByLabel('I approve each booking').check();
    await bar(page).getByText('Basics · Times · Guests').waitFor();
    await expectSound(page);
    await picture(page, 'unsaved-event-type');
    expect(await asksOnReload(page)).toBe(1);

    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await question(page).getByText('Guests').waitFor();
    await expectSound(page);
    await picture(page, 'unsaved-leave');
    await press(page, 'Stay here');
    expect(await name.inputValue()).toBe('Long talk');
    expect(page.url()).toContain(id);
    await name.focus();
    await page.keyboard.press('Control+s');
    await expectHeading(page, 'Long talk');
    await bar(page).waitFor({ state: 'detached' });
    expect(await settingsOf(id)).toMatchObject({ name: 'Long talk', limit_per_week: 4, requires_approval: true });
    expect(await focused(page)).toBe('name');

    await group(page, 'Times').getByLabel('Per week').fill('9');
    await group(page, 'Guests').getByLabel('I approve each booking').uncheck();
    await bar(page).getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Enter');
    await bar(page).waitFor({ state: 'detached' });
    expect(await group(page, 'Times').getByLabel('Per week').inputValue()).toBe('4');
    expect(await group(page, 'Guests').getByLabel('I approve each booking').isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await expectHeading(page, 'Team');
    await page.goBack();
    await expectHeading(page, 'Long talk');
    await group(page, 'Basics').getByLabel('Name').fill('Other talk');
    await page.goForward();
    await question(page).getByRole('button', { name: 'Save and leave' }).click();
    await expectHeading(page, 'Team');
    expect(await settingsOf(id)).toMatchObject({ name: 'Other talk' });
    expect(faults).toEqual([]);
  });

  it('stays while the network fails, and says which part is refused', async () => {
    const { page, id } = await openEditor();
    await group(page, 'Basics').getByLabel('Link').fill('Not a link!');
    await group(page, 'Times').getByLabel('Per week').fill('4');
    await page.route('**/api/v1/workspace/event-types/*', (route) => route.abort());
    await press(page, 'Save all');
    await bar(page).getByText('Not all is saved').waitFor();
    await bar(page).getByText('Basics · Times').waitFor();
    await page.unroute('**/api/v1/workspace/event-types/*');
    await press(page, 'Save all');
    await bar(page).getByText('Times').waitFor({ state: 'detached' });
    await group(page, 'Basics').getByText('Something does not fit').waitFor();
    expect(await settingsOf(id)).toMatchObject({ limit_per_week: 4 });
    expect(await group(page, 'Basics').getByLabel('Link').inputValue()).toBe('Not a link!');
    await page.getByRole('link', { name: 'Meetings', exact: true }).click();
    await press(page, 'Leave without saving');
    await expectHeading(page, 'Meetings');
  });

  it('stays when the session ends, and is saved after a sign-in in another tab', async () => {
    const { page, context, id, who, sessionId } = await openEditor();
    await group(page, 'Basics').getByLabel('Name').fill('Kept');
    await stack.sql`update sessions set revoked_at = now() where id = ${sessionId}`;
    await press(page, 'Save all');
    const told = page.getByRole('dialog', { name: 'You are signed out' });
    await told.waitFor();
    await expectSound(page);
    await picture(page, 'unsaved-signed-out');
    await press(page, 'I have signed in');
    await told.getByText('You are not signed in yet.').waitFor();
    const other = await signIn(stack, { email: 'linus@acme.test' });
    const cookie = (value: string) => ({
      ...{ name: sessionCookieName(stack.appUrl), value, url: stack.appUrl, httpOnly: true },
    });
    await context.addCookies([cookie(other.token)]);
    await press(page, 'I have signed in');
    await told.getByText('Somebody else is signed in now.').waitFor();
    await context.addCookies([cookie((await signIn(stack, who)).token)]);
    await press(page, 'I have signed in');
    await told.waitFor({ state: 'detached' });
    await press(page, 'Save all');
    await page.getByRole('status', { name: 'Messages' }).getByText('Saved: Basics').waitFor();
    await expectHeading(page, 'Kept');
    // Signed in anew once more, without a word: the next call finds the new token by itself.
    await context.addCookies([cookie((await signIn(stack, who)).token)]);
    await group(page, 'Basics').getByLabel('Name').fill('Kept again');
    await press(page, 'Save all');
    await expectHeading(page, 'Kept again');
    expect(await settingsOf(id)).toMatchObject({ name: 'Kept again' });
  });

  it('is guarded on every page with a form, and in dialogs with more than a word', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'grace@acme.test', locale: 'de-DE' });
    const german = page.getByRole('region', { name: 'Ungespeicherte Änderungen' });
    await page.goto(`${stack.appUrl}/settings/account`);
    await page.getByRole('textbox', { name: 'Ihr Name' }).fill('Grace H.');
    await page.getByLabel('Über Sie').fill('Schiffe');
    await german.getByText('Ihr Name und Ihre Adresse · Über Sie').waitFor();
    await press(page, 'Alles speichern');
    await page.getByText('Gespeichert: Ihr Name und Ihre Adresse · Über Sie').waitFor();
    await german.waitFor({ state: 'detached' });
    await page.goto(`${stack.appUrl}/availability`);
    const monday = page.getByRole('group', { name: 'Montag', exact: true });
    await monday.getByLabel('Montag, von').first().fill('07:30');
    await german.getByText('Wochenzeiten').waitFor();
    // What it would change is shown before it is saved, on the first day that has times.
    await page.getByRole('list', { name: 'Nach dem Speichern' }).getByRole('listitem').first().waitFor();
    await expectSound(page);
    await picture(page, 'unsaved-hours-de');
    await press(page, 'Verwerfen');
    await german.waitFor({ state: 'detached' });
    await press(page, 'Abwesenheit eintragen');
    await page.getByLabel('Erster freier Tag').fill('2099-12-27');
    await page.getByLabel('Grund').fill('Schnee');
    await page.keyboard.press('Escape');
    const ask = page.getByRole('dialog', { name: 'Ohne Speichern schließen?' });
    await ask.waitFor();
    await picture(page, 'unsaved-dialog-de');
    await page.keyboard.press('Escape');
    await ask.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Grund').inputValue()).toBe('Schnee');
    expect(await asksOnReload(page)).toBe(1);
    await press(page, 'Abbrechen');
    await press(page, 'Schließen und verwerfen');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
