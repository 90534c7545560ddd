import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { foreignCode } from './foreign-code.ts';
import { farDay } from './guest-browser.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ worker: false, deadlineMs: 'product', api: { makePages } });
});
afterAll(() => stack?.close());

const browse = (path: string, init: RequestInit = {}) =>
  fetch(`${stack.publicUrl}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', ...init.headers },
  });

/** Sends the address as it is written: `fetch` would correct it first. */
const browseRaw = async (path: string): Promise<{ status: number | undefined; html: string }> => {
  const asked = request(stack.publicUrl, { path, headers: { accept: 'text/html' } }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, html: await text(response) };
};

/** The value of the first control with a name, in any order of attributes. */
const valueNamed = (html: string, name: string): string => {
  const control = new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  return / value="([^"]+)"/.exec(control)?.[1] ?? '';
};

/** Websites may frame the steps of a booking, but no personal page. */
const PAGES = [
  ['/', "'none'"],
  ['/acme/ada', 'https: http:'],
  ['/acme/ada/intro-30', 'https: http:'],
  ['/acme/ada/nothing-here', 'https: http:'],
  [`/manage/${'x'.repeat(43)}`, "'none'"],
  ['/b/nosuchlink00', "'none'"],
  ['/no/such/event/page', "'none'"],
] as const;

describe.each(PAGES)('GET %s', (path, ancestors) => {
  it('allows no foreign script or form, sends no referrer, sets no cookie and has Vary', async () => {
    const { headers } = await browse(path);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none';script-src 'self';connect-src 'self';style-src 'self';img-src 'self';font-src 'self';form-action 'self';base-uri 'none';frame-ancestors ${ancestors}`,
    );
    expect(headers.get('vary')).toMatch(/Accept-Language.*Cookie/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('runs only our own files', async () => {
    expect(foreignCode(await (await browse(path)).text())).toEqual([]);
  });
});

describe('pages', () => {
  it('of a booking link to the API description, are indexed, and are revalidated', async () => {
    const page = await browse('/acme/ada/intro-30');
    expect(page.headers.get('link')).toBe(`<${stack.appUrl}/api/v1/openapi>; rel="service-desc"`);
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    const html = await page.text();
    expect(html).not.toContain('noindex');
    expect(html).toContain(`"${stack.publicUrl}/api/v1/public/acme/ada/intro-30/slots"`);
    expect(html).toContain('Half an hour to get to know each other.');
  });

  it('of one person are not cached and not indexed', async () => {
    const page = await browse(`/manage/${'x'.repeat(43)}`);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(await page.text()).toContain('<meta name="robots" content="noindex"/>');
  });

  it('link a style sheet that is cached for ever, with a content hash in its name', async () => {
    const html = await (await browse('/acme/ada')).text();
    const href = /href="(\/assets\/holdfast\.[\w-]{12}\.css)"/.exec(html)?.[1] ?? '';
    const style = await browse(href);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await style.text()).toContain('.sheet');
    const icon = /href="(\/assets\/icon\.[\w-]{12}\.svg)"/.exec(html)?.[1] ?? '';
    expect((await browse(icon)).headers.get('content-type')).toContain('image/svg+xml');
    expect((await browse('/assets/holdfast.000000000000.css')).status).toBe(404);
  });

  it('load a script only where it helps, as a module that is cached for ever', async () => {
    const html = await (await browse('/acme/ada/intro-30')).text();
    const [src, ...more] = [...html.matchAll(/<script type="module" src="([^"]+)">/g)].map(([, href]) => href ?? '');
    expect(more).toEqual([]);
    const script = await browse(src ?? '');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/acme/ada', '/', `/manage/${'x'.repeat(43)}`])
      expect(await (await browse(path)).text()).not.toContain('type="module"');
  });

  it('answer HEAD as GET', async () => {
    const head = await browse('/acme/ada/intro-30', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });
});

describe('the landing page', () => {
  it.each(['app', 'public'] as const)('of the %s origin describes the service; its links work', async (origin) => {
    const page = await fetch(`${origin === 'app' ? stack.appUrl : stack.publicUrl}/`, { headers: { accept: '*/*' } });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('A scheduling service for people');
    expect(html).toContain(`${stack.publicUrl}/api/mcp/public/mcp`);
    const links = [...html.matchAll(/<a [^>]*href="(http[^"]+)"/g)].map(([, href]) => href ?? '');
    expect(links).toHaveLength(7);
    expect(links).toContain(`${stack.appUrl}/docs`);
    expect(links).toContain(`${stack.appUrl}/login`);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });
});

describe('an unknown address', () => {
  it.each(['/acme', '/acme/nobody', '/acme/ada/nothing-here', '/no/such/event/page', '/assets/x.js'])(
    'answers a browser with a page: %s',
    async (path) => {
      const page = await browse(path);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain('This page does not exist');
    },
  );

  it.each(['/api/v1/public/acme', '/api', '/api/v2/x'])(
    'answers every client with the error envelope below /api: %s',
    async (path) => {
      const answer = await browse(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'resource.not_found' } });
    },
  );

  it('answers a program with the error envelope', async () => {
    const answer = await browse('/', { headers: { accept: 'application/json' } });
    expect(await answer.json()).toMatchObject({ error: { code: 'resource.not_found' } });
  });
});

const FORM = 'application/x-www-form-urlencoded';

describe('bad input', () => {
  it.each([
    ['a time zone that does not exist', '?timezone=Mars/Base', 'We do not know that time zone'],
    ['a start that is no time', '?startAt=soon', 'We could not read the time in that link'],
    ['a start in the past', '?startAt=2020-01-01T09:00:00Z', 'That time has passed'],
    ['a start too far ahead', '?startAt=2999-01-01T09:00:00Z', 'That time is too far ahead to book'],
    ['a start that was never offered', `?startAt=${farDay()}T03:07:00Z`, 'That time can’t be booked'],
    ['a start in year 275760', '?startAt=%2B275760-01-01T00:00:00Z', 'We could not read the time in that link'],
    ['a date that does not exist', '?date=2026-02-30', 'Pick a time'],
    ['a month that does not exist', '?month=2026-13', 'Pick a time'],
    ['a date in the past', '?date=1999-01-01', 'Pick a time'],
    ['a month in the past', '?month=1999-01', 'Pick a time'],
    ['a date far ahead', '?date=2999-12-31', 'Times can be booked up to'],
    ['a state that we did not seal', '?s=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'Pick a time'],
    ['repeated values', '?date=2026-11-24&date=2026-11-25', 'Pick a time'],
  ])('is survived: %s', async (_case, query, words) => {
    const page = await browse(`/acme/ada/intro-30${query}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(words);
  });

  it('escapes text from the address', async () => {
    const html = await (
      await browse('/acme/ada/intro-30?date=%3Cscript%3E&month=%3Cscript%3E&timezone=%22%3E%3Cscript%3E&s=%3Cscript%3E')
    ).text();
    expect(foreignCode(html)).toEqual([]);
    expect(html).not.toMatch(/<script>|"><script/);
  });

  it.each([
    ['too large a form', { body: `name=${'x'.repeat(410_000)}`, type: FORM }],
    ['too many fields', { body: Array.from({ length: 300 }, (_, n) => `f${n}=1`).join('&'), type: FORM }],
    ['an unknown charset', { body: 'name=x', type: 'application/x-www-form-urlencoded; charset=klingon' }],
  ])('is a page that says so: %s', async (_case, { body, type }) => {
    const page = await browse('/acme/ada/intro-30', { method: 'POST', body, headers: { 'content-type': type } });
    expect([400, 413, 415]).toContain(page.status);
    expect(await page.text()).toContain('We could not read that');
  });

  it.each(['/\\:99999', '/\\[/x'])('an invalid address answers with a page: %s', async (path) => {
    const { status, html } = await browseRaw(path);
    expect(status).toBe(404);
    expect(html).toContain('<main');
    for (const [, href] of html.matchAll(/ href="([^"]*)"/g)) expect(href).not.toMatch(/^\/[/\\]/);
  });

  it('without a form leads back to the times', async () => {
    const page = await browse('/acme/ada/intro-30', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await page.text()).toContain('Pick a time');
  });
});

describe('while a dependency is unavailable', () => {
  it('keeps the typed text and says when to try again', async () => {
    const times = await (await browse('/acme/ada/intro-30')).text();
    const startAt = valueNamed(times, 'startAt');
    const details = await (await browse(`/acme/ada/intro-30?startAt=${startAt}`)).text();
    const pageToken = valueNamed(details, 'pageToken');
    const body = new URLSearchParams({
      startAt,
      pageToken,
      timezone: 'Europe/Berlin',
      name: 'Mira',
      email: 'mira-away@guest.test',
    });
    expect([startAt, pageToken]).not.toContain('');
    const page = await browse('/acme/ada/intro-30', { method: 'POST', body });
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await page.text();
    expect(html).toContain('Our service is busy right now');
    expect(html).toContain('value="mira-away@guest.test"');
  });
});

describe('every reason for an empty page', () => {
  const eventOf = async (change: (sql: Stack['sql']) => Promise<unknown>) => {
    await change(stack.sql);
    return (await browse('/acme/linus/intro-30')).text();
  };

  it('is shown in plain words', async () => {
    expect(
      await eventOf(
        (sql) =>
          sql`delete from schedule_rules where schedule_id in (select s.id from schedules s join users u on u.id = s.user_id where u.email = 'linus@acme.test')`,
      ),
    ).toContain('Linus Pauling has not set any bookable hours yet.');
    expect(await eventOf((sql) => sql`update workspaces set subscription_status = 'inactive'`)).toContain(
      'Acme takes no bookings right now.',
    );
    await stack.sql`update workspaces set subscription_status = 'active'`;
  });
});
