import { lexer } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDES } from '../../../../api/discovery/guides.ts';
import { docsApi, docsArea, docsSearch, prepareDocs } from '../../../../api/pages/docs/docs-views.ts';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { Markdown } from '../../../../web/parts/markdown.tsx';
import { http } from '../../../support/drivers/http.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());

const URLS = { appUrl: 'https://a.example', publicUrl: 'https://b.example', mcpUrl: 'https://m.example' };
const open = (path: string) => http(`${stack.appUrl}${path}`, { headers: { Accept: 'text/html' } });
const linksIn = (html: string): string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

describe('the docs', () => {
  it('show the addresses of this service in what one copies', async () => {
    const { text } = await open('/docs/connector');
    expect(text).toContain(`claude mcp add --transport http holdfast ${stack.mcpUrl}/mcp`);
    expect(text).not.toMatch(/\{(?:app|public|mcp)_url\}/);
  });

  it.each([
    ['/docs/reference', '/docs/api'],
    ['/reference', '/docs/api'],
    ['/swagger', '/docs/api'],
    ['/openapi.json', '/api/v1/openapi'],
  ])('%s, where others have it, leads to %s', async (guessed, place) => {
    const { status, headers } = await open(guessed);
    expect([status, headers.location]).toEqual([303, place]);
    expect((await open(place)).status).toBe(200);
  });

  /** All pages that can be reached from some, and the places that they lead to. */
  async function walk(todo: string[]) {
    const seen = new Map<string, string>();
    const wanted: { readonly from: string; readonly page: string; readonly anchor: string }[] = [];
    for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
      if (seen.has(path)) continue;
      const { status, text } = await open(path);
      expect(status, path).toBe(200);
      seen.set(path, text);
      const places = linksIn(text).map((href) => new URL(href, `${stack.appUrl}${path}`));
      const docs = places.filter(({ href }) => href.startsWith(`${stack.appUrl}/docs`));
      todo.push(...docs.map(({ pathname, search }) => `${pathname}${search}`).filter((page) => !page.endsWith('.md')));
      const anchored = docs.filter(({ hash }) => hash !== '');
      wanted.push(...anchored.map(({ pathname, hash }) => ({ from: path, page: pathname, anchor: hash.slice(1) })));
    }
    return { seen, wanted };
  }

  it('lead from page to page, to places that exist', async () => {
    const { seen, wanted } = await walk(['/docs', '/docs/search?q=code']);
    expect(seen.size).toBeGreaterThan(GUIDES.length + 15);
    const missing = wanted.filter(
      ({ page, anchor }) => page !== '/docs/search' && !seen.get(page)?.includes(`id="${decodeURIComponent(anchor)}"`),
    );
    expect(missing).toEqual([]);
    // axe: a column without a name says nothing to who hears it.
    expect([...seen].filter(([, text]) => /<th[^>]*>\s*<\/th>/.test(text)).map(([path]) => path)).toEqual([]);
  }, 60_000);

  it('have a page for what is not there, and take no other method', async () => {
    for (const path of ['/docs/nothing', '/docs/api/nothing']) {
      const { status, text } = await open(path);
      expect([status, text.includes('no such page in the docs')], path).toEqual([404, true]);
    }
    for (const path of ['/docs/../package.json', '/docs/%2e%2e%2fpackage'])
      expect((await open(path)).status, path).toBe(404);
    expect((await http(`${stack.appUrl}/docs`, { method: 'POST' })).status).toBe(404);
  });

  it('say the configured addresses, whatever the Host header says', async () => {
    const other = await http(`${stack.appUrl}/docs`, { headers: { Host: 'evil.example', Accept: 'text/html' } });
    expect([other.status, other.text.includes('evil.example')]).toEqual([404, false]);
  });
});

describe('the reference', () => {
  it('has every operation of the OpenAPI document, with its call, its tool and its errors', () => {
    const areas = docsApi(URLS).areas.flatMap(({ href }) => docsArea(URLS, href.replace('/docs/api/', '')) ?? []);
    const shown = new Map(areas.flatMap(({ operations }) => operations.map((one) => [one.id, one] as const)));
    const published = Object.values(contract)
      .flatMap((area) => Object.entries(area) as [string, Operation][])
      .filter(([, { surface }]) => surface !== 'page');
    for (const [name, operation] of published) {
      const view = shown.get(name);
      expect(view?.method, name).toBe(operation.method);
      expect(view?.url.endsWith(operation.path), name).toBe(true);
      expect(view?.tool ?? undefined, name).toBe(operation.tool);
      expect(view?.errors, name).toEqual(expect.arrayContaining([...operation.errors]));
      expect(view?.example, name).toContain('curl ');
    }
    expect(shown.get('receivePaymentEvent')).toMatchObject({
      ...{ call: 'POST /api/v1/billing/webhooks/stripe', auth: 'No key.', tool: null },
      example: expect.stringContaining("-H 'Stripe-Signature: t="),
    });
    expect(shown.size).toBe(published.length + 1);
  });

  const views = docsApi(URLS).areas.flatMap(
    ({ href }) => docsArea(URLS, href.replace('/docs/api/', ''))?.operations ?? [],
  );

  it('has a meaning for each field, and a title for each operation that no other has', () => {
    const bare = views.flatMap(({ id, input, output }) =>
      [...input, ...output].filter(({ text }) => text === '').map(({ name }) => `${id}: ${name}`),
    );
    expect(bare).toEqual([]);
    const titles = views.map(({ title }) => title);
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
  });

  it('shows no mark of Markdown, and code that can be copied', async () => {
    const { text } = await open('/docs/api/public-booking');
    const plain = text.replaceAll(/<pre>[\s\S]*?<\/pre>/g, '').replaceAll(/<[^>]+>/g, '');
    expect(plain).not.toContain('`');
    expect(text.match(/<button[^>]*copy-code[^>]*hidden/g)?.length).toBe(text.match(/<pre>/g)?.length);
    const [, script = ''] = /<script type="module" src="([^"]*copy-code[^"]*)"/.exec(text) ?? [];
    expect((await http(`${stack.appUrl}${script}`)).status).toBe(200);
  });
});

describe('the search', () => {
  const titles = (query: string) => docsSearch(URLS, query).found.map(({ title, of }) => `${title} (${of})`);

  it.each([
    ['confirm_booking', /Book a slot/],
    ['slot_taken', /./],
    ['agent.principal.scope_missing', /./],
    ['device code', /key|device/i],
    ['workspce', /workspace/i],
  ])('finds %s', (query, expected) => {
    expect(titles(query).slice(0, 5).join('\n')).toMatch(expected);
  });

  it.each([
    ['cancel booking', 'Cancel a booking (API reference, Meetings)'],
    ['idempotncy', 'More guests, and asking again (Book by REST)'],
    ['webhook', 'Ping a webhook (API reference, Webhooks)'],
    ['time zone', 'Time zones (Guide)'],
    ['429', 'Limits (Errors and limits)'],
    ['embed', 'Embed (Guide)'],
    ['temporal', 'The Temporal UI (Guide)'],
    ['rate limit', 'Limits (Errors and limits)'],
    ['self hosting', 'Self-hosting (Guide)'],
    ['reschedule a meeting as guest', 'Reschedule as the guest (API reference, Public booking)'],
    ['oauth claude', 'Connect an app (Guide)'],
    ['next tuesday in words', 'Times in words (Time zones)'],
    ['typescript', 'TypeScript client (Guide)'],
    ['bakcup', 'Back up and restore (Guide)'],
  ])('%s: first %s', (query, first) => {
    expect(titles(query)[0]).toBe(first);
  });

  it('shows the place that matched, without the marks of tables and lists', () => {
    for (const query of ['claude', 'redis', 'cursor']) {
      const { found } = docsSearch(URLS, query);
      expect(found[0]?.text.toLowerCase()).toContain(query);
      for (const { text } of found) expect(text).not.toMatch(/---|(?:^|\s)[|*#](?:\s|$)/);
    }
  });

  it('finds nothing of nothing, quotes what was asked as text, and is done soon', async () => {
    expect(titles('zzzzqqq')).toEqual([]);
    const { text } = await open(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>alert');
    for (const query of ['a '.repeat(500), 'e'.repeat(5_000), '%'.repeat(99), 'code '.repeat(20), '*'.repeat(100)]) {
      const startedMs = performance.now();
      docsSearch(URLS, query);
      expect(performance.now() - startedMs, query.slice(0, 10)).toBeLessThan(250);
    }
  });
});

describe('Markdown', () => {
  const render = (text: string): string => renderToStaticMarkup(createElement(Markdown, { tokens: lexer(text) }));

  it('becomes elements, never inserted HTML', () => {
    expect(render('## A `b` c\n\nText *and* **more** `x`.\n\n- one\n- two')).toBe(
      '<h2 id="a-b-c"><a class="anchor" href="#a-b-c">A <code>b</code> c</a></h2><p>Text <em>and</em> <strong>more</strong> <code>x</code>.</p><ul><li>one</li><li>two</li></ul>',
    );
    expect(render('<img src=x onerror=alert(1)>\n\nHi <b>you</b>')).toBe('<p>Hi you</p>');
    expect(render('[a](javascript:alert(1)) [b](/docs)')).toBe('<p>a <a href="/docs">b</a></p>');
    expect(render('a & b < c')).toBe('<p>a &amp; b &lt; c</p>');
  });
});

it('docs that are prepared leave turns to calls, and are the same', async () => {
  const urls = { ...URLS };
  let turns = 0;
  const call = setInterval(() => {
    turns += 1;
  }, 1);
  await prepareDocs(urls);
  clearInterval(call);
  expect(turns).toBeGreaterThan(100);
  expect(docsApi(urls)).toEqual(docsApi(URLS));
  expect(docsSearch(urls, 'slot_taken')).toEqual(docsSearch(URLS, 'slot_taken'));
});
