import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailReader } from '../../../../store/accounts/mail-reader.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import {
  askLink,
  followLink,
  mailedLink,
  newPersonEmail,
  SESSION_COOKIE,
  signInByMail,
  whoIs,
} from '../../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ api: { trustProxy: 1 } });
});
afterAll(() => stack?.close());

const newBrowser = (ip?: string): PageClient => new PageClient(stack.appUrl, ip);
const expire = (email: string) =>
  stack.sql`update sign_in_links set expires_at = clock_timestamp() - interval '1 second' where email = ${email}`;

describe('a mailed link', () => {
  it('signs in the person who presses the button, and leads back to the page they wanted', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    const asked = await askLink(browser, email, { returnTo: '/device?code=BCDF-GHJK' });
    expect(asked.status).toBe(303);
    const sent = await browser.open(asked.location ?? '');
    expect(sent.html).toContain('Check your email');
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

  it('is not used up by opening it', async () => {
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

  it('is mailed in the language of the page, and later mails are in that of the last sign-in, with its region', async () => {
    const email = newPersonEmail();
    const browser = newBrowser();
    await browser.open('/login?lang=de');
    await askLink(browser, email);
    expect((await stack.waitForMail(email, 'sign_in_link')).subject).toMatch(/^Ihr Link zur Anmeldung bei /);
    const path = await mailedLink(stack, email);
    const { html } = await browser.open(path);
    await browser.submit(path, { pageToken: hiddenField(html, 'pageToken') }, { 'accept-language': 'fr, de-CH' });
    expect(await readMailReader(stack.sql, email)).toEqual({ language: 'de', region: 'CH', timezone: 'UTC' });
    await askLink(newBrowser(), email);
    const german = () =>
      stack.sql`select 1 from local_mails where recipient = ${email} and subject like 'Ihr Link zur Anmeldung %'`;
    await expect.poll(async () => (await german()).length).toBe(2);
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

describe('a first sign-in', () => {
  it('makes a workspace with a trial and a link that takes bookings at once', async () => {
    const email = `mira.okafor+x${process.pid}@new.test`;
    const browser = await signInByMail(stack, email, { timezone: 'Asia/Kolkata' });
    const mine = JSON.parse((await browser.open('/api/v1/me/workspaces')).html);
    expect(mine.user).toMatchObject({ email, name: 'Mira Okafor' });
    expect(mine.workspaces).toEqual([
      {
        ...{ id: expect.any(String), name: 'Mira Okafor', slug: 'mira-okafor', role: 'owner', username: 'mira' },
        eraseAt: null,
      },
    ]);
    const [row] = await stack.sql<{ plan: string; status: string; days: number }[]>`
      select plan, subscription_status as status, round(extract(epoch from trial_ends_at - created_at) / 86400)::int as days
      from workspaces where id = ${mine.workspaces[0].id}`;
    expect(row).toEqual({ plan: 'growth', status: 'trialing', days: 14 });
    const link = `${stack.publicUrl}/api/v1/public/mira-okafor/mira/meeting-30/slots?timezone=Asia/Kolkata`;
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
