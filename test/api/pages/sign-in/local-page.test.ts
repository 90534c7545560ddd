import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignIn } from '../../../../api/sign-in/sign-in-services.ts';
import { csrfToken } from '../../../../domain/secrets.ts';
import { cacheHeaders, PERSONAL } from '../../../support/asserts/cache-headers.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { SESSION_COOKIE, signInLocally, whoIs } from '../../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack?.close());

const newBrowser = (): PageClient => new PageClient(stack.appUrl);

const sessionOf = async (email: string): Promise<string> => {
  const [row] = await stack.sql<{ id: string }[]>`
    select s.id from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and s.revoked_at is null order by s.created_at desc limit 1`;
  return row?.id ?? '';
};

describe('one click in local mode', () => {
  it.each(['ada', 'grace', 'linus'])('signs in %s', async (person) => {
    const browser = newBrowser();
    const entered = await signInLocally(browser, person, '/device');
    expect(entered).toMatchObject({ status: 303, location: '/device' });
    expect(entered.setCookies.join()).toContain(SESSION_COOKIE);
    expect(cacheHeaders(entered)).toEqual(PERSONAL);
    expect(await whoIs(browser)).toBe(`${person}@acme.test`);
    // Whoever is signed in needs no sign-in page.
    expect(await browser.open('/login?return_to=/keys')).toMatchObject({ status: 303, location: '/keys' });
  });

  it('knows nobody else, and needs a form of ours', async () => {
    const browser = newBrowser();
    expect((await signInLocally(browser, 'mallory')).status).toBe(404);
    expect((await browser.submit('/login/local', { person: 'ada' })).status).toBe(403);
    expect(await whoIs(browser)).toBeNull();
  });

  it('does not exist in production: neither button nor route', async () => {
    const production = await startStack({ worker: false, signIn: { mode: 'production' } });
    try {
      const browser = new PageClient(production.appUrl);
      const page = await browser.open('/login');
      expect(page.status).toBe(200);
      expect(page.html).not.toContain('/login/local');
      const answer = await signInLocally(browser, 'ada');
      expect(answer.status).toBe(404);
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    } finally {
      await production.close();
    }
    const parts = {
      providerClients: {},
      client: () => Promise.reject(),
      taskQueue: '',
      log: pino({ level: 'silent' }),
    };
    expect(createSignIn({ ...parts, mode: 'production' }).localPeople).toEqual([]);
  });
});

describe('sign-out', () => {
  it('ends the session of this browser alone', async () => {
    const [here, there] = [newBrowser(), newBrowser()];
    await signInLocally(there, 'ada');
    await signInLocally(here, 'ada');
    const token = here.cookies.get(SESSION_COOKIE) ?? '';
    const csrf = csrfToken(stack.secrets, await sessionOf('ada@acme.test'));
    const out = await here.submit('/logout', { csrfToken: csrf });
    expect(out).toMatchObject({ status: 303, location: '/login?done=signed-out' });
    expect(out.setCookies.join()).toContain(SESSION_COOKIE);
    expect(cacheHeaders(out)).toEqual(PERSONAL);
    expect(here.cookies.has(SESSION_COOKIE)).toBe(false);
    here.cookies.set(SESSION_COOKIE, token);
    expect(await whoIs(here)).toBeNull();
    expect(await whoIs(there)).toBe('ada@acme.test');
    expect((await newBrowser().open('/login?done=signed-out')).html).toContain('You are signed out');
  });

  it('takes the token as a header too', async () => {
    const browser = newBrowser();
    await signInLocally(browser, 'linus');
    const csrf = csrfToken(stack.secrets, await sessionOf('linus@acme.test'));
    expect((await browser.submit('/logout', {}, { 'x-csrf-token': csrf })).status).toBe(303);
    expect(await whoIs(browser)).toBeNull();
  });

  it('is refused without the token of this very session', async () => {
    const browser = newBrowser();
    await signInLocally(browser, 'grace');
    const other = newBrowser();
    await signInLocally(other, 'ada');
    const wrong = csrfToken(stack.secrets, await sessionOf('ada@acme.test'));
    for (const fields of [{}, { csrfToken: 'x' }, { csrfToken: wrong }] as Record<string, string>[]) {
      expect((await browser.submit('/logout', fields)).status).toBe(403);
    }
    expect(await whoIs(browser)).toBe('grace@acme.test');
  });

  it('is no mistake when nobody is signed in', async () => {
    expect((await newBrowser().submit('/logout', {})).location).toBe('/login?done=signed-out');
  });
});

it('lets the sign-in page load scripts of ours, and nothing of others', async () => {
  const page = await newBrowser().open('/login');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  const scripts = [...page.html.matchAll(/<script[^>]*? src="([^"]*)"/g)].map(([, src]) => src ?? '');
  expect(scripts.every((src) => src.startsWith('/assets/'))).toBe(true);
  const texts = await Promise.all(scripts.map(async (src) => (await newBrowser().open(src)).html));
  expect(texts.filter((text) => text.includes('timeZone'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('/login/passkey/options'))).toHaveLength(1);
  expect(hiddenField(page.html, 'return_to')).toBe('/');
});
