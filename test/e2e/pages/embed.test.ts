import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { exampleOf, onStack } from '../../docs/run-examples.ts';
import { EVENT, setUpEmbedding } from './embed-page.ts';
import { enterCode } from './enter-code.ts';
import { bookingsOf, newAddress, readCode, readLink } from './guest-browser.ts';

/** Where a page that books in a frame is looked for on a busy machine. */
const PATIENCE = { timeout: 30_000 } as const;
const its = setUpEmbedding();
const { snippetOf } = its;

const openPopup = async (): Promise<Frame> => {
  await its.page.getByRole('link', { name: 'Book now' }).click();
  return popupFrame();
};
const popupFrame = async (): Promise<Frame> => {
  const handle = await its.page.locator('dialog iframe').elementHandle(PATIENCE);
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error('the pop-up has no frame');
  await frame.locator('h1').waitFor(PATIENCE);
  return frame;
};
/** The dialog grows while its page loads: a press in that moment may miss the button, on a busy machine. */
const pressFirstTime = (frame: Frame): Promise<void> =>
  expect
    .poll(async () => {
      const first = frame.locator('button[name=startAt]').first();
      await first.click({ timeout: 3_000 }).catch(() => undefined);
      return frame.getByLabel('Your name').isVisible();
    }, PATIENCE)
    .toBe(true);
/** Focus inside shadow roots counts as theirs. */
const focused = () => its.page.evaluate('document.activeElement?.id');

/** A block of docs/embed.md, with the address of this stack. */
const guideBlock = (name: string): string =>
  exampleOf('docs/embed.md', name)
    .map(({ text }) => onStack(its.stack, text))
    .join('\n');

describe('embed.js', () => {
  it('is at most 5 KB, has a stable address, and any site may load it', async () => {
    const answer = await fetch(`${its.stack.publicUrl}/embed.js`);
    const { length } = Buffer.from(await answer.arrayBuffer());
    expect(length).toBeLessThanOrEqual(5_000);
    expect(length).toBeGreaterThan(500);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('docs/embed.md: its link, pop-up, frames and calendar in the page work on a website', async () => {
    const [link, popup, frame, inline] = ['embed-link', 'embed-popup', 'embed-frame', 'embed-inline'].map(guideBlock);
    await its.page.goto(its.site.put('/guide-inline', inline ?? ''));
    await expect.poll(() => its.page.frames().length, PATIENCE).toBe(2);
    expect(await its.page.frames()[1]?.locator('h1').textContent(PATIENCE)).toBe('Intro call');
    await its.page.goto(its.site.put('/guide-frame', `${link}${frame}`));
    expect(await its.page.frames()[1]?.locator('h1').textContent(PATIENCE)).toBe('Intro call');
    await its.page.getByRole('link', { name: 'Book a meeting' }).click();
    await its.page.waitForURL(`${its.stack.publicUrl}${EVENT}`);
    await its.page.goto(its.site.put('/guide-popup', popup ?? ''));
    await its.page.waitForFunction('window.Holdfast');
    await its.page.getByRole('link', { name: 'Book a meeting' }).click();
    expect(await (await popupFrame()).locator('h1').textContent()).toBe('Intro call');
  });

  it('leaves one global name, no cookie and no storage', async () => {
    const snippet = await snippetOf('?kind=popup&label=Book+now');
    await its.page.goto(its.site.put('/plain', '<p>nothing</p>'));
    const names = 'Object.getOwnPropertyNames(window)';
    const before = await its.page.evaluate<string[]>(names);
    await its.page.goto(its.site.put('/names', snippet));
    await its.page.waitForFunction('window.Holdfast');
    const after = await its.page.evaluate<string[]>(names);
    expect(after.filter((name) => !before.includes(name))).toEqual(['Holdfast']);
    expect(await its.page.evaluate('document.cookie + Object.keys(localStorage)')).toBe('');
  });
});

describe('a pop-up on another site', () => {
  beforeEach(async () => {
    const snippet = await snippetOf('?kind=popup&label=Book+now');
    await its.page.goto(
      its.site.put(
        '/',
        `<h1>Shop</h1>${snippet.replace('<a ', '<a id="opener" ')}<p><button id="other">Other</button>`,
      ),
    );
    await its.page.waitForFunction('window.Holdfast');
  });

  it('books a meeting from the first step to the last, and the site learns only that it is booked', async () => {
    const email = newAddress();
    await its.page.evaluate(`window.heard = []; window.told = [];
      addEventListener('message', ({ data, origin }) => heard.push([data, origin]));
      addEventListener('holdfast', ({ detail, target }) => told.push([detail, target.id]));`);
    const written: string[] = [];
    its.page.on('console', (message) => written.push(message.text()));
    await its.page.addScriptTag({ content: guideBlock('embed-event') });
    const frame = await openPopup();
    expect(its.page.url()).toBe(`${its.site.origin}/`);
    expect(await frame.locator('.page-foot').count()).toBe(0);
    await pressFirstTime(frame);
    await frame.getByLabel('Your name').fill('Mira Okafor');
    await frame.getByLabel('Your email').fill(email);
    await frame.locator('form.details button[type=submit]').click();
    await enterCode(frame, await readCode(its.stack, email));
    await expect.poll(() => frame.locator('h1').textContent()).toContain('booked');
    expect(await bookingsOf(its.stack, email)).toHaveLength(1);
    await expect.poll(() => its.page.evaluate('told')).toEqual([[{ outcome: 'booked' }, 'opener']]);
    expect(written).toContain('booked');
    const heard = await its.page.evaluate<[{ holdfast: string; height?: number }, string][]>('heard');
    const [heights, others] = [true, false].map((wanted) =>
      heard.filter(([{ holdfast }]) => (holdfast === 'height') === wanted),
    );
    expect(others).toEqual([[{ holdfast: 'booked' }, its.stack.publicUrl]]);
    for (const [message] of heights ?? []) expect(message).toEqual({ holdfast: 'height', height: expect.any(Number) });
    const leaving = `[...document.querySelectorAll('a')].filter(({ href, target }) => target === '' && !href.startsWith(location.origin))`;
    expect(await frame.evaluate(`${leaving}.map(({ href }) => href)`)).toEqual([]);
    await its.page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => its.page.locator('dialog').count()).toBe(0);
    expect(await focused()).toBe('opener');
  });

  it('is a named dialog that traps the focus and returns it when closed', async () => {
    await its.page.locator('#opener').focus();
    await its.page.keyboard.press('Enter');
    await popupFrame();
    await its.page.getByRole('dialog', { name: 'Book now' }).waitFor();
    expect(await its.page.locator('dialog iframe').getAttribute('title')).toBe('Book now');
    // The page behind gets neither the pointer nor the focus.
    const behind = await its.page.evaluate<string[]>(`(() => {
      const other = document.getElementById('other');
      other.focus();
      const { left, top } = other.getBoundingClientRect();
      return [document.elementFromPoint(left + 2, top + 2).id, document.activeElement.id];
    })()`);
    expect(behind).not.toContain('other');
    await its.page.keyboard.press('Escape');
    await expect.poll(() => its.page.locator('dialog').count()).toBe(0);
    expect(await focused()).toBe('opener');
    expect(await its.page.evaluate('document.documentElement.style.overflow')).toBe('');
  });

  it('closes on Escape inside the frame', async () => {
    const frame = await openPopup();
    await its.page.waitForLoadState('load');
    await frame.locator('button[name=startAt]').first().focus();
    // The frame learns whom it answers once it has loaded.
    await expect
      .poll(async () => {
        if ((await its.page.locator('dialog').count()) > 0) await its.page.keyboard.press('Escape');
        return its.page.locator('dialog').count();
      })
      .toBe(0);
    expect(await focused()).toBe('opener');
  });

  it('is as high as its page, and shows no empty frame before', async () => {
    await its.page.setViewportSize({ width: 1280, height: 1400 });
    const frame = await openPopup();
    const dialog = its.page.locator('dialog');
    await expect.poll(() => dialog.getAttribute('class')).toBe('');
    const content = await frame.evaluate<number>('document.body.getBoundingClientRect().height');
    await expect.poll(async () => Math.abs(((await dialog.boundingBox())?.height ?? 0) - content)).toBeLessThan(2);
  });

  it('fills a phone', async () => {
    await its.page.setViewportSize({ width: 360, height: 640 });
    await openPopup();
    const box = await its.page.locator('dialog').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  });

  it('does not open for a click that opens a tab, for a link elsewhere, or without the script', async () => {
    const [tab] = await Promise.all([
      its.context.waitForEvent('page'),
      its.page.locator('#opener').click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL(`${its.stack.publicUrl}${EVENT}**`);
    expect(await its.page.locator('dialog').count()).toBe(0);
    await its.page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<a data-holdfast href="${its.site.origin}/elsewhere">Elsewhere</a>')`,
    );
    its.site.put('/elsewhere', '<h1>Elsewhere</h1>');
    await its.page.getByRole('link', { name: 'Elsewhere' }).click();
    await its.page.waitForURL(`${its.site.origin}/elsewhere`);
    await its.page.goto(its.site.put('/bare', `<a data-holdfast href="${its.stack.publicUrl}${EVENT}">Book</a>`));
    await its.page.getByRole('link', { name: 'Book' }).click();
    await its.page.waitForURL(`${its.stack.publicUrl}${EVENT}**`);
  });

  it('ignores messages from other pages', async () => {
    await its.page.evaluate(`window.told = []; addEventListener('holdfast', () => told.push(1))`);
    await openPopup();
    await its.page.evaluate(`postMessage({ holdfast: 'close' }, '*'); postMessage({ holdfast: 'booked' }, '*')`);
    await its.page.evaluate(
      'new Promise((done) => { addEventListener("message", done, { once: true }); postMessage(0, "*"); })',
    );
    expect(await its.page.locator('dialog').count()).toBe(1);
    expect(await its.page.evaluate('told')).toEqual([]);
  });
});

describe('a calendar in the page of another site', () => {
  const inlineFrame = async (): Promise<Frame> => {
    const handle = await its.page.locator('iframe').elementHandle(PATIENCE);
    const frame = await handle?.contentFrame();
    if (!frame) throw new Error('the site has no frame');
    await frame.locator('h1').waitFor(PATIENCE);
    return frame;
  };
  /** Whether the frame is as high as its page, in pixels. */
  const slack = async (frame: Frame): Promise<number> => {
    const { height = 0 } = (await its.page.locator('iframe').boundingBox()) ?? {};
    return height - (await frame.evaluate<number>('document.body.getBoundingClientRect().height'));
  };
  const isFitting = async (frame: Frame): Promise<boolean> => {
    const rest = await slack(frame);
    return rest >= 0 && rest < 2;
  };

  it.each([1280, 390])(
    'is as high as each step, at %i px, and books with name and address of the link',
    async (width) => {
      // Written as it reads: in a query, the plus sign then stands for a space.
      const email = newAddress().replace('@', '+shop@');
      await its.page.setViewportSize({ width, height: 800 });
      const snippet = (await snippetOf('?kind=inline')).replace(EVENT, `${EVENT}?name=Mira+Okafor&amp;email=${email}`);
      await its.page.goto(its.site.put('/inline', `<h1>Shop</h1>${snippet}<p id="below">Below</p>`));
      await its.page.evaluate(
        `window.told = []; addEventListener('holdfast', ({ detail }) => told.push(detail.outcome))`,
      );
      const frame = await inlineFrame();
      expect(await its.page.getByRole('link', { name: 'Book a meeting' }).count()).toBe(0);
      await expect.poll(() => isFitting(frame)).toBe(true);
      const times = (await its.page.locator('iframe').boundingBox())?.height;
      await frame.locator('button[name=startAt]').first().click();
      expect(await frame.getByLabel('Your name').inputValue()).toBe('Mira Okafor');
      expect(await frame.getByLabel('Your email').inputValue()).toBe(email);
      await expect.poll(() => isFitting(frame)).toBe(true);
      expect((await its.page.locator('iframe').boundingBox())?.height).not.toBe(times);
      await frame.locator('form.details button[type=submit]').click();
      await enterCode(frame, await readCode(its.stack, email));
      await expect.poll(() => its.page.evaluate('told')).toEqual(['booked']);
      await expect.poll(() => isFitting(frame)).toBe(true);
      expect(await its.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await bookingsOf(its.stack, email)).toHaveLength(1);
    },
  );

  it('tells its height to no site that frames the page by itself', async () => {
    const src = `${its.stack.publicUrl}${EVENT}?embed=1`;
    await its.page.goto(its.site.put('/own', `<iframe src="${src}"></iframe>`));
    await its.page.evaluate(`window.heard = []; addEventListener('message', ({ data }) => heard.push(data))`);
    const [, frame] = its.page.frames();
    await frame?.locator('h1').waitFor(PATIENCE);
    await its.page.evaluate(`frames[0].postMessage({ holdfast: 'hello' }, '*')`);
    await its.page.evaluate('new Promise((done) => setTimeout(done, 300))');
    expect(await its.page.evaluate('heard')).toEqual([]);
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
      expect(await policyOf(`${its.stack.publicUrl}${path}`), path).toEqual(['https: http:', null]);
  });

  it('lets no site frame any other page', async () => {
    const token = 'x'.repeat(43);
    const ours = ['/', `/manage/${token}`, `/manage/${token}/cancel`, `/embed${EVENT}`, '/no/such/page/at/all'];
    const theirs = ['/login', '/device', `/decide/${token}`, `/invitations/${token}`, '/'];
    const urls = [...ours.map((path) => its.stack.publicUrl + path), ...theirs.map((path) => its.stack.appUrl + path)];
    for (const url of urls) expect(await policyOf(url), url).toEqual(["'none'", 'DENY']);
  });

  it('refuses /manage in a frame in a real browser, where the booking page opens', async () => {
    const email = newAddress();
    const manage = await bookedByForms(email);
    const show = async (name: string, src: string) => {
      await its.page.goto(its.site.put(`/${name}`, `<iframe src="${src}" width="900" height="600"></iframe>`));
      return its.page.frames()[1];
    };
    const open = await show('framed', `${its.stack.publicUrl}${EVENT}`);
    expect(await open?.locator('h1').textContent()).toBe('Intro call');
    const refused = await show('refused', manage);
    await expect.poll(() => refused?.url()).toMatch(/^chrome-error:/);
    await its.page.goto(manage);
    expect(await its.page.locator('h1').textContent()).toBeTruthy();
  });

  const bookedByForms = async (email: string): Promise<string> => {
    await its.page.goto(`${its.stack.publicUrl}${EVENT}`);
    await its.page.locator('button[name=startAt]').first().click();
    await its.page.getByLabel('Your name').fill('Mira Okafor');
    await its.page.getByLabel('Your email').fill(email);
    await its.page.locator('form.details button[type=submit]').click();
    await enterCode(its.page, await readCode(its.stack, email));
    return readLink(its.stack, email, 'booking_confirmation', 'manage');
  };
});
