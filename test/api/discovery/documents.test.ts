import { readFile } from 'node:fs/promises';
import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DISCOVERY_PATHS } from '../../../api/discovery/addresses.ts';
import { guideText } from '../../../api/discovery/guide-text.ts';
import { GUIDES } from '../../../api/discovery/guides.ts';
import { http } from '../../support/drivers/http.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const addFormats = addFormatsModule.default;
const OPTIONS: Options = { strict: false };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());

const cardPaths = {
  publicUrl: '/api/mcp/public/mcp/server-card',
  appUrl: '/api/mcp/mcp/server-card',
  mcpUrl: '/mcp/server-card',
};
const read = async (url: string) => {
  const answer = await http(url);
  expect(answer.status, url).toBe(200);
  return answer;
};
// biome-ignore lint/suspicious/noExplicitAny: documents of other people's forms
const readJson = async (url: string): Promise<any> => JSON.parse((await read(url)).text);

/** Every address in a document. */
const urlsIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^\s"'<>)\\]+/g) ?? [])];

describe('discovery documents', () => {
  it('have a type, a tag and five minutes, on the origins of people, and answer HEAD and a known tag without a body', async () => {
    const types = {
      [DISCOVERY_PATHS.manifest]: 'application/json',
      [DISCOVERY_PATHS.catalog]: 'application/ai-catalog+json',
      [DISCOVERY_PATHS.apiCatalog]: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      [DISCOVERY_PATHS.llms]: 'text/plain; charset=utf-8',
    };
    for (const origin of [stack.appUrl, stack.publicUrl]) {
      for (const [path, type] of Object.entries(types)) {
        const answer = await read(`${origin}${path}`);
        expect(answer.headers['content-type']).toBe(type);
        expect(answer.headers['cache-control']).toBe('public, max-age=300');
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        const etag = answer.headers.etag ?? '';
        const again = await fetch(`${origin}${path}`, { headers: { 'If-None-Match': `"other", W/${etag}` } });
        expect([again.status, await again.text()]).toEqual([304, '']);
        const head = await fetch(`${origin}${path}`, { method: 'HEAD' });
        expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
      }
    }
    expect((await http(`${stack.appUrl}${DISCOVERY_PATHS.manifest}`, { method: 'POST' })).status).toBe(404);
    const startedMs = performance.now();
    for (let nth = 0; nth < 10; nth += 1)
      await http(`${stack.appUrl}${DISCOVERY_PATHS.llms}`, { headers: { 'If-None-Match': `a${' '.repeat(15_000)}b` } });
    expect(performance.now() - startedMs, 'a hostile tag costs as much as none').toBeLessThan(700);
  });

  it('are of the configured addresses, whatever the Host header says', async () => {
    const { text } = await read(`${stack.appUrl}${DISCOVERY_PATHS.manifest}`);
    const foreign = await http(`${stack.appUrl}${DISCOVERY_PATHS.manifest}`, { headers: { Host: 'evil.example' } });
    expect([foreign.status, foreign.text.includes('evil.example')]).toEqual([404, false]);
    for (const url of urlsIn(text))
      expect([stack.appUrl, stack.publicUrl, stack.mcpUrl]).toContain(new URL(url).origin);
  });

  it.each(['appUrl', 'publicUrl'] as const)(
    'are led to by the links of %s, for who knows no more than that',
    async (origin) => {
      const { headers } = await http(`${stack[origin]}/`, { headers: { Accept: 'text/html' } });
      const links = [...String(headers.link).matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, url = '', rel = '']) => [
        rel,
        url,
      ]);
      expect(links.map(([rel]) => rel).sort()).toEqual(['api-catalog', 'describedby', 'service-desc', 'service-doc']);
      for (const [rel, url = ''] of links) expect([rel, (await fetch(url)).status]).toEqual([rel, 200]);
      expect(Object.fromEntries(links).describedby).toBe(`${stack.appUrl}${DISCOVERY_PATHS.manifest}`);
    },
  );

  it('lead nowhere that does not answer', async () => {
    const pages = [DISCOVERY_PATHS.manifest, DISCOVERY_PATHS.catalog, DISCOVERY_PATHS.apiCatalog, DISCOVERY_PATHS.llms];
    const texts = await Promise.all(pages.map(async (path) => (await read(`${stack.appUrl}${path}`)).text));
    const ours = urlsIn(texts.join('\n')).filter((url) =>
      [stack.appUrl, stack.publicUrl, stack.mcpUrl].some((origin) => url.startsWith(origin)),
    );
    const whole = ours.filter((url) => !url.includes('{') && !url.includes('?'));
    expect(whole.length).toBeGreaterThan(30);
    const bases = { host: `${stack.appUrl}/api/v1`, public: `${stack.publicUrl}/api/v1/public` };
    const dead: string[] = [];
    for (const url of whole) {
      if (Object.values(bases).includes(url)) continue;
      const { status } = await fetch(url, { redirect: 'manual' });
      // Endpoints of POST answer 405; those that need a key 401.
      if (status === 404 && new URL(url).pathname !== '/') dead.push(`${status} ${url}`);
    }
    expect(dead).toEqual([]);
  });

  it.each(Object.entries(cardPaths))(
    'the server card of %s is one by its published schema, and leads to a server',
    async (origin, path) => {
      const base = stack[origin as 'appUrl'];
      const answer = await read(`${base}${path}`);
      expect(answer.headers['content-type']).toBe('application/mcp-server-card+json');
      const card = JSON.parse(answer.text);
      const schema = JSON.parse(await readFile('test/fixtures/mcp/server-card.schema.json', 'utf8'));
      const ajv = addFormats(new Ajv2020(OPTIONS));
      const check = ajv.compile({ ...schema, $ref: '#/$defs/ServerCard' });
      expect([check(card), check.errors]).toEqual([true, null]);
      expect(check({ ...card, name: 'no slash' })).toBe(false);
      expect(card.description.length).toBeLessThanOrEqual(100);
      const listed = await readJson(`${base}${DISCOVERY_PATHS.catalog}`);
      expect(listed.entries.map(({ url }: { url: string }) => url)).toContain(`${base}${path}`);
      const [remote] = card.remotes;
      const call = await fetch(remote.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(call.status === 404 ? 'nothing there' : 'a server').toBe('a server');
    },
  );

  it('server.json is what the registry takes', async () => {
    const entry = await readJson(`${stack.appUrl}${DISCOVERY_PATHS.registry}`);
    const schema = JSON.parse(await readFile('test/fixtures/mcp/server.schema.json', 'utf8'));
    const check = addFormats(new Ajv(OPTIONS)).compile(schema);
    expect([check(entry), check.errors]).toEqual([true, null]);
    expect(check({ ...entry, description: undefined })).toBe(false);
    expect(entry.remotes).toEqual([{ type: 'streamable-http', url: `${stack.mcpUrl}/mcp` }]);
  });

  it('the manifest has the fields of both drafts, and each of its calls is in the OpenAPI document', async () => {
    const manifest = await readJson(`${stack.appUrl}${DISCOVERY_PATHS.manifest}`);
    expect(manifest).toMatchObject({
      agent_discovery_version: '0.1',
      specVersion: '0.3.0',
      provider: { name: 'Holdfast' },
    });
    for (const field of ['domain', 'services', 'id', 'name', 'capabilities']) expect(manifest).toHaveProperty(field);
    const openapi = await readJson(manifest.rest.openapi);
    const served = Object.entries(openapi.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = manifest.jobs.flatMap(({ steps }: { steps: { method: string; url: string }[] }) =>
      steps.map(
        ({ method, url }) =>
          `${method} ${url.replace(manifest.rest.publicBase, '').replace(manifest.rest.hostBase, '')}`,
      ),
    );
    expect(calls.length).toBeGreaterThan(8);
    for (const call of calls) expect(served).toContain(call);
  });

  it('are short', async () => {
    const sizeOf = async (path: string) => (await read(`${stack.appUrl}${path}`)).text.length;
    expect(await sizeOf(DISCOVERY_PATHS.manifest)).toBeLessThan(8_500);
    expect(await sizeOf(DISCOVERY_PATHS.llms)).toBeLessThan(5_800);
    expect(await sizeOf(DISCOVERY_PATHS.apiCatalog)).toBeLessThan(2_500);
  });
});

describe('for crawlers', () => {
  it('both origins say what is public, and list pages that exist', async () => {
    for (const origin of [stack.appUrl, stack.publicUrl]) {
      const robots = await read(`${origin}/robots.txt`);
      expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
      const forbidden = [...robots.text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
      const { text, headers } = await read(`${origin}/sitemap.xml`);
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
      expect(listed).toContain(`${origin}/`);
      for (const url of listed) {
        expect((await http(url, { headers: { Accept: 'text/html' } })).status, url).toBe(200);
        expect(
          forbidden.some((path) => new URL(url).pathname.startsWith(path)),
          url,
        ).toBe(false);
      }
      expect(text).not.toContain('acme');
    }
    const rules = async (origin: string) => (await read(`${origin}/robots.txt`)).text.split('\n');
    const ofApp = ['/account/address/', '/login', '/decide/', '/meetings', '/settings', '/oauth/'];
    expect(await rules(stack.appUrl)).toEqual(expect.arrayContaining(ofApp.map((path) => `Disallow: ${path}`)));
    const ofGuests = (await rules(stack.publicUrl)).filter((line) => line.startsWith('Disallow'));
    expect(ofGuests).toEqual(['/b/', '/invited/', '/manage/', '/no-mail/'].map((path) => `Disallow: ${path}`));
    expect((await read(`${stack.appUrl}/sitemap.xml`)).text).toContain(`${stack.appUrl}/docs/time-zones<`);
  });
});

describe('guides', () => {
  it.each(GUIDES.map(({ name, title }) => [name, title]))(
    '%s.md has this service’s addresses, and no link that leads nowhere',
    async (name, title) => {
      const { text, headers } = await read(`${stack.appUrl}/docs/${name}.md`);
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(text).toMatch(/^# /);
      expect(title.length).toBeLessThan(30);
      expect(text).not.toMatch(/(?<!default )http:\/\/localhost:3000/);
      expect(text).not.toContain('<!-- test');
      const targets = [...text.matchAll(/(?<!!)\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
      for (const target of targets) {
        if (!target.startsWith(stack.appUrl)) {
          expect(target).toMatch(/^(https:|#|http:\/\/localhost)/);
          continue;
        }
        const [url = '', anchor] = target.split('#');
        const linked = await read(url);
        if (anchor === undefined || !url.endsWith('.md')) continue;
        const anchors = [...linked.text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
          words
            .toLowerCase()
            .replaceAll(/[^a-z0-9 _-]/g, '')
            .replaceAll(' ', '-'),
        );
        expect(anchors, target).toContain(anchor);
      }
    },
  );
});

describe('a guide of a service elsewhere', () => {
  const urls = {
    appUrl: 'https://app.meet.example',
    publicUrl: 'https://meet.example',
    mcpUrl: 'https://mcp.meet.example',
  };
  const SETTINGS = `export HOLDFAST_URL=${urls.appUrl} HOLDFAST_PUBLIC_URL=${urls.publicUrl}`;

  it('leaves the defaults of the command line as they are', () => {
    expect(guideText('cli', urls)).toContain('the app; default http://localhost:3000 |');
    expect(guideText('cli', urls)).toContain('the booking pages; default http://localhost:3001 |');
    expect(guideText('three-jobs', urls)).not.toContain('localhost');
  });

  it('puts addresses in once, though one may begin as another of ours does', () => {
    const alike = {
      appUrl: 'http://localhost:30012',
      publicUrl: 'http://localhost:30025',
      mcpUrl: 'http://localhost:30007',
    };
    const ports = GUIDES.flatMap(
      ({ name }) => guideText(name, alike).match(/(?<!default )http:\/\/localhost:300\d+/g) ?? [],
    );
    expect(new Set(ports)).toEqual(new Set(Object.values(alike)));
  });

  it('sets both addresses in each example of the command line, and in no other', () => {
    for (const { name } of GUIDES) {
      for (const [, block = ''] of guideText(name, urls).matchAll(/^```sh\n([\s\S]*?)^```/gm))
        expect([block, block.startsWith(SETTINGS)]).toEqual([block, /^(?:holdfast|npm run cli)\b/m.test(block)]);
    }
    expect(guideText('cli', urls)).toContain(`\n${SETTINGS}\nnpm run cli -- login`);
    const local = {
      appUrl: 'http://localhost:3000',
      publicUrl: 'http://localhost:3001',
      mcpUrl: 'http://localhost:3002',
    };
    expect(guideText('cli', local)).not.toContain('export HOLDFAST_URL');
  });
});
