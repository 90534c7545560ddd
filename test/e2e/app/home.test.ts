import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { addMember } from '../../support/drivers/session.ts';
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

/** The words of the navigation that do not fit into their place, and would run into the next. */
const OUTSIDE_THEIR_PLACE = `[...document.querySelectorAll('.places a span')].filter((word) => {
  const [inner, outer] = [word.getBoundingClientRect(), word.closest('a').getBoundingClientRect()];
  return inner.width > 0 && (inner.left < outer.left || inner.right > outer.right || word.scrollWidth > word.clientWidth + 1);
}).map(({ textContent }) => textContent)`;

const LARGEST_JUMP = 0.05;

/** Collects what moves by itself: how far, and what. */
const NOTE_JUMPS = `
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) if (!hadRecentInput) window.jumps.push({ value,
      moved: sources.map(({ node, previousRect, currentRect }) =>
        [node?.outerHTML?.slice(0, 80), previousRect.y, 'to', currentRect.y].join(' ')) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The pages that jump while they load over a slow network. */
async function findJumps(paths: readonly string[], size: { readonly width: number; readonly height: number }) {
  const { page, context } = await openMember(stack, browser);
  await page.setViewportSize(size);
  await context.addInitScript(NOTE_JUMPS);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 },
  });
  const jumping: unknown[] = [];
  for (const path of paths) {
    await page.goto(`${stack.appUrl}${path}`, { waitUntil: 'networkidle' });
    await page.locator('h1').waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    const jumps = (await page.evaluate('window.jumps')) as readonly { readonly value: number }[];
    const sum = jumps.reduce((all, { value }) => all + value, 0);
    if (sum > LARGEST_JUMP) jumping.push({ path, ...size, sum, jumps });
  }
  await context.close();
  return jumping;
}

const PAGES = [
  ...['/meetings', '/insights', '/event-types', '/availability', '/team'],
  ...['account', 'workspace', 'calendars', 'access', 'agents', 'grants', 'webhooks', 'billing', 'activity'].map(
    (name) => `/settings/${name}`,
  ),
];

describe('the page', { timeout: 90_000 }, () => {
  it('leads to the meetings, has the link beside them, and works under a strict content security policy', async () => {
    const { page, faults } = await openMember(stack, browser);
    const answer = await page.goto(stack.appUrl);
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(await answer?.headerValue('cache-control')).toBe('private, no-store');
    await expectHeading(page, 'Meetings');
    await page.waitForURL(`${stack.appUrl}/meetings`);
    await press(page, 'Copy link to your booking page');
    await page.getByRole('status').filter({ hasText: 'Copied the link to your booking page' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${stack.publicUrl}/acme/ada`);
    await page.getByText('No upcoming meetings').waitFor();
    await expectSound(page);
    await picture(page, 'home-empty');
    expect(faults).toEqual([]);
  });

  it('shows a warning only under the event that it concerns', async () => {
    const { page } = await openMember(stack, browser);
    await stack.sql`update event_types set location_type = 'google_meet', location_detail = null where slug = 'intro-30'`;
    await page.goto(`${stack.appUrl}/event-types`);
    const rows = page.getByRole('region', { name: 'Your event types' }).getByRole('listitem');
    const row = rows.filter({ hasText: 'Intro call' });
    await row.getByText('Guests get no link').waitFor();
    expect(await row.textContent()).not.toContain('locationDetail');
    await expectSound(page);
    await picture(page, 'home-notice');
    const { length } = await rows.all();
    expect(length).toBeGreaterThan(1);
    expect(await page.getByText('Guests get no link').count()).toBe(1);
  });

  it('asks for the link that guests of an event will miss, and for nothing of a phone call', async () => {
    const { page, faults } = await openMember(stack, browser);
    await stack.sql`update event_types set location_type = 'phone', location_detail = null where slug = 'deep-dive-60'`;
    await stack.sql`update event_types set location_type = 'google_meet', location_detail = null where slug = 'intro-30'`;
    await page.goto(`${stack.appUrl}/event-types`);
    await page.getByRole('button', { name: 'Add a link for Intro call' }).waitFor();
    expect(await page.locator('.event-notice').count()).toBe(1);
    await press(page, 'Add a link for Intro call');
    const dialog = page.getByRole('dialog', { name: 'Add a link: Intro call' });
    const field = dialog.getByRole('textbox');
    await field.fill('http://meet.test/ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is marked below.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.textContent()).not.toMatch(/locationType|locationDetail/);
    await expectSound(page);
    await picture(page, 'home-google_meet');
    await field.fill('meet.test/ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectDone(page, 'Your event types', 'Guests of Intro call see it from now on.');
    expect(await page.getByRole('button', { name: 'Add a link' }).count()).toBe(0);
    const saved = await stack.sql`
      select location_detail as detail from event_types where slug = 'intro-30' and location_type = 'google_meet'
        and location_detail is not null`;
    expect(saved).toEqual([{ detail: 'https://meet.test/ada' }]);
    // The console reports the refused call.
    expect(faults).toEqual([]);
  });

  it('loads each file of its build once, compressed and cached for a year', async () => {
    const { page } = await openMember(stack, browser);
    const loaded: { url: string; encoding: string | null; cache: string | null; bytes: number }[] = [];
    page.on('response', async (response) => {
      if (!/\/assets\/.*\.js$/.test(response.url())) return;
      loaded.push({
        url: response.url(),
        encoding: await response.headerValue('content-encoding'),
        cache: await response.headerValue('cache-control'),
        bytes: Number(await response.headerValue('content-length')),
      });
    });
    await page.goto(stack.appUrl);
    await page.getByText('No upcoming meetings').waitFor();
    await expect.poll(() => loaded.length).toBeGreaterThan(1);
    for (const file of loaded) {
      expect(file.cache).toBe('public, max-age=31536000, immutable');
      expect(['br', 'gzip']).toContain(file.encoding);
    }
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(180_000);
  });

  it('jumps on no page while it loads over a slow network, on a phone and on a wide screen', async () => {
    const [event] = await stack.sql`select id from event_types where slug = 'intro-30'`;
    const paths = [...PAGES, `/event-types/${event?.id}`];
    const sizes = [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ];
    // At once: most of it is waiting.
    const jumping = await Promise.all(sizes.map((size) => findJumps(paths, size)));
    expect(jumping.flat()).toEqual([]);
  });

  it('gives each place of the navigation the width of its word, on a German phone too', async () => {
    const { page } = await openMember(stack, browser, { locale: 'de-DE', width: 360 });
    await page.goto(`${stack.appUrl}/event-types`);
    await expectHeading(page, 'Terminarten');
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const outside = await page.evaluate(OUTSIDE_THEIR_PLACE);
      expect(outside, `at ${width} px`).toEqual([]);
    }
    await picture(page, 'home-german');
  });

  it('says that a section did not load, and loads it on request', async () => {
    const { page } = await openMember(stack, browser);
    await page.route('**/api/v1/workspace/api-keys*', (route) => route.abort());
    await page.goto(`${stack.appUrl}/settings/access`);
    await page.getByText('We could not reach Holdfast').waitFor();
    await picture(page, 'home-failed');
    await expectSound(page);
    await page.unroute('**/api/v1/workspace/api-keys*');
    await press(page, 'Try again');
    await page.getByText('No keys yet.').waitFor();
  });

  it('shows that it is loading', async () => {
    const { page } = await openMember(stack, browser);
    await page.route('**/api/v1/workspace/event-types*', () => {});
    await page.goto(`${stack.appUrl}/event-types`);
    await page.getByText('Loading the event types').waitFor({ state: 'attached' });
    await expectSound(page);
    await picture(page, 'home-loading');
  });

  it('leads to sign-in when the session has ended, and back', async () => {
    const { page, sessionId } = await openMember(stack, browser);
    // A section that is still loading would lead to sign-in before the button is pressed.
    await page.goto(`${stack.appUrl}/settings/access?workspace=acme`, { waitUntil: 'networkidle' });
    await page.getByText('No keys yet.').waitFor();
    await stack.sql`update sessions set revoked_at = now() where id = ${sessionId}`;
    await press(page, 'New key');
    await page.getByLabel('Name', { exact: true }).fill('Late');
    await press(page, 'Create key');
    await page.waitForURL(/\/login\?/);
    expect(new URL(page.url()).searchParams.get('return_to')).toBe('/settings/access?workspace=acme');
  });
});

describe('workspaces', { timeout: 90_000 }, () => {
  it('are switched, remembered and created', async () => {
    await addMember(stack, { email: 'ada@acme.test', workspace: 'beta', role: 'manager' });
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    await expectHeading(page, 'Acme');
    const menu = page.locator('summary', { hasText: 'Workspace:' });
    await menu.click();
    await page.getByRole('link', { name: /beta/ }).waitFor();
    await expectSound(page);
    await picture(page, 'home-menu');
    await page.getByRole('link', { name: /beta/ }).click();
    await page.waitForURL(`${stack.appUrl}/meetings?workspace=beta`);
    // Another page stays in the workspace, and so does the next visit.
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await expectHeading(page, 'beta');
    await page.getByText('You are Ada Lovelace, manager').waitFor();
    expect(page.url()).toBe(`${stack.appUrl}/settings/workspace?workspace=beta`);
    await page.goto(`${stack.appUrl}/settings/workspace`);
    await expectHeading(page, 'beta');
    await menu.click();
    await press(page, 'New workspace');
    await page.getByLabel('Name', { exact: true }).fill('Gamma');
    await expectSound(page);
    await press(page, 'Create workspace');
    await page.waitForURL(`${stack.appUrl}/meetings?workspace=gamma`);
    await page.locator('summary', { hasText: 'Gamma' }).waitFor();
    expect(faults).toEqual([]);
  });
});

it('one workspace has no menu to choose from; another is created from the account', { timeout: 90_000 }, async () => {
  const { page } = await openMember(stack, browser, { email: 'grace@acme.test' });
  await page.goto(`${stack.appUrl}/?workspace=acme`);
  await expectHeading(page, 'Meetings');
  const menus = page.locator('.app-bar summary');
  expect(await menus.allInnerTexts()).toEqual([expect.stringMatching(/^Account\s.*Grace/s)]);
  await menus.click();
  await expectSound(page);
  await picture(page, 'home-account');
  await press(page, 'New workspace');
  await page.getByLabel('Name', { exact: true }).fill('Delta');
  await press(page, 'Create workspace');
  await page.waitForURL(`${stack.appUrl}/meetings?workspace=delta`);
  expect(await menus.allInnerTexts()).toEqual([
    expect.stringMatching(/^Workspace\s.*Delta/s),
    expect.stringMatching(/^Account\s.*Grace/s),
  ]);
});

it('works by keyboard alone', { timeout: 90_000 }, async () => {
  const { page } = await openMember(stack, browser);
  await page.goto(`${stack.appUrl}/settings/access?workspace=acme`);
  await page.getByText('No keys yet.').waitFor();
  const tabTo = async (name: string): Promise<void> => {
    for (let steps = 0; steps < 40; steps++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate('document.activeElement.textContent.trim()');
      if (focused === name) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  await tabTo('New key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New key' }).waitFor();
  expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('New key');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  await tabTo('I have it');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'By hand' }).waitFor();
});
