import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FormBrowser, hiddenField } from '../../support/form-browser.ts';
import {
  askLink,
  followLink,
  mailedLink,
  newPersonEmail,
  SESSION_COOKIE,
  signInByMail,
  whoIs,
} from '../../support/sign-in.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ api: { trustProxy: 1 } });
});
afterAll(() => stack?.close());

const newBrowser = (ip?: string): FormBrowser => new FormBrowser(stack.appUrl, ip);
const expire = (email: string) =>
  stack.sql`update sign_in_links set expires_at = clock_timestamp() - interval '1 second' where email = ${email}`;

describe('a mailed link', () => {
  it('signs in whoever presses the button, and leads back to where they wanted to go', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    const asked = await askLink(browser, email, { returnTo: '/device?code=BCDF-GHJK' });
    expect(asked.status).toBe(303);
    const sent = await browser.open(asked.location ?? '');
    expect(sent.html).toContain('Look into your mail');
    expect(sent.html).toContain(email);
    const path = await mailedLink(stack, email);
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain(`Continue as ${email}`);
    expect(page.html).not.toContain('Another browser');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(await whoIs(browser)).toBeNull();
    const entered = await browser.submit(path, { pageToken: hiddenField(page.html, 'pageToken') });
    expect(entered).toMatchObject({ status: 303, location: '/device?code=BCDF-GHJK' });
    expect(await whoIs(browser)).toBe(email);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await askLink(browser, email);
    const { setCookies } = await followLink(browser, await mailedLink(stack, email));
    const line = setCookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`)) ?? '';
    expect(line).toMatch(/; Path=\//);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
    expect(line).toMatch(/; Max-Age=2592000/);
  });

  it('is not used up by whoever only opens it', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await askLink(browser, email);
    const path = await mailedLink(stack, email);
    const scanner = newBrowser();
    await scanner.open(path);
    await fetch(new URL(path, stack.appUrl), { method: 'HEAD' });
    await scanner.submit(path, {});
    expect(await whoIs(scanner)).toBeNull();
    expect((await followLink(browser, path)).location).toBe('/');
    expect(await whoIs(browser)).toBe(email);
  });

  it('works once', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await askLink(browser, email);
    const path = await mailedLink(stack, email);
    const pages = await Promise.all([browser.open(path), browser.open(path)]);
    const tries = await Promise.all(
      pages.map(({ html }) => browser.submit(path, { pageToken: hiddenField(html, 'pageToken') })),
    );
    expect(tries.map(({ location }) => location).sort()).toEqual(['/', path]);
    const [row] = await stack.sql<{ count: number }[]>`
      select count(*)::int as count from sessions s join users u on u.id = s.user_id where u.email = ${email}`;
    expect(row?.count).toBe(1);
    const again = await newBrowser().open(path);
    expect(again.status).toBe(410);
    expect(again.html).toContain('used already');
  });

  it('works for fifteen minutes', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await askLink(browser, email);
    const path = await mailedLink(stack, email);
    const [row] = await stack.sql<{ minutes: number }[]>`
      select extract(epoch from expires_at - created_at)::int / 60 as minutes from sign_in_links where email = ${email}`;
    expect(row?.minutes).toBe(15);
    const { html } = await browser.open(path);
    await expire(email);
    const late = await browser.submit(path, { pageToken: hiddenField(html, 'pageToken') });
    expect(late.location).toBe(path);
    const page = await browser.open(path);
    expect(page.status).toBe(410);
    expect(page.html).toContain('too old');
    expect(await whoIs(browser)).toBeNull();
  });

  it('says so when another browser asked for it, and signs in the one that goes on', async () => {
    const email = newPersonEmail();
    const asker = newBrowser();
    await askLink(asker, email);
    const path = await mailedLink(stack, email);
    const phone = newBrowser();
    expect((await phone.open(path)).html).toContain('Another browser asked for this link');
    expect((await followLink(phone, path)).status).toBe(303);
    expect(await whoIs(phone)).toBe(email);
    expect(await whoIs(asker)).toBeNull();
  });

  it('does not lead where a stranger who asked for it wanted its reader to go', async () => {
    const email = newPersonEmail();
    await askLink(newBrowser(), email, { returnTo: '/device?code=BCDF-GHJK' });
    const reader = newBrowser();
    expect(await followLink(reader, await mailedLink(stack, email))).toMatchObject({ status: 303, location: '/' });
    expect(await whoIs(reader)).toBe(email);
  });

  it('ends the other links of its address, and nobody else’s, when it signs in', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await askLink(browser, email);
    const first = await mailedLink(stack, email);
    const neighbor = newPersonEmail();
    await askLink(browser, neighbor);
    const theirs = await mailedLink(stack, neighbor);
    await askLink(browser, email);
    await expect.poll(async () => (await stack.mailbox(email)).length).toBe(2);
    expect((await followLink(browser, await mailedLink(stack, email))).location).toBe('/');
    const page = await newBrowser().open(first);
    expect(page.status).toBe(410);
    expect(page.html).toContain('too old');
    expect((await newBrowser().open(theirs)).status).toBe(200);
  });

  it('signs nobody in by a form of another site, or one shown to another browser', async () => {
    const email = newPersonEmail();
    const attacker = newBrowser();
    await askLink(attacker, email);
    const path = await mailedLink(stack, email);
    const { html } = await attacker.open(path);
    const victim = newBrowser();
    const forged = await victim.submit(path, { pageToken: hiddenField(html, 'pageToken') });
    expect(forged.location).toBe(path);
    expect(await whoIs(victim)).toBeNull();
    await victim.open('/login');
    await victim.submit(path, { pageToken: hiddenField(html, 'pageToken') });
    expect(await whoIs(victim)).toBeNull();
  });

  it.each(['x'.repeat(43), 'short', 'a%2Fb', 'a%00b'])('that does not exist answers kindly: %s', async (token) => {
    const page = await newBrowser().open(`/login/link/${token}`);
    expect([400, 404]).toContain(page.status);
    expect(page.html).toContain('<h1>');
  });
});

describe('the session that it makes', () => {
  it('is a new one, whatever the browser brought, and ends the one that the browser had', async () => {
    const fixed = 'F'.repeat(43);
    const email = newPersonEmail();
    const browser = newBrowser();
    browser.cookies.set(SESSION_COOKIE, fixed);
    await askLink(browser, email);
    await followLink(browser, await mailedLink(stack, email));
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(fixed);
    const thief = newBrowser();
    thief.cookies.set(SESSION_COOKIE, fixed);
    expect(await whoIs(thief)).toBeNull();

    const first = browser.cookies.get(SESSION_COOKIE) ?? '';
    const other = newPersonEmail();
    const aside = newBrowser();
    await askLink(aside, other);
    await followLink(browser, await mailedLink(stack, other));
    expect(await whoIs(browser)).toBe(other);
    thief.cookies.set(SESSION_COOKIE, first);
    expect(await whoIs(thief)).toBeNull();
  });
});

describe('asking for a link', () => {
  it('answers the same for people who are known, who are not, and who had enough', async () => {
    const known = await askLink(newBrowser(), 'ada@acme.test');
    const unknown = await askLink(newBrowser(), newPersonEmail());
    const often = newPersonEmail();
    const answers = [];
    for (let count = 0; count < 7; count++) answers.push(await askLink(newBrowser(), often));
    for (const answer of [known, unknown, ...answers]) {
      expect(answer.status).toBe(303);
      expect(answer.location).toMatch(/^\/login\/sent\?s=/);
    }
    const [row] = await stack.sql<{ count: number }[]>`
      select count(*)::int as count from sign_in_links where email = ${often.toUpperCase()}`;
    expect(row?.count).toBe(5);
  });

  /** Links of some hours ago. */
  const hadLinks = (email: (n: number) => string, network: (n: number) => string, count: number) =>
    stack.sql`
      insert into sign_in_links ${stack.sql(
        Array.from({ length: count }, (_, n) => ({
          id: randomUUID(),
          email: email(n),
          token_hash: randomBytes(32),
          browser_hash: randomBytes(32),
          return_to: '/',
          client_network: network(n),
          created_at: new Date(Date.now() - 5 * 3_600_000),
          expires_at: new Date(Date.now() - 4 * 3_600_000),
        })),
      )}`;
  const linksOf = async (email: string): Promise<number> => {
    const [row] = await stack.sql<{ count: number }[]>`
      select count(*)::int as count from sign_in_links where email = ${email}`;
    return row?.count ?? 0;
  };

  it('mails an address at most twenty links a day for one client', async () => {
    const email = newPersonEmail();
    await hadLinks(
      () => email,
      () => '203.0.113.1',
      19,
    );
    for (let count = 0; count < 2; count++) await askLink(newBrowser('203.0.113.1'), email);
    expect(await linksOf(email)).toBe(20);
  });

  it('mails the owner of an address a link when a stranger had all of theirs', async () => {
    const email = newPersonEmail();
    for (let count = 0; count < 7; count++) await askLink(newBrowser('203.0.113.2'), email);
    expect(await linksOf(email)).toBe(5);
    const answer = await askLink(newBrowser('198.51.100.2'), email);
    expect(answer.location).toMatch(/^\/login\/sent\?s=/);
    expect(await linksOf(email)).toBe(6);
  });

  it('mails an address at most sixty links a day, whoever asks', async () => {
    const email = newPersonEmail();
    await hadLinks(
      () => email,
      (n) => `192.0.2.${n}`,
      59,
    );
    for (const ip of ['203.0.113.3', '198.51.100.3']) {
      expect((await askLink(newBrowser(ip), email)).location).toMatch(/^\/login\/sent\?s=/);
    }
    expect(await linksOf(email)).toBe(60);
  });

  it('mails at most a hundred links a day for one client, whatever the addresses', async () => {
    const network = '2001:db8:0:7::/64';
    await hadLinks(
      (n) => `stranger-${n}@new.test`,
      () => network,
      99,
    );
    const emails = [newPersonEmail(), newPersonEmail()];
    for (const [index, email] of emails.entries()) {
      const answer = await askLink(newBrowser(`2001:db8:0:7::${index}`), email);
      expect(answer.location).toMatch(/^\/login\/sent\?s=/);
    }
    expect(await Promise.all(emails.map(linksOf))).toEqual([1, 0]);
  });

  it.each(['', 'nobody', 'a@b', 'two@x.test,three@x.test'])('refuses what is no address: "%s"', async (email) => {
    const answer = await askLink(newBrowser(), email);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('Enter your email address');
  });

  it('needs a form of ours', async () => {
    const answer = await newBrowser().submit('/login', { email: 'ada@acme.test', return_to: '/' });
    expect(answer.status).toBe(403);
  });

  it.each(['//evil.test', 'https://evil.test/', '/\\evil.test', '/.//evil.test', '/%0d%0aX: y', 'javascript:alert(1)'])(
    'never leads to another site: %s',
    async (returnTo) => {
      const email = newPersonEmail();
      const browser = newBrowser();
      const { html } = await browser.open('/login');
      await browser.submit('/login', { pageToken: hiddenField(html, 'pageToken'), return_to: returnTo, email });
      const entered = await followLink(browser, await mailedLink(stack, email));
      const landed = new URL(entered.location ?? '', stack.appUrl);
      expect(landed.origin).toBe(new URL(stack.appUrl).origin);
    },
  );

  it('is limited for each client', async () => {
    const limited = await startStack({ demo: false, worker: false, rateLimitFactor: 1 });
    try {
      const browser = new FormBrowser(limited.appUrl);
      const statuses = [];
      for (let count = 0; count < 12; count++) statuses.push((await askLink(browser, newPersonEmail())).status);
      expect(statuses.filter((status) => status === 303)).toHaveLength(10);
      expect(statuses.slice(-2)).toEqual([429, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('looking at the pages of sign-in', () => {
  it('is limited for each client', async () => {
    const limited = await startStack({ demo: false, worker: false, rateLimitFactor: 4 / 120 });
    try {
      const browser = new FormBrowser(limited.appUrl);
      const link = `/login/link/${'x'.repeat(43)}`;
      const statuses = [];
      for (const path of ['/login', link, '/login', link, '/login', link])
        statuses.push((await browser.open(path)).status);
      expect(statuses).toEqual([200, 404, 200, 404, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a first sign-in', () => {
  it('makes a workspace with a trial and a link that takes bookings at once', async () => {
    const email = `mira.okafor+x${process.pid}@new.test`;
    const browser = await signInByMail(stack, email, { timezone: 'Asia/Kolkata' });
    const mine = JSON.parse((await browser.open('/api/v1/me/workspaces')).html);
    expect(mine.user).toMatchObject({ email, name: 'Mira Okafor' });
    expect(mine.workspaces).toEqual([
      { id: expect.any(String), name: 'Mira Okafor', slug: 'mira-okafor', role: 'owner', username: 'mira-okafor' },
    ]);
    const [row] = await stack.sql<{ plan: string; status: string; days: number }[]>`
      select plan, subscription_status as status, round(extract(epoch from trial_ends_at - created_at) / 86400)::int as days
      from workspaces where id = ${mine.workspaces[0].id}`;
    expect(row).toEqual({ plan: 'growth', status: 'trialing', days: 14 });
    const link = `${stack.publicUrl}/api/v1/public/mira-okafor/mira-okafor/meeting-30/slots?timezone=Asia/Kolkata`;
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    const { slots } = (await answer.json()) as { slots: { bookerLocal: { startLocal: string; dayOfWeek: string } }[] };
    expect(slots.length).toBeGreaterThan(50);
    expect(
      slots.every(({ bookerLocal }) => bookerLocal.startLocal >= '09:00' && bookerLocal.startLocal <= '16:30'),
    ).toBe(true);
    expect(slots.some(({ bookerLocal }) => ['Saturday', 'Sunday'].includes(bookerLocal.dayOfWeek))).toBe(false);
    await expect
      .poll(
        async () => (await stack.client.workflow.getHandle(`trial/${mine.workspaces[0].id}`).describe()).status.name,
      )
      .toBe('RUNNING');
  });

  it('finds slugs for namesakes and for words of our own', async () => {
    const slugsOf = async (email: string) => {
      const browser = await signInByMail(stack, email);
      return JSON.parse((await browser.open('/api/v1/me/workspaces')).html).workspaces[0];
    };
    expect(await slugsOf('acme@one.test')).toMatchObject({ slug: 'acme-2', username: 'acme' });
    expect(await slugsOf('acme@two.test')).toMatchObject({ slug: 'acme-3', username: 'acme' });
    expect(await slugsOf('api@three.test')).toMatchObject({ slug: 'api-2', username: 'api-2' });
  });

  it('happens once for two links at once', async () => {
    const email = newPersonEmail();
    const browsers = [newBrowser(), newBrowser()];
    const paths: string[] = [];
    for (const browser of browsers) {
      await askLink(browser, email);
      await expect.poll(async () => (await stack.mailbox(email)).length).toBe(paths.length + 1);
      paths.push(await mailedLink(stack, email));
    }
    await Promise.all(browsers.map((browser, index) => followLink(browser, paths[index] ?? '')));
    expect((await Promise.all(browsers.map(whoIs))).sort()).toEqual([null, email]);
    const [row] = await stack.sql<{ users: number; workspaces: number }[]>`
      select count(distinct u.id)::int as users, count(m.id)::int as workspaces
      from users u join memberships m on m.user_id = u.id where u.email = ${email}`;
    expect(row).toEqual({ users: 1, workspaces: 1 });
  });
});
