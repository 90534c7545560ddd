import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedId } from '../../../../domain/secrets.ts';
import { connect } from '../../../../store/database.ts';
import { ANSWERED_WITHIN_MS, watchLateness } from '../../../support/drivers/call-log.ts';
import { hiddenField, type Page, PageClient } from '../../../support/drivers/page-client.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { eventually } from '../../../support/factories/meeting.ts';
import { sealedReceipt } from '../../../support/factories/sealed-receipt.ts';
import { type FreezableProxy, proxyTo } from '../../../support/fakes/freezable-proxy.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const EVENT = '/acme/ada/intro-30';
const TOKEN = 'x'.repeat(43);
const CSRF = 'Qv3zQ0pYt7Wn2LxBc9RdHs4MgJf8UeKaPi6OyTq1VbF';

let line: FreezableProxy;
let pool: Sql;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    deadlineMs: 'product',
    reachDatabase: async (url) => {
      line = await proxyTo(url);
      pool = connect(line.url, { name: 'api', maxConnections: 10 });
      return pool;
    },
  });
});
afterAll(async () => {
  line?.thaw();
  await pool?.end({ timeout: 1 });
  line?.close();
  await stack?.close();
});

interface AnsweredPage {
  readonly page: string;
  readonly status: number;
  readonly ms: number;
}

const answeredPages = (lines: readonly string[]): AnsweredPage[] =>
  lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'page');

/** A guest whose code is out: what the code page keeps in its forms, and the form before it. */
async function reachCode(browser: PageClient): Promise<{ s: string; form: Record<string, string> }> {
  const answer = await fetch(`${stack.publicUrl}/api/v1/public${EVENT}/slots?timezone=UTC`);
  const { slots } = (await answer.json()) as { slots: { startUtc: string }[] };
  const startAt = slots[0]?.startUtc ?? '';
  const details = await browser.open(`${EVENT}?startAt=${encodeURIComponent(startAt)}&timezone=UTC`);
  const pageToken = hiddenField(details.html, 'pageToken');
  const form = { pageToken, timezone: 'UTC', startAt, name: 'Grace', email: 'grace@guest.test', guests: '' };
  const s = await eventually('the code page', async () => {
    const { location } = await browser.submit(EVENT, form);
    return location !== null && hiddenField((await browser.open(location)).html, 's');
  });
  return { s, form };
}

it('every page that needs a database that swallows all it is sent says so within three seconds', async () => {
  const guest = new PageClient(stack.publicUrl);
  const { s, form } = await reachCode(guest);
  const receipt = sealedReceipt(stack, EVENT, uuidv7());
  const host = new PageClient(stack.appUrl);
  const { cookie, csrfToken } = await signIn(stack);
  const [name = '', value = ''] = cookie.split('=');
  host.cookies.set(name, value);
  const login = new PageClient(stack.appUrl);
  const loginToken = hiddenField((await login.open('/login')).html, 'pageToken');
  const stopToken = signedId(stack.secrets.stopAccess, uuidv7());
  const asks: Readonly<Record<string, () => Promise<Page>>> = {
    'GET /{workspace}/{username}': () => guest.open('/acme/ada'),
    'GET /{workspace}/{username}.md': () => guest.open('/acme/ada.md'),
    'GET /{workspace}/{username}/{eventSlug}': () => guest.open(EVENT),
    'GET /{workspace}/{username}/{eventSlug}.md': () => guest.open(`${EVENT}.md`),
    'POST /{workspace}/{username}/{eventSlug}': () => guest.submit(EVENT, form),
    'POST /{workspace}/{username}/{eventSlug}/confirm': () => guest.submit(`${EVENT}/confirm`, { s, code: '123456' }),
    'POST /{workspace}/{username}/{eventSlug}/resend': () => guest.submit(`${EVENT}/resend`, { s }),
    'GET /{workspace}/{username}/{eventSlug}/booked.ics': () => guest.open(`${EVENT}/booked.ics?r=${receipt}`),
    'GET /embed/{workspace}/{username}': () => guest.open('/embed/acme/ada'),
    'GET /embed/{workspace}/{username}/{eventSlug}': () => guest.open(`/embed${EVENT}`),
    'GET /manage/{token}': () => guest.open(`/manage/${TOKEN}`),
    'GET /manage/{token}.md': () => guest.open(`/manage/${TOKEN}.md`),
    'GET /manage/{token}/reschedule': () => guest.open(`/manage/${TOKEN}/reschedule`),
    'POST /manage/{token}/reschedule': () => guest.submit(`/manage/${TOKEN}/reschedule`, {}),
    'GET /manage/{token}/cancel': () => guest.open(`/manage/${TOKEN}/cancel`),
    'POST /manage/{token}/cancel': () => guest.submit(`/manage/${TOKEN}/cancel`, {}),
    'GET /manage/{token}/not-me': () => guest.open(`/manage/${TOKEN}/not-me`),
    'POST /manage/{token}/not-me': () => guest.submit(`/manage/${TOKEN}/not-me`, {}),
    'GET /b/{token}': () => guest.open('/b/abcdefghjkmn'),
    'GET /': () => host.open('/'),
    'GET /device': () => host.open('/device'),
    'GET /meetings/{bookingId}/prep': () => host.open(`/meetings/${uuidv7()}/prep`),
    'POST /meetings/{bookingId}/prep': () => host.submit(`/meetings/${uuidv7()}/prep`, { csrfToken }),
    'GET /decide/{token}': () => host.open(`/decide/${TOKEN}`),
    'POST /decide/{token}': () => host.submit(`/decide/${TOKEN}`, { decision: 'approve' }),
    'GET /claim/{token}': () => host.open(`/claim/${TOKEN}`),
    'POST /claim/{token}': () => host.submit(`/claim/${TOKEN}`, { csrfToken, decision: 'refuse' }),
    'GET /invitations/{token}': () => host.open(`/invitations/${TOKEN}`),
    'POST /invitations/{token}': () => host.submit(`/invitations/${TOKEN}`, { csrfToken }),
    'GET /account/address/{token}': () =>
      host.open(`/account/address/${signedId(stack.secrets.addressLink, uuidv7())}`),
    'POST /account/address/{token}': () =>
      host.submit(`/account/address/${signedId(stack.secrets.addressLink, uuidv7())}`, { csrfToken }),
    'GET /account/address/undo/{token}': () =>
      host.open(`/account/address/undo/${signedId(stack.secrets.addressUndo, uuidv7())}`),
    'POST /account/address/undo/{token}': () =>
      host.submit(`/account/address/undo/${signedId(stack.secrets.addressUndo, uuidv7())}`, {}),
    'GET /access/stop/{token}': () => host.open(`/access/stop/${stopToken}`),
    'POST /access/stop/{token}': () => host.submit(`/access/stop/${stopToken}`, {}),
    'GET /agents/stop/{token}': () => host.open(`/agents/stop/${signedId(stack.secrets.stopAgent, uuidv7())}`),
    'POST /agents/stop/{token}': () => host.submit(`/agents/stop/${signedId(stack.secrets.stopAgent, uuidv7())}`, {}),
    'GET /calendars/connect/{token}': () => host.open(`/calendars/connect/${TOKEN}`),
    'GET /calendars/connected/{connectionId}': () => host.open(`/calendars/connected/${uuidv7()}`),
    'GET /login': () => host.open('/login'),
    'POST /login': () => login.submit('/login', { pageToken: loginToken, email: 'grace@guest.test' }),
    'GET /login/link/{token}': () => login.open(`/login/link/${TOKEN}`),
    'POST /logout': () => host.submit('/logout', { csrfToken: CSRF }),
  };
  const names = Object.keys(asks).toSorted();
  const fromLine = stack.logLines.length;
  const lateMs = watchLateness();
  line.freezeAll();
  const answers = await Promise.all(Object.entries(asks).map(async ([page, ask]) => ({ page, ...(await ask()) })));
  const pages = await eventually('a line for each page', async () => {
    const found = answeredPages(stack.logLines.slice(fromLine));
    return found.length >= names.length && found;
  });
  expect(pages.map(({ page }) => page).toSorted()).toEqual(names);
  expect(answers.filter(({ status }) => status !== 503).map(({ page, status }) => ({ page, status }))).toEqual([]);
  // The page of the step itself, which keeps what was typed, and no page in its place.
  expect(answers.find(({ page }) => page.endsWith('/resend'))?.html).toContain('name="code"');
  expect(answers.filter(({ headers }) => !headers.get('retry-after')).map(({ page }) => page)).toEqual([]);
  // By the api's own clock: seen from here, a busy machine adds what it likes.
  const grantedMs = ANSWERED_WITHIN_MS + lateMs();
  expect({ grantedMs, late: pages.filter(({ ms }) => ms > grantedMs) }).toEqual({ grantedMs, late: [] });
});

it('a step that needs nothing but its address stays as it is meanwhile', async () => {
  line.thaw();
  const guest = new PageClient(stack.publicUrl);
  const { s } = await reachCode(guest);
  line.freezeAll();
  const path = `${EVENT}/confirm?${new URLSearchParams({ s })}`;
  const { status, html } = await guest.open(path);
  expect(status).toBe(200);
  expect(html).toContain('grace@guest.test');
});
