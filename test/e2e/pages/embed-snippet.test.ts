import { describe, expect, it } from 'vitest';
import { EVENT, setUpEmbedding } from './embed-page.ts';

const its = setUpEmbedding();
const { embedUrl, snippetOf } = its;

describe('the page that builds a snippet', () => {
  it('builds a link, a button and a pop-up, without JavaScript', async () => {
    const bare = await its.browser.newContext({ javaScriptEnabled: false });
    const page = await bare.newPage();
    await page.goto(embedUrl());
    const href = `${its.stack.publicUrl}${EVENT}`;
    expect(await page.locator('#snippet').inputValue()).toMatch(
      new RegExp(`^<a href="${href}" style="[^"]*background:#0b6b5d;color:#ffffff[^"]*">Book a meeting</a>$`),
    );
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Talk to us');
    await page.getByLabel('Color of the button').waitFor();
    await page.getByRole('radio', { name: /^A link/ }).check();
    await page.getByLabel('Color of the button').waitFor({ state: 'hidden' });
    expect(await page.getByLabel('I style it myself').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => page.locator('#snippet').inputValue()).toBe(`<a href="${href}">Talk to us</a>`);
    expect(await page.getByLabel('Color of the button').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.getByRole('radio', { name: /pop-up/ }).check();
    await page.getByLabel('I style it myself').check();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(() => page.locator('#snippet').inputValue())
      .toBe(
        `<a href="${href}" class="holdfast-button" data-holdfast>Talk to us</a>\n<script src="${its.stack.publicUrl}/embed.js" async></script>`,
      );
    expect(await page.locator('#rule').inputValue()).toContain('.holdfast-button {');
    await bare.close();
  });

  it('shows each change at once and copies, with JavaScript', async () => {
    await its.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: its.stack.publicUrl });
    const said: string[] = [];
    its.page.on('console', (message) => said.push(message.text()));
    await its.page.goto(embedUrl());
    await its.page.getByRole('button', { name: 'Copy' }).waitFor();
    await its.page.getByRole('textbox', { name: 'Text', exact: true }).fill('Meet Ada');
    await expect.poll(() => its.page.locator('#snippet').inputValue()).toContain('>Meet Ada</a>');
    expect(its.page.url()).toContain('label=Meet+Ada');
    await its.page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => its.page.locator('.copy [role=status]').first().textContent()).toBe('Copied');
    expect(await its.page.evaluate('navigator.clipboard.readText()')).toBe(
      await its.page.locator('#snippet').inputValue(),
    );
    await its.page.frameLocator('iframe').getByRole('link', { name: 'Meet Ada' }).waitFor();
    expect(said).toEqual([]);
  });

  it('has an update button only without JavaScript or after the server was unreachable', async () => {
    await its.page.goto(embedUrl());
    const update = its.page.getByRole('button', { name: 'Update' });
    await update.waitFor({ state: 'hidden' });
    await its.page.route('**/embed/**', (route) => route.abort());
    await its.page.getByLabel('Text', { exact: true }).fill('Too soon');
    await update.waitFor();
    await its.page.unrouteAll();
    await its.page.getByLabel('Text', { exact: true }).fill('Meet Ada');
    await update.waitFor({ state: 'hidden' });
    expect(await its.page.locator('#snippet').inputValue()).toContain('>Meet Ada</a>');
    await its.page.getByLabel('Text', { exact: true }).fill('By Enter');
    await its.page.keyboard.press('Enter');
    await expect.poll(() => its.page.locator('#snippet').inputValue()).toContain('>By Enter</a>');
  });

  it('previews exactly the snippet, in a sandbox where no script runs', async () => {
    const snippet = await snippetOf('?kind=button&label=Look&colour=%23f0c020');
    const frame = its.page.frameLocator('iframe');
    const link = frame.getByRole('link', { name: 'Look' });
    await link.waitFor();
    expect(await its.page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
    const look = await its.page.frames()[1]?.evaluate(`(() => {
      const link = document.querySelector('a');
      const { backgroundColor, color } = getComputedStyle(link);
      return [backgroundColor, color, link.outerHTML];
    })()`);
    expect(look).toEqual(['rgb(240, 192, 32)', 'rgb(0, 0, 0)', snippet]);
  });

  it('previews a pop-up’s button without its script; the preview in a new tab has the script', async () => {
    await snippetOf('?kind=popup&label=Look');
    const framed = await its.page.locator('iframe').getAttribute('src');
    const tried = await its.page.getByRole('link', { name: 'Try the pop-up' }).getAttribute('href');
    const read = async (path: string | null) => (await fetch(`${its.stack.publicUrl}${path}`)).text();
    expect(await read(framed)).toMatch(/data-holdfast>Look<\/a><\/p>/);
    expect(await read(tried)).toContain('/embed.js" async></script>');
  });

  it.each([
    ['en-GB', 'Preview'],
    ['de-DE', 'Vorschau'],
  ])('says above whatever a label says, in %s, that it is a preview', async (language, word) => {
    for (const view of ['preview', 'look']) {
      const headers = { 'accept-language': language };
      const answer = await fetch(embedUrl(`?view=${view}&kind=link&label=Your+account+is+locked`), { headers });
      expect(await answer.text()).toContain(`<body><p><small>${word}</small><br><a `);
    }
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
    its.page.on('console', (message) => policies.push(message.text()));
    await its.page.goto(embedUrl(`?view=preview&kind=popup&label=${encodeURIComponent(label.toWellFormed())}`));
    const link = its.page.locator('a');
    expect(await link.count()).toBe(1);
    expect(await its.page.locator('img, b, [onmouseover]').count()).toBe(0);
    expect(await its.page.evaluate('window.hacked')).toBeUndefined();
    expect(policies).toEqual([]);
    await its.page.goto(its.site.put('/hostile', snippet));
    expect(await its.page.locator('a').getAttribute('href')).toBe(`${its.stack.publicUrl}${EVENT}`);
    expect(await its.page.evaluate('window.hacked')).toBeUndefined();
  });

  it('builds a snippet for a host, answers 404 for unknown ones, and ignores an invalid colour', async () => {
    expect(await snippetOf('?kind=link', '/acme/ada')).toContain(`href="${its.stack.publicUrl}/acme/ada"`);
    expect(await snippetOf('?colour=red;position:fixed')).toContain('background:#0b6b5d;');
    const answers = await Promise.all(
      ['/acme/nobody', '/acme/ada/nothing', '/acme/team/nobody', '/acme/team/nobody/nothing'].map((path) =>
        fetch(embedUrl('', path), { headers: { accept: 'text/html' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
