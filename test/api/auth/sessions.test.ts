import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSession } from '../../../api/auth/page-session.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { http } from '../../support/drivers/http.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { SESSION_COOKIE, whoIs } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
let server: Server;
let pageUrl: string;

/** A page as engineers write them: it asks who looks. */
beforeAll(async () => {
  stack = await startStack({ worker: false });
  const app = express().get('/somewhere', async (request, response) => {
    const session = await pageSession({ sql: stack.sql, secrets: stack.secrets, urls: stack }, request, response);
    if (session) response.json({ userId: session.person.userId, csrfToken: session.csrfToken });
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  pageUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve));
  await stack?.close();
});

const browserOf = ({ token }: SignedIn, origin = stack.appUrl): PageClient => {
  const browser = new PageClient(origin);
  browser.cookies.set(SESSION_COOKIE, token);
  return browser;
};

type Instant = 'rotated_at' | 'last_seen_at' | 'expires_at' | 'previous_ends_at' | 'revoked_at';

const age = (session: SignedIn, column: Instant, by: string) =>
  stack.sql`update sessions set ${stack.sql(column)} = ${stack.sql(column)} - ${by}::interval where id = ${session.sessionId}`;

const seenAt = async ({ sessionId }: SignedIn): Promise<Date | undefined> => {
  const [row] = await stack.sql<{ at: Date }[]>`select last_seen_at as at from sessions where id = ${sessionId}`;
  return row?.at;
};

describe('a page', () => {
  it('gets the signed-in person, and the token for its calls', async () => {
    const session = await signIn(stack);
    const page = await browserOf(session, pageUrl).open('/somewhere');
    expect(JSON.parse(page.html)).toEqual({ userId: session.userId, csrfToken: session.csrfToken });
    expect(page.setCookies).toEqual([]);
  });

  it('leads strangers to sign-in and back', async () => {
    const page = await new PageClient(pageUrl).open('/somewhere?tab=keys');
    expect(page).toMatchObject({ status: 303, location: '/login?return_to=%2Fsomewhere%3Ftab%3Dkeys' });
  });

  it('gives a session another token after a day; the old one works until the new one was seen, and a minute more', async () => {
    const session = await signIn(stack);
    await age(session, 'rotated_at', '25 hours');
    const browser = browserOf(session, pageUrl);
    const page = await browser.open('/somewhere');
    const next = browser.cookies.get(SESSION_COOKIE) ?? '';
    expect(next).not.toBe(session.token);
    expect(JSON.parse(page.html).csrfToken).toBe(session.csrfToken);
    const [old, renewed] = [browserOf(session), browserOf({ ...session, token: next })];
    await age(session, 'rotated_at', '10 minutes');
    expect(await whoIs(old)).toBe('ada@acme.test');
    expect(await whoIs(renewed)).toBe('ada@acme.test');
    expect(await whoIs(old)).toBe('ada@acme.test');
    await age(session, 'previous_ends_at', '61 seconds');
    expect(await whoIs(old)).toBeNull();
    expect(await whoIs(renewed)).toBe('ada@acme.test');
  });

  it('gives another token when the answer with the last one was lost', async () => {
    const session = await signIn(stack);
    await age(session, 'rotated_at', '25 hours');
    const first = (await browserOf(session, pageUrl).open('/somewhere')).setCookies;
    expect((await browserOf(session, pageUrl).open('/somewhere')).setCookies).toEqual([]);
    await age(session, 'rotated_at', '25 hours');
    const browser = browserOf(session, pageUrl);
    const second = (await browser.open('/somewhere')).setCookies;
    expect([first.length, second.length]).toEqual([1, 1]);
    const next = browser.cookies.get(SESSION_COOKIE) ?? '';
    expect(next).not.toBe(session.token);
    expect(await whoIs(browserOf({ ...session, token: next }))).toBe('ada@acme.test');
    await age(session, 'rotated_at', '25 hours');
    expect((await browserOf(session, pageUrl).open('/somewhere')).setCookies).toEqual([]);
  });

  it('rotates once for two pages that load at once', async () => {
    const session = await signIn(stack);
    await age(session, 'rotated_at', '25 hours');
    const pages = await Promise.all([1, 2, 3].map(() => browserOf(session, pageUrl).open('/somewhere')));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pages.flatMap(({ setCookies }) => setCookies)).toHaveLength(1);
  });
});

describe('a session', () => {
  it('ends after fourteen idle days, and after thirty in any case', async () => {
    const idle = await signIn(stack);
    await age(idle, 'last_seen_at', '13 days 23 hours');
    expect(await whoIs(browserOf(idle))).toBe('ada@acme.test');
    await age(idle, 'last_seen_at', '14 days 1 minute');
    expect(await whoIs(browserOf(idle))).toBeNull();
    const old = await signIn(stack);
    await age(old, 'expires_at', '30 days');
    expect(await whoIs(browserOf(old))).toBeNull();
    const member = await http(`${stack.appUrl}/api/v1/workspace`, { headers: old.headers });
    expect(member.status).toBe(401);
  });

  it('notes when it was seen, at most once a minute', async () => {
    const session = await signIn(stack);
    const first = await seenAt(session);
    await whoIs(browserOf(session));
    expect(await seenAt(session)).toEqual(first);
    await age(session, 'last_seen_at', '61 seconds');
    await whoIs(browserOf(session));
    expect((await seenAt(session))?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });

  it('answers though nobody can note that it was seen', async () => {
    const session = await signIn(stack);
    await age(session, 'last_seen_at', '61 seconds');
    const before = await seenAt(session);
    await stack.sql.begin(async (tx) => {
      await tx`select 1 from sessions where id = ${session.sessionId} for update`;
      expect(await whoIs(browserOf(session))).toBe('ada@acme.test');
    });
    expect(await seenAt(session)).toEqual(before);
    await stack.sql`
      alter table sessions add constraint never_seen check (last_seen_at < now() - interval '30 seconds') not valid`;
    try {
      expect(await whoIs(browserOf(session))).toBe('ada@acme.test');
    } finally {
      await stack.sql`alter table sessions drop constraint never_seen`;
    }
    expect(await seenAt(session)).toEqual(before);
  });

  it('writes only with the token of the page', async () => {
    const session = await signIn(stack);
    const url = `${stack.appUrl}/api/v1/me/sessions/${session.sessionId}`;
    const without = await http(url, { method: 'DELETE', headers: { cookie: session.cookie } });
    expect(without.status).toBe(401);
    expect(without.json().error.details).toMatchObject({ reason: 'csrf_mismatch' });
    expect(await whoIs(browserOf(session))).toBe('ada@acme.test');
  });

  it('is forgotten with its links a while after its end', async () => {
    const [old, revoked, idle] = [await signIn(stack), await signIn(stack), await signIn(stack)];
    const [young, justRevoked, justIdle] = [await signIn(stack), await signIn(stack), await signIn(stack)];
    await stack.sql`
      update sessions set revoked_at = now() where id in ${stack.sql([revoked.sessionId, justRevoked.sessionId])}`;
    await age(old, 'expires_at', '32 days');
    await age(revoked, 'revoked_at', '25 hours');
    await age(justRevoked, 'revoked_at', '23 hours');
    await age(idle, 'last_seen_at', '361 hours');
    await age(justIdle, 'last_seen_at', '359 hours');
    await stack.sql`
      insert into sign_in_links (id, email, token_hash, browser_hash, return_to, client_network, created_at, expires_at)
      select gen_random_uuid(), 'old@new.test', sha256(days::text::bytea), '', '/', '', now() - days * interval '1 day', now()
      from unnest(array[1, 3]) as days`;
    await deleteOutdated(stack.sql);
    const all = [old, revoked, idle, young, justRevoked, justIdle].map(({ sessionId }) => sessionId);
    const rows = await stack.sql`select id from sessions where id in ${stack.sql(all)} order by id`;
    expect(rows.map(({ id }) => id)).toEqual(all.slice(3));
    expect(await stack.sql`select 1 from sign_in_links where email = 'old@new.test'`).toHaveLength(1);
  });
});
