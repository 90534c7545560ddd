import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { addMember } from '../../support/drivers/session.ts';
import { jpeg, makePng } from '../../support/factories/pictures.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSaid, expectSound, openMember, openVisitor, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false, api: { makePages } }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** The brand at the top of a guest's page, and the colour of its links. */
async function seenByGuest(colorScheme: 'light' | 'dark') {
  const { page, context, faults } = await openVisitor(browser);
  await page.emulateMedia({ colorScheme });
  await page.goto(`${stack.publicUrl}/acme/ada`);
  const name = await page.locator('header.brand').textContent();
  const accent = await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--accent')`);
  const width = await page.evaluate(`(async () => {
    const mark = document.querySelector('header.brand img');
    if (mark) await mark.decode();
    return mark ? mark.naturalWidth : 0;
  })()`);
  await context.close();
  return { name, accent, width, faults };
}

describe('branding', { timeout: 90_000 }, () => {
  it('is set on the home page with a preview, and guests see it at once', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    await expectHeading(page, 'Acme');
    const section = page.getByRole('region', { name: 'Branding' });
    await section.getByText('Holdfast’s green').waitFor();
    await section.getByLabel('Accent color').fill('#ffcc00');
    await section.getByText(/Links on light pages: #[0-9a-f]{6}, darker for contrast\. Contrast \d+\.\d : 1/).waitFor();
    await section.getByText(/Links on dark pages: your color/).waitFor();
    await section.getByLabel('Workspace name').fill('Acme & Sons');
    await press(page, 'Save');
    await expectHeading(page, 'Acme & Sons');
    await section
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: makePng({ side: 900 }) });
    await section.getByAltText('Avatar of Acme & Sons').waitFor();
    await expectSound(page);
    await picture(page, 'home-branding');
    expect(await seenByGuest('dark')).toMatchObject({ accent: '#ffcc00', width: 512, faults: [] });
    const light = await seenByGuest('light');
    expect(light.name).toContain('Acme & Sons');
    expect(light.accent).toMatch(/^#[0-9a-f]{6}$/);
    expect(light.accent).not.toBe('#ffcc00');

    await press(page, 'Remove the picture');
    await section.getByText('Choose a picture').waitFor();
    await press(page, 'Use Holdfast’s color');
    await section.getByLabel('Workspace name').fill('Acme');
    await press(page, 'Save');
    await expectHeading(page, /^Acme$/);
    expect(await seenByGuest('light')).toMatchObject({ accent: '#0b6b5d', width: 0 });
    expect(faults).toEqual([]);
  });

  it('has the start of all links, changed after a word about what breaks', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    const section = page.getByRole('region', { name: 'Start of your links' });
    await section.getByRole('button', { name: 'Change it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Every booking link that was shared stops working/).waitFor();
    await dialog.getByLabel('New start').fill('docs');
    await page.keyboard.press('Enter');
    await dialog.getByText('Our own pages use this one.').waitFor();
    await expectSound(page);
    await picture(page, 'workspace-slug');
    for (const slug of ['acme-and-sons', 'acme']) {
      await dialog.getByLabel('New start').fill(slug);
      await page.keyboard.press('Enter');
      await section.getByText(`Your links begin with ${slug} now.`).waitFor();
      expect((await fetch(`${stack.publicUrl}/${slug}/ada`)).status).toBe(200);
      if (slug !== 'acme') await section.getByRole('button', { name: 'Change it' }).click();
    }
    expect(faults).toEqual([]);
  });

  it('of a person is a picture and a few words, set in their account', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/account`);
    const section = page.getByRole('region', { name: 'How guests see you' });
    await section
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: makePng({ side: 900 }) });
    await section.getByAltText('Picture of Ada Lovelace').waitFor();
    await section.getByLabel('About you').fill('Ask me about engines.');
    await section.getByRole('button', { name: 'Save the text' }).click();
    await section.getByText('The text is saved.').waitFor();
    await expectSound(page);
    await picture(page, 'settings-face');
    const guest = await openVisitor(browser);
    await guest.page.goto(`${stack.publicUrl}/acme/ada`);
    await guest.page.getByText('Ask me about engines.').waitFor();
    expect(await guest.page.evaluate(`document.querySelector('img.face').decode().then(() => 'drawn')`)).toBe('drawn');
    await guest.context.close();
    await section.getByRole('button', { name: 'Remove the picture' }).click();
    await section.getByText('Choose a picture').waitFor();
    expect(faults).toEqual([]);
  });

  it('says what was saved and what was not, and does not move the focus', async () => {
    const { page } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    const section = page.getByRole('region', { name: 'Branding' });
    const saved = section.getByRole('status').or(page.locator('.toast-place')).filter({ hasText: 'Saved.' });
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.type');
    const save = section.getByRole('button', { name: 'Save' });
    await section.getByLabel('Accent color').fill('#2040a0');
    await save.press('Enter');
    await saved.waitFor();
    expect(await focused()).toBe('Save');
    await expectSound(page);
    await picture(page, 'home-saved');
    await section.getByLabel('Workspace name').fill('Acme too');
    await saved.waitFor({ state: 'detached' });

    await page.route('**/api/v1/workspace', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await save.press('Enter');
    await section.getByRole('alert').filter({ hasText: 'We could not reach Holdfast' }).waitFor();
    expect(await saved.count()).toBe(0);
    expect(await focused()).toBe('Save');
    expect(await section.getByLabel('Workspace name').inputValue()).toBe('Acme too');
    await page.unrouteAll();
    await save.press('Enter');
    await saved.waitFor();

    const chooser = section.getByLabel('Choose a picture');
    await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await section.getByText('We cannot read that file as a picture').waitFor();
    expect(await saved.count()).toBe(0);
    await chooser.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await expectSaid(page, 'Branding', 'The picture is saved.');
    expect(await section.getByLabel('Workspace name').inputValue()).toBe('Acme too');
    await section.getByRole('button', { name: 'Remove the picture' }).press('Enter');
    await expectSaid(page, 'Branding', 'The picture is removed.');
    await expect.poll(focused).toBe('file');
    await stack.sql`update workspaces set accent_color = null, name = 'Acme' where slug = 'acme'`;
  });

  it('rejects a file that is not a picture, and says so', async () => {
    const { page } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    const file = page.getByLabel('Choose a picture');
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') });
    await page.getByText('We cannot read that file as a picture').waitFor();
    await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await page.getByAltText('Avatar of Acme').waitFor();
    expect(await page.getByText('We cannot read that file as a picture').count()).toBe(0);
    await press(page, 'Remove the picture');
    await page.getByLabel('Choose a picture').waitFor({ state: 'attached' });
  });

  it('is not offered to members without permission', async () => {
    const email = 'plain@acme.test';
    await addMember(stack, { email, role: 'member' });
    const { page } = await openMember(stack, browser, { email });
    await page.goto(`${stack.appUrl}/settings/workspace`);
    await page.getByText('Owners and admins change name').waitFor();
    expect(await page.getByRole('region', { name: 'Branding' }).count()).toBe(0);
  });

  // Each colour has too little contrast in the light or the dark scheme.
  it.each(['#ffee88', '#101060'])(
    'axe finds enough contrast for %s on guests’ pages in both schemes',
    async (colour) => {
      await stack.sql`update workspaces set accent_color = ${colour} where slug = 'acme'`;
      const { page, context, faults } = await openVisitor(browser);
      for (const path of ['/acme/ada', '/acme/ada/intro-30', '/acme/ada/nothing']) {
        await page.goto(`${stack.publicUrl}${path}`);
        await page.locator('header.brand').waitFor();
        await expectSound(page);
      }
      await context.close();
      await stack.sql`update workspaces set accent_color = null where slug = 'acme'`;
      expect(faults).toEqual([]);
    },
  );
});
