import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { englishIn } from './english-texts.ts';
import { farDay, newAddress, readCode, readLink } from './guest-browser.ts';

// Twenty pages in a row take a while on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let stack: Stack;
let browser: Browser;
/** Texts of hosts are not translated. */
let hostsWords: string[];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), launchChromium()]);
  const events = await stack.sql<{ name: string; description: string }[]>`select name, description from event_types`;
  const forms = await stack.sql`select * from forms`;
  const labels = [...JSON.stringify(forms).matchAll(/"(?:label|helpText|name)":\s*"([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  hostsWords = [...events.flatMap(({ name, description }) => [name, description]), ...labels];
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const LOADED = { waitUntil: 'domcontentloaded' } as const;
const send = (page: Page, selector: string): Promise<unknown> =>
  Promise.all([page.waitForNavigation(LOADED), page.locator(selector).first().click()]);

describe.each([
  ['without JavaScript', false],
  ['with JavaScript', true],
])('a guest whose browser asks for German, %s', (_case, javaScriptEnabled) => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
      locale: 'de-AT',
      timezoneId: 'Europe/Vienna',
    });
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  /** Expects that every text of the page is German. */
  const expectGerman = async (step: string): Promise<void> => {
    expect(await page.locator('html').getAttribute('lang'), step).toBe('de-AT');
    expect(await englishIn(page, hostsWords), step).toEqual([]);
  };
  const look = async (path: string, step: string): Promise<void> => {
    await page.goto(`${stack.publicUrl}${path}`, LOADED);
    await expectGerman(step);
  };
  /** Books and returns the manage link. */
  const book = async (event: string, kind: string): Promise<string> => {
    const email = newAddress();
    await page.goto(`${stack.publicUrl}${event}`, LOADED);
    await expectGerman(`times of ${event}`);
    await send(page, 'button.time');
    await expectGerman(`details of ${event}`);
    await page.locator('#name').fill('Mira Okafor');
    await page.locator('#email').fill(email);
    await send(page, 'main form[method=post] button[type=submit]');
    await expectGerman(`code of ${event}`);
    const code = await readCode(stack, email);
    await typeCode(code === '000000' ? '000001' : '000000');
    await expectGerman(`wrong code of ${event}`);
    // The page's script does not offer a new code so soon.
    if (!javaScriptEnabled) {
      await send(page, 'form[action$="/resend"] button[type=submit]');
      await expectGerman(`another code so soon for ${event}`);
    }
    await typeCode(code);
    await expectGerman(`booked ${event}`);
    return readLink(stack, email, kind, 'manage');
  };
  /** The page's script sends six digits by itself, but it may load after they are typed. */
  const typeCode = async (code: string): Promise<void> => {
    const before = page.url();
    await page.locator('[name=code]').fill(code);
    const sent = async (): Promise<boolean> => {
      if (page.url() === before)
        await page
          .locator('form[action$="/confirm"] button[type=submit]')
          .click({ timeout: 1_000 })
          .catch(() => {});
      return page.url() !== before;
    };
    await expect.poll(sent, { timeout: 30_000 }).toBe(true);
    await page.waitForLoadState('domcontentloaded');
  };

  it('books, moves and cancels without a word of English', async () => {
    await look('/', 'front page');
    await look('/acme/grace', 'host');
    const link = await book('/acme/grace/intro-30', 'booking_confirmation');
    await page.goto(link, LOADED);
    await expectGerman('the meeting');
    await send(page, 'a[href$="/reschedule"]');
    await expectGerman('moving');
    await look(`${new URL(link).pathname}/reschedule?date=${farDay()}`, 'moving on a day far ahead');
    await send(page, 'button.time >> nth=3');
    await expectGerman('move to this time?');
    await send(page, 'main form[method=post] button[type=submit]');
    await expectGerman('moved');
    await send(page, 'a[href$="/cancel"]');
    await expectGerman('cancel?');
    await page.locator('[name=reason]').fill('Krank');
    await send(page, 'main form[method=post] button[type=submit]');
    await expectGerman('canceled');
  });

  it('requests a meeting with approval, and reads its status', async () => {
    const link = await book('/acme/ada/approval-45', 'booking_pending');
    await page.goto(link, LOADED);
    await expectGerman('waiting');
    expect(await page.textContent('.badge')).toBe('Wartet auf Zusage');
    for (const [status, badge] of [
      ['confirmed', 'Bestätigt'],
      ['completed', 'Hat stattgefunden'],
      ['no_show', 'Als versäumt vermerkt'],
    ] as const) {
      await stack.sql`update bookings set status = ${status}, decide_by = null where guest_email = ${await guestOf(link)}`;
      await page.goto(link, LOADED);
      await expectGerman(status);
      expect(await page.textContent('.badge')).toBe(badge);
    }
  });
  const guestOf = async (link: string): Promise<string> => {
    await page.goto(link, LOADED);
    return /page-guest-\d+@guest\.test/.exec((await page.textContent('main')) ?? '')?.[0] ?? '';
  };

  it('shows problems of a form and unknown pages in German', async () => {
    await page.goto(`${stack.publicUrl}/acme/ada/deep-dive-60`, LOADED);
    await send(page, 'button.time');
    await expectGerman('details with questions');
    await page.evaluate("document.querySelector('main form[method=post]').noValidate = true");
    await page.locator('main form[method=post] button[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expectGerman('details with errors');
    for (const path of [
      '/acme/nobody',
      '/no/such/page/at/all',
      '/b/nosuchlink00',
      `/manage/${'x'.repeat(43)}`,
      '/acme/grace/intro-30/confirm?s=old',
      '/acme/grace/intro-30/booked?r=old',
      '/acme/grace/intro-30?timezone=Mars/Base',
      '/acme/grace/intro-30?startAt=soon',
      '/acme/grace/intro-30?startAt=2020-01-01T09:00:00Z',
      '/acme/grace%00',
    ])
      await look(path, path);
  });
});

it('the check finds English: on an English page, and in one text among others', async () => {
  const context = await browser.newContext({ locale: 'de-AT' });
  const page = await context.newPage();
  await page.goto(`${stack.publicUrl}/acme/grace/intro-30`, LOADED);
  await page.evaluate("document.querySelector('h2').textContent = 'Hinweis: All times at a glance'");
  expect(await englishIn(page, hostsWords)).toEqual(['Hinweis: All times at a glance']);
  await page.goto(`${stack.publicUrl}/acme/grace/intro-30?lang=en`, LOADED);
  expect((await englishIn(page, hostsWords)).length).toBeGreaterThan(8);
  await context.close();
});
