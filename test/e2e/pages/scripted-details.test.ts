import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '../../support/asserts/axe.ts';
import { sharePageStack } from '../../support/stack/page-stack.ts';
import { answersOf, bookingsOf, expectHeading, fillPerson, invitedBy, newAddress, readCode } from './guest-browser.ts';
import { focusedId, openDetails, openScriptedPage, scriptRuns } from './scripted-browser.ts';

vi.setConfig({ testTimeout: 90_000 });

const site = sharePageStack();
let context: BrowserContext;
let page: Page;
let posts: readonly string[];

const open = async (locale?: string): Promise<void> => {
  ({ context, page, posts } = await openScriptedPage(site.browser, locale));
};
beforeEach(() => open());
afterEach(() => context.close());

const DEEP_DIVE = 'ada/deep-dive-60';
const openForm = async (event: string, nth?: number): Promise<string> => {
  const startUtc = await openDetails(site.stack, page, event, nth);
  await scriptRuns(page);
  return startUtc;
};
const send = () => page.locator('form.details button[type=submit]').click();
const which = () => page.getByLabel('Which one?');
const fillDeepDive = async (email: string) => {
  await fillPerson(page, email);
  await page.getByLabel('What should we talk about?').fill('Moving a fleet of flows');
  await page.getByLabel('2 to 10').check();
};
const enterCode = async (email: string) => {
  await expectHeading(page, 'Check your email');
  await page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
  await expectHeading(page, 'You’re booked');
};

describe('a question with a condition', () => {
  it('appears and is required once its condition holds, and disappears when it does not', async () => {
    const email = newAddress();
    await openForm(DEEP_DIVE);
    await fillDeepDive(email);
    expect(await which().isVisible()).toBe(false);
    expect(await page.getByText('Only if').count()).toBe(0);
    await page.getByLabel('Yes').check();
    expect(await which().isVisible()).toBe(true);
    await send();
    expect(await page.locator('.problem').allTextContents()).toEqual(['Error: Please answer: Which one?']);
    expect(await focusedId(page)).toBe('field-competitor');
    expect(posts).toEqual([]);
    await which().fill('A spreadsheet');
    expect(await page.locator('.problem').count()).toBe(0);
    await page.getByLabel('No', { exact: true }).check();
    expect(await which().isVisible()).toBe(false);
    await send();
    await enterCode(email);
    expect(await answersOf(site.stack, email)).toEqual([
      'topic: Moving a fleet of flows',
      'team_size: 2 to 10',
      'uses_competitor: No',
    ]);
  });

  it('keeps its answer while it is hidden', async () => {
    await openForm(DEEP_DIVE);
    await page.getByLabel('Yes').check();
    await which().fill('A spreadsheet');
    await page.getByLabel('No', { exact: true }).check();
    await page.getByLabel('Yes').check();
    expect(await which().inputValue()).toBe('A spreadsheet');
  });
});

describe('a problem', () => {
  it('is shown beside the field once it is left, in the reader’s language, and removed once it is fixed', async () => {
    await context.close();
    await open('de-DE');
    await openForm('ada/intro-30');
    const email = page.getByLabel('Ihre E-Mail-Adresse');
    await email.fill('mira@');
    expect(await page.locator('.problem').count()).toBe(0);
    await page.getByLabel('Ihr Name').focus();
    expect(await page.locator('.problem').allTextContents()).toEqual([
      'Fehler: Geben Sie Ihre E-Mail-Adresse an, zum Beispiel sie@example.com.',
    ]);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.getAttribute('aria-describedby')).toBe('email-hint email-problem');
    await email.fill('mira@guest.test');
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await email.getAttribute('aria-describedby')).toBe('email-hint');
  });

  it('stops the form; all problems are shown, and the first has the focus', async () => {
    await openForm(DEEP_DIVE);
    await page.getByLabel('Your email').fill('mira@');
    // The message must not move the next field away while a finger taps it.
    await page.getByLabel('Yes').click();
    expect(await page.getByLabel('Yes').isChecked()).toBe(true);
    await page.getByLabel('No', { exact: true }).check();
    await page.getByLabel('What should we talk about?').fill('x'.repeat(201));
    await send();
    expect(await page.locator('.problem').allTextContents()).toEqual([
      'Error: Enter your name.',
      'Error: Enter your email address, such as you@example.com.',
      'Error: At most 200 characters fit here; this has 201.',
      'Error: Choose an answer: How large is your team?',
    ]);
    expect(await focusedId(page)).toBe('name');
    expect(posts).toEqual([]);
  });
});

describe('extra guests', () => {
  it('are added as they are typed or pasted, and removed again', async () => {
    const email = newAddress();
    await openForm('ada/intro-30', 1);
    await fillPerson(page, email);
    // The live region must exist before its first text, or screen readers do not read it.
    const told = page.locator('#main > p.vh[role=status]');
    expect(await told.textContent()).toBe('');
    const entry = page.getByLabel('Other people to invite');
    await entry.fill('Sam Miller <sam@guest.test>, lee@guest.test');
    await expect.poll(() => told.textContent()).toContain('sam@guest.test');
    await entry.pressSequentially('kim@guest.test,');
    await entry.pressSequentially('not an address');
    await entry.press('Enter');
    expect(await page.locator('.problem').textContent()).toContain('not is not an email address.');
    await entry.fill('');
    await page.getByRole('button', { name: 'Remove lee@guest.test' }).click();
    expect(await page.locator('.guest-list li').allTextContents()).toEqual(['sam@guest.test×', 'kim@guest.test×']);
    // Not added by the button, but it counts.
    await entry.fill('last@guest.test');
    await send();
    await enterCode(email);
    expect(await invitedBy(site.stack, email)).toEqual(['sam@guest.test', 'kim@guest.test', 'last@guest.test']);
  });
});

describe('a tap', () => {
  it('sends the form at once, even while an address is still being typed', async () => {
    const touch = await site.browser.newContext({
      locale: 'en-US',
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    });
    try {
      const phone = await touch.newPage();
      await openDetails(site.stack, phone, 'ada/intro-30', 6);
      await scriptRuns(phone);
      const email = newAddress();
      await fillPerson(phone, email);
      await phone.getByLabel('Other people to invite').tap();
      await phone.keyboard.type('zed@guest.test');
      await phone.locator('form.details button[type=submit]').tap();
      // Finish the booking: an open hold counts towards the host's daily limit, and the next test needs one.
      await phone.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
      await expectHeading(phone, 'You’re booked');
      // Mails to this guest write dates and clocks as the page does.
      const { text } = await site.stack.waitForMail(email, 'booking_confirmation');
      expect(text).toMatch(/[a-z]day, [A-Z][a-z]+ \d{1,2}, 20\d\d,\s+\d{1,2}:\d\d [AP]M to/);
    } finally {
      await touch.close();
    }
  });
});

describe('content added by the script', () => {
  it('has no accessibility violations: problems, a conditional question, a list of guests', async () => {
    await openForm(DEEP_DIVE);
    await page.getByLabel('Yes').check();
    await page.getByLabel('Other people to invite').fill('sam@guest.test, nobody');
    await send();
    expect(await page.locator('.problem').count()).toBe(6);
    await expectAccessible(page);
  });
});

describe('a time that another guest has taken', () => {
  it('is reported, the typed text stays, and another time books', async () => {
    const [email, rivalEmail] = [newAddress(), newAddress()];
    const startUtc = await openForm(DEEP_DIVE, 2);
    await fillDeepDive(email);
    const rival = await context.newPage();
    await rival.goto(`${site.stack.publicUrl}/acme/${DEEP_DIVE}?startAt=${startUtc}`);
    await scriptRuns(rival);
    await fillPerson(rival, rivalEmail);
    await rival.getByLabel('What should we talk about?').fill('First');
    await rival.getByLabel('Just me').check();
    await rival.locator('form.details button[type=submit]').click();
    await expectHeading(rival, 'Check your email');
    await send();
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual([expect.stringContaining('That time is no longer free')]);
    expect(await page.getByLabel('What should we talk about?').inputValue()).toBe('Moving a fleet of flows');
    expect(await page.getByLabel('2 to 10').isChecked()).toBe(true);
    const other = page.locator('#alternatives [name=startAt]').nth(1);
    const chosen = await other.getAttribute('value');
    await other.check();
    await send();
    await enterCode(email);
    expect((await bookingsOf(site.stack, email)).map(({ start_at }) => start_at.toISOString())).toEqual([chosen]);
  });
});

describe('the typed text', () => {
  it('survives a reload and a change of time, and is deleted once the meeting is booked', async () => {
    const email = newAddress();
    await openForm(DEEP_DIVE, 4);
    await fillDeepDive(email);
    await page.getByLabel('Yes').check();
    await which().fill('A spreadsheet');
    await page.getByLabel('Other people to invite').fill('sam@guest.test,');
    await page.getByLabel('Other people to invite').fill('lee@guest.test,');
    await page.reload();
    await scriptRuns(page);
    const check = async () => {
      expect(await page.getByLabel('Your email').inputValue()).toBe(email);
      expect(await page.getByLabel('2 to 10').isChecked()).toBe(true);
      expect(await which().inputValue()).toBe('A spreadsheet');
      expect(await page.locator('.guest-list li').allTextContents()).toEqual(['sam@guest.test×', 'lee@guest.test×']);
    };
    await check();
    await openForm(DEEP_DIVE, 5);
    await check();
    await send();
    await enterCode(email);
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('is deleted after two hours, from the page and from the browser', async () => {
    await openForm('ada/intro-30', 3);
    await fillPerson(page, newAddress());
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(1);
    await page.evaluate(`for (const [key, text] of Object.entries(sessionStorage))
      sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), savedMs: Date.now() - 2 * 3_600_000 - 1 }))`);
    await page.reload();
    await scriptRuns(page);
    expect(await page.getByLabel('Your email').inputValue()).toBe('');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('stays while offline: nothing is sent and nothing is lost', async () => {
    const email = newAddress();
    await openForm('ada/intro-30', 3);
    await fillPerson(page, email);
    await context.setOffline(true);
    await send();
    await expect.poll(() => page.locator('.connection').textContent()).toContain('You are offline');
    expect(await page.getByLabel('Your email').inputValue()).toBe(email);
    expect(posts).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => page.locator('.connection').textContent()).toBe('');
    await send();
    await enterCode(email);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });
});

describe('a script that breaks', () => {
  it.each([
    ['never arrives', undefined],
    ['fails at once', "throw new Error('broken')"],
  ])('%s: the page books all the same', async (how, body) => {
    await page.route('**/*.js', (route) =>
      body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
    );
    const email = newAddress();
    await openDetails(site.stack, page, DEEP_DIVE, how === 'never arrives' ? 6 : 8);
    await fillDeepDive(email);
    expect(await page.getByText('Only if').isVisible()).toBe(true);
    await page.getByLabel('Yes').check();
    await which().fill('A spreadsheet');
    await page.getByLabel('Other people to invite').fill('sam@guest.test\nlee@guest.test');
    await send();
    await expectHeading(page, 'Check your email');
    await page.getByLabel('Six-digit code').fill(await readCode(site.stack, email));
    await page.getByRole('button', { name: 'Book this time' }).click();
    await expectHeading(page, 'You’re booked');
    expect(await answersOf(site.stack, email)).toContain('competitor: A spreadsheet');
  });
});
