import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { enterCode } from './enter-code.ts';
import { bookingsOf, newAddress, readCode, readLink } from './guest-browser.ts';

vi.setConfig({ testTimeout: 90_000 });

const EVENT = '/acme/ada/intro-30';
/** Where a page that books in a frame is looked for on a busy machine. */
const PATIENCE = { timeout: 30_000 } as const;

let stack: Stack;
let site: OtherSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [stack, site, browser] = await Promise.all([startStack({ deadlineMs: 20_000 }), startOtherSite(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([stack?.close(), site?.close()]);
});
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  page = await context.newPage();
});
afterEach(() => context.close());

const embedUrl = (query = '', path = EVENT) => `${stack.publicUrl}/embed${path}${query}`;
const snippetOf = async (query: string, path = EVENT): Promise<string> => {
  await page.goto(embedUrl(query, path));
  return page.locator('#snippet').inputValue();
};
const openPopup = async (): Promise<Frame> => {
  await page.getByRole('link', { name: 'Book now' }).click();
  return popupFrame();
};
const popupFrame = async (): Promise<Frame> => {
  const handle = await page.locator('dialog iframe').elementHandle(PATIENCE);
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('the pop-up has no frame');
  await frame.locator('h1').waitFor(PATIENCE);
  return frame;
};
/** Focus inside shadow roots counts as theirs. */
const focused = () => page.evaluate('document.activeElement?.id');

describe('the page that makes a snippet', () => {
  it('makes a link, a button and a pop-up, without JavaScript', async () => {
    const bare = await browser.newContext({ javaScriptEnabled: false });
    page = await bare.newPage();
    await page.goto(embedUrl());
    const href = `${stack.publicUrl}${EVENT}`;
    expect(await page.locator('#snippet').inputValue()).toMatch(
      new RegExp(`^<a href="${href}" style="[^"]*background:#0b6b5d;color:#ffffff[^"]*">Book a meeting</a>$`),
    );
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Talk to us');
    await page.getByLabel('Colour of the button').waitFor();
    await page.getByRole('radio', { name: /^A link/ }).check();
    await page.getByLabel('Colour of the button').waitFor({ state: 'hidden' });
    expect(await page.getByLabel('I style it myself').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => page.locator('#snippet').inputValue()).toBe(`<a href="${href}">Talk to us</a>`);
    expect(await page.getByLabel('Colour of the button').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('radio', { name: /pop-up/ }).check();
    await page.getByLabel('I style it myself').check();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(() => page.locator('#snippet').inputValue())
      .toBe(
        `<a href="${href}" class="holdfast-button" data-holdfast>Talk to us</a>\n<script src="${stack.publicUrl}/embed.js" async></script>`,
      );
    expect(await page.locator('#rule').inputValue()).toContain('.holdfast-button {');
    await bare.close();
  });

  it('shows each change at once and copies, with JavaScript', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.publicUrl });
    await page.goto(embedUrl());
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Meet Ada');
    await expect.poll(() => page.locator('#snippet').inputValue()).toContain('>Meet Ada</a>');
    expect(page.url()).toContain('label=Meet+Ada');
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.locator('.copy [role=status]').first().textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await page.locator('#snippet').inputValue());
  });

  it('has a button to update only where nothing else does: without JavaScript, or when the server was out of reach', async () => {
    await page.goto(embedUrl());
    const update = page.getByRole('button', { name: 'Update' });
    await update.waitFor({ state: 'hidden' });
    await page.route('**/embed/**', (route) => route.abort());
    await page.getByLabel('Text', { exact: true }).fill('Too soon');
    await update.waitFor();
    await page.unrouteAll();
    await page.getByLabel('Text', { exact: true }).fill('Meet Ada');
    await update.waitFor({ state: 'hidden' });
    expect(await page.locator('#snippet').inputValue()).toContain('>Meet Ada</a>');
    await page.getByLabel('Text', { exact: true }).fill('By Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#snippet').inputValue()).toContain('>By Enter</a>');
  });

  it('previews exactly the snippet, in a cage where no script runs', async () => {
    const snippet = await snippetOf('?kind=button&label=Look&colour=%23f0c020');
    const frame = page.frameLocator('iframe');
    const link = frame.getByRole('link', { name: 'Look' });
    await link.waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
    const look = await page.frames()[1]?.evaluate(`(() => {
      const link = document.querySelector('a');
      const { backgroundColor, color } = getComputedStyle(link);
      return [backgroundColor, color, link.outerHTML];
    })()`);
    expect(look).toEqual(['rgb(240, 192, 32)', 'rgb(0, 0, 0)', snippet]);
  });

  it('frames a pop-up’s button without its script, which could not run there; what is tried in a tab has it', async () => {
    await snippetOf('?kind=popup&label=Look');
    const framed = await page.locator('iframe').getAttribute('src');
    const tried = await page.getByRole('link', { name: 'Try the pop-up' }).getAttribute('href');
    const read = async (path: string | null) => (await fetch(`${stack.publicUrl}${path}`)).text();
    expect(await read(framed)).toMatch(/data-holdfast>Look<\/a><\/p>/);
    expect(await read(tried)).toContain('/embed.js" async></script>');
  });

  it.each([
    '"><script>window.hacked=1</script>',
    '<img src=x onerror="window.hacked=1">',
    "' onmouseover='window.hacked=1",
    '</textarea><script>window.hacked=1</script>',
    '&quot;&gt;<b>',
    '\u202e<!-- \u0001 \u2066 \u{1f600}',
  ])('keeps a hostile label text: %j', async (label) => {
    const snippet = await snippetOf(`?kind=popup&label=${encodeURIComponent(label.toWellFormed())}`);
    expect(snippet.split('\n')[0]?.match(/</g)).toHaveLength(2);
    for (const hidden of ['\u202e', '\u0001']) expect(snippet).not.toContain(hidden);
    const policies: string[] = [];
    page.on('console', (message) => policies.push(message.text()));
    await page.goto(embedUrl(`?view=preview&kind=popup&label=${encodeURIComponent(label.toWellFormed())}`));
    const link = page.locator('a');
    expect(await link.count()).toBe(1);
    expect(await page.locator('img, b, [onmouseover]').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(policies).toEqual([]);
    await page.goto(site.put('/hostile', snippet));
    expect(await page.locator('a').getAttribute('href')).toBe(`${stack.publicUrl}${EVENT}`);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('knows hosts, hidden names of events, and what is not there; takes no colour but a colour', async () => {
    expect(await snippetOf('?kind=link', '/acme/ada')).toContain(`href="${stack.publicUrl}/acme/ada"`);
    expect(await snippetOf('?colour=red;position:fixed')).toContain('background:#0b6b5d;');
    const answers = await Promise.all(
      ['/acme/nobody', '/acme/ada/nothing', '/acme/team/nobody', '/acme/team/nobody/nothing'].map((path) =>
        fetch(embedUrl('', path), { headers: { accept: 'text/html' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('embed.js', () => {
  it('is at most 3 KB, has a stable address, and any site may load it', async () => {
    const answer = await fetch(`${stack.publicUrl}/embed.js`);
    const { length } = Buffer.from(await answer.arrayBuffer());
    expect(length).toBeLessThanOrEqual(3_000);
    expect(length).toBeGreaterThan(500);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('leaves nothing behind but one name', async () => {
    const snippet = await snippetOf('?kind=popup&label=Book+now');
    await page.goto(site.put('/plain', '<p>nothing</p>'));
    const names = 'Object.getOwnPropertyNames(window)';
    const before = await page.evaluate<string[]>(names);
    await page.goto(site.put('/names', snippet));
    await page.waitForFunction('window.Holdfast');
    const after = await page.evaluate<string[]>(names);
    expect(after.filter((name) => !before.includes(name))).toEqual(['Holdfast']);
    expect(await page.evaluate('document.cookie + Object.keys(localStorage)')).toBe('');
  });
});

describe('a pop-up on another site', () => {
  beforeEach(async () => {
    const snippet = await snippetOf('?kind=popup&label=Book+now');
    await page.goto(
      site.put('/', `<h1>Shop</h1>${snippet.replace('<a ', '<a id="opener" ')}<p><button id="other">Other</button>`),
    );
    await page.waitForFunction('window.Holdfast');
  });

  it('books a meeting from the first step to the last, and tells the site no more than that', async () => {
    const email = newAddress();
    await page.evaluate(`window.heard = []; window.told = [];
      addEventListener('message', ({ data, origin }) => heard.push([data, origin]));
      addEventListener('holdfast', ({ detail, target }) => told.push([detail, target.id]));`);
    const frame = await openPopup();
    expect(page.url()).toBe(`${site.origin}/`);
    expect(await frame.locator('.page-foot').count()).toBe(0);
    await frame.locator('button[name=startAt]').first().click();
    await frame.getByLabel('Your name').fill('Mira Okafor');
    await frame.getByLabel('Your email').fill(email);
    await frame.locator('form.details button[type=submit]').click();
    await enterCode(frame, await readCode(stack, email));
    await expect.poll(() => frame.locator('h1').textContent()).toContain('booked');
    expect(await bookingsOf(stack, email)).toHaveLength(1);
    await expect.poll(() => page.evaluate('told')).toEqual([[{ outcome: 'booked' }, 'opener']]);
    expect(await page.evaluate('heard')).toEqual([[{ holdfast: 'booked' }, stack.publicUrl]]);
    const leaving = `[...document.querySelectorAll('a')].filter(({ href, target }) => target === '' && !href.startsWith(location.origin))`;
    expect(await frame.evaluate(`${leaving}.map(({ href }) => href)`)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused()).toBe('opener');
  });

  it('is a named dialog that keeps the keyboard, and gives the focus back', async () => {
    await page.locator('#opener').focus();
    await page.keyboard.press('Enter');
    await popupFrame();
    await page.getByRole('dialog', { name: 'Book now' }).waitFor();
    expect(await page.locator('dialog iframe').getAttribute('title')).toBe('Book now');
    // What lies behind takes neither the pointer nor the focus.
    const behind = await page.evaluate<string[]>(`(() => {
      const other = document.getElementById('other');
      other.focus();
      const { left, top } = other.getBoundingClientRect();
      return [document.elementFromPoint(left + 2, top + 2).id, document.activeElement.id];
    })()`);
    expect(behind).not.toContain('other');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused()).toBe('opener');
    expect(await page.evaluate('document.documentElement.style.overflow')).toBe('');
  });

  it('closes on Escape from within the frame, too', async () => {
    const frame = await openPopup();
    await page.waitForLoadState('load');
    await frame.locator('button[name=startAt]').first().focus();
    // The frame learns whom it answers once it has loaded.
    await expect
      .poll(async () => {
        if ((await page.locator('dialog').count()) > 0) await page.keyboard.press('Escape');
        return page.locator('dialog').count();
      })
      .toBe(0);
    expect(await focused()).toBe('opener');
  });

  it('fills a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openPopup();
    const box = await page.locator('dialog').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  });

  it('is left out for a click that asks for a tab, for a link elsewhere, and without the script', async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('#opener').click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL(`${stack.publicUrl}${EVENT}**`);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<a data-holdfast href="${site.origin}/elsewhere">Elsewhere</a>')`,
    );
    site.put('/elsewhere', '<h1>Elsewhere</h1>');
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.waitForURL(`${site.origin}/elsewhere`);
    await page.goto(site.put('/bare', `<a data-holdfast href="${stack.publicUrl}${EVENT}">Book</a>`));
    await page.getByRole('link', { name: 'Book' }).click();
    await page.waitForURL(`${stack.publicUrl}${EVENT}**`);
  });

  it('hears nobody but our page', async () => {
    await page.evaluate(`window.told = []; addEventListener('holdfast', () => told.push(1))`);
    await openPopup();
    await page.evaluate(`postMessage({ holdfast: 'close' }, '*'); postMessage({ holdfast: 'booked' }, '*')`);
    await page.evaluate(
      'new Promise((done) => { addEventListener("message", done, { once: true }); postMessage(0, "*"); })',
    );
    expect(await page.locator('dialog').count()).toBe(1);
    expect(await page.evaluate('told')).toEqual([]);
  });
});

describe('who may frame which page', () => {
  const policyOf = async (url: string) => {
    const { headers } = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    return [ancestors, headers.get('x-frame-options')];
  };

  it('lets any site frame the steps of a booking', async () => {
    for (const path of ['/acme/ada', EVENT, `${EVENT}/confirm?s=x`, `${EVENT}/booked?r=x`, '/acme/ada/nothing'])
      expect(await policyOf(`${stack.publicUrl}${path}`), path).toEqual(['https: http:', null]);
  });

  it('lets nobody frame what acts for its reader', async () => {
    const token = 'x'.repeat(43);
    const ours = ['/', `/manage/${token}`, `/manage/${token}/cancel`, `/embed${EVENT}`, '/no/such/page/at/all'];
    const theirs = ['/login', '/device', `/decide/${token}`, `/invitations/${token}`, '/'];
    const urls = [...ours.map((path) => stack.publicUrl + path), ...theirs.map((path) => stack.appUrl + path)];
    for (const url of urls) expect(await policyOf(url), url).toEqual(["'none'", 'DENY']);
  });

  it('refuses /manage in a frame in a real browser, where the booking page opens', async () => {
    const email = newAddress();
    const manage = await bookedByForms(email);
    const show = async (name: string, src: string) => {
      await page.goto(site.put(`/${name}`, `<iframe src="${src}" width="900" height="600"></iframe>`));
      return page.frames()[1];
    };
    const open = await show('framed', `${stack.publicUrl}${EVENT}`);
    expect(await open?.locator('h1').textContent()).toBe('Intro call');
    const refused = await show('refused', manage);
    await expect.poll(() => refused?.url()).toMatch(/^chrome-error:/);
    await page.goto(manage);
    expect(await page.locator('h1').textContent()).toBeTruthy();
  });

  const bookedByForms = async (email: string): Promise<string> => {
    await page.goto(`${stack.publicUrl}${EVENT}`);
    await page.locator('button[name=startAt]').first().click();
    await page.getByLabel('Your name').fill('Mira Okafor');
    await page.getByLabel('Your email').fill(email);
    await page.locator('form.details button[type=submit]').click();
    await enterCode(page, await readCode(stack, email));
    return readLink(stack, email, 'booking_confirmation', 'manage');
  };
});
