import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networksAround } from '../../../../domain/client-networks.ts';
import { foldedAddress } from '../../../../domain/mail/folded-address.ts';
import { openLink } from '../../../../store/accounts/sign-in-links.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { askLink, followLink, mailedLink, newPersonEmail, SESSION_COOKIE } from '../../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ api: { trustProxy: 1 } });
});
afterAll(() => stack?.close());

const newBrowser = (ip?: string): PageClient => new PageClient(stack.appUrl, ip);

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
      select count(*)::int as count from sign_in_links where email = ${often.toUpperCase()} and inbox is not null`;
    expect(row?.count).toBe(5);
  });

  it('counts +tags of one inbox as one', async () => {
    const [name, domain] = newPersonEmail().split('@');
    for (let count = 0; count < 7; count++) await askLink(newBrowser('203.0.113.9'), `${name}+${count}@${domain}`);
    const [row] = await stack.sql<{ count: number }[]>`
      select count(*)::int as count from sign_in_links where email like ${`${name}+%`} and inbox is not null`;
    expect(row?.count).toBe(5);
  });

  /** Links of some hours ago. */
  const hadLinks = (email: (n: number) => string, network: (n: number) => string, count: number) =>
    stack.sql`
      insert into sign_in_links ${stack.sql(
        Array.from({ length: count }, (_, n) => ({
          id: randomUUID(),
          email: email(n),
          inbox: foldedAddress(email(n)),
          token_hash: randomBytes(32),
          browser_hash: randomBytes(32),
          return_to: '/',
          client_network: network(n),
          client_networks: networksAround(network(n)).map(({ name }) => name),
          created_at: new Date(Date.now() - 5 * 3_600_000),
          expires_at: new Date(Date.now() - 4 * 3_600_000),
        })),
      )}`;
  const linksOf = async (email: string): Promise<number> => {
    const [row] = await stack.sql<{ count: number }[]>`
      select count(*)::int as count from sign_in_links where email = ${email} and inbox is not null`;
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

  it('mails an address at most sixty links a day, for all callers together', async () => {
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

  it('mails the owner’s known browser a link when strangers in twelve networks had all sixty', async () => {
    const email = newPersonEmail();
    const owner = newBrowser('203.0.113.70');
    await askLink(owner, email);
    await followLink(owner, await mailedLink(stack, email));
    await stack.sql`delete from sign_in_links where email = ${email}`;
    for (let n = 0; n < 60; n++) await askLink(newBrowser(`198.18.${n % 12}.1`), email);
    expect(await linksOf(email)).toBe(60);
    await askLink(newBrowser('203.0.113.80'), email);
    expect(await linksOf(email)).toBe(60);
    const signedOut = newBrowser('203.0.113.90');
    for (const [name, value] of owner.cookies) if (name !== SESSION_COOKIE) signedOut.cookies.set(name, value);
    await askLink(signedOut, email);
    expect(await linksOf(email)).toBe(61);
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

  it.each([
    {
      cap: 'of an inbox and a network',
      before: 1,
      made: 5,
      email: (n: number) => `one+${n}@at-once.test`,
      network: () => '203.0.113.20',
    },
    {
      cap: 'of an inbox',
      before: 50,
      made: 10,
      email: (n: number) => `two+${n}@at-once.test`,
      network: (n: number) => `198.18.${100 + n}.2`,
    },
    {
      cap: 'of an IPv4 /24',
      before: 390,
      made: 10,
      email: (n: number) => `three-${n}@at-once.test`,
      network: (n: number) => `198.19.7.${n % 200}`,
    },
  ])('keeps the cap $cap when 25 are asked for at once', async ({ before, made, email, network }) => {
    await hadLinks(email, network, before);
    const opened = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        openLink(stack.sql, {
          ...{ id: randomUUID(), email: email(1_000 + n), tokenHash: randomBytes(32), browserHash: randomBytes(32) },
          ...{ returnTo: '/', timezone: null, language: 'en', clientNetwork: network(1_000 + n), clientHashes: [] },
        }),
      ),
    );
    expect(opened.filter(Boolean)).toHaveLength(made);
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
      const browser = new PageClient(limited.appUrl);
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
      const browser = new PageClient(limited.appUrl);
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
