import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePages } from '../../../api/pages/shell/make-pages.ts';
import { findLeaks, mailedSecrets, type Readable, readFlows } from '../../support/asserts/leaks.ts';
import { decide, openDevice, poll, requestPoll, view } from '../../support/drivers/device.ts';
import { postJson } from '../../support/drivers/http.ts';
import { signIn } from '../../support/drivers/session.ts';
import { SESSION_COOKIE, signInByMail, whoIs } from '../../support/drivers/sign-in.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
/** Everything that a person typed, and every secret made for one person. */
const secrets = new Set<string>();

beforeAll(async () => {
  stack = await startStack({ api: { makePages } });
});
afterAll(() => stack?.close());

const secret = (text: string): string => {
  secrets.add(text);
  return text;
};

let people = 0;
const newPerson = () => {
  const n = ++people;
  return {
    email: secret(`quill-${n}@secret.test`),
    name: secret(`Quillon Pemberwick ${n}`),
    timezone: 'Europe/Berlin',
  };
};

const api = (path: string): string => `${stack.publicUrl}/api/v1/public${path}`;
const open = (path: string): Promise<Response> =>
  fetch(path.startsWith('http') ? path : `${stack.publicUrl}${path}`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
const submit = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

async function freeStarts(event: string): Promise<string[]> {
  const answer = await fetch(api(`/acme/ada/${event}/slots?timezone=UTC`));
  const { slots } = (await answer.json()) as { slots: { startUtc: string }[] };
  return slots.map(({ startUtc }) => startUtc);
}

const codeFor = async (to: string): Promise<string> =>
  secret(/\b\d{6}\b/.exec((await stack.waitForMail(to, 'booking_code')).text)?.[0] ?? '');
const linkIn = async (to: string, kind: string, page: 'manage' | 'decide'): Promise<string> =>
  secret(new RegExp(`/${page}/([\\w-]{43})`).exec((await stack.waitForMail(to, kind)).text)?.[1] ?? '');

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

const answers = () => ({ topic: secret('A merger that nobody knows of'), team_size: 'small' });

it('books by a code, guesses wrong, moves and cancels', async () => {
  const guest = newPerson();
  const agentEmail = secret('agent-7@secret-agents.test');
  const [first = '', second = ''] = await freeStarts('deep-dive-60');
  const otp = await postJson(api('/acme/ada/deep-dive-60/otp'), {
    email: guest.email,
    name: guest.name,
    agentEmail,
    startAt: first,
  });
  expect(otp.status).toBe(200);
  const code = await codeFor(agentEmail);
  const body = {
    startAt: first,
    invitee: guest,
    agentEmail,
    customFields: answers(),
    guests: [secret('aunt@secret-family.test')],
  };
  const wrong = code === '135790' ? '246801' : '135790';
  secrets.add(wrong);
  expect((await postJson(api('/acme/ada/deep-dive-60/book'), { ...body, code: wrong })).status).toBe(422);
  expect(
    (await postJson(api('/acme/ada/deep-dive-60/book'), { ...body, code, startAt: '2031-01-01T00:00:00Z' })).status,
  ).toBe(422);
  const idempotencyKey = secret('quills-own-key-0001');
  expect((await postJson(api('/acme/ada/deep-dive-60/book'), { ...body, code, idempotencyKey })).status).toBe(200);
  const token = await linkIn(guest.email, 'booking_confirmation', 'manage');
  expect((await fetch(api(`/manage/booking?token=${token}`))).status).toBe(200);
  expect((await fetch(api(`/manage/booking.ics?token=${token}`))).status).toBe(200);
  expect((await postJson(api('/manage/reschedule'), { token, startAt: second })).status).toBe(200);
  await stack.waitForMail(guest.email, 'booking_rescheduled');
  const reason = secret('My aunt has found another suitor');
  expect((await postJson(api('/manage/cancel'), { token, reason })).status).toBe(200);
  await stack.waitForMail(guest.email, 'booking_canceled');
});

it('books by link, with the answers in the URL', async () => {
  const guest = newPerson();
  const [start = ''] = await freeStarts('deep-dive-60');
  const { topic, team_size } = answers();
  const query = new URLSearchParams({
    ...guest,
    startAt: start,
    'customFields[topic]': topic,
    'customFields[team_size]': team_size,
  });
  const otp = (await (await fetch(api(`/acme/ada/deep-dive-60/otp?${query}`))).json()) as { confirmUrl: string };
  secret(otp.confirmUrl.split('/').at(-1) ?? '');
  expect((await fetch(`${otp.confirmUrl}?code=000000`)).status).toBe(422);
  expect((await fetch(`${otp.confirmUrl}?code=${await codeFor(guest.email)}`)).status).toBe(200);
  await linkIn(guest.email, 'booking_confirmation', 'manage');
});

it('books, views, moves and cancels by pages', async () => {
  const guest = newPerson();
  const [start = '', other = ''] = await freeStarts('intro-30');
  const page = await (await open(`/acme/ada/intro-30?startAt=${encodeURIComponent(start)}&timezone=UTC`)).text();
  const form = { pageToken: hidden(page, 'pageToken'), timezone: 'UTC', startAt: hidden(page, 'startAt') || start };
  const sent = await submit(`${stack.publicUrl}/acme/ada/intro-30`, {
    ...form,
    name: guest.name,
    email: guest.email,
    guests: '',
  });
  expect(sent.status).toBe(303);
  const codePage = await (await open(sent.headers.get('location') ?? '')).text();
  const s = hidden(codePage, 's');
  await submit(`${stack.publicUrl}/acme/ada/intro-30/confirm`, { s, code: '999999' });
  const booked = await submit(`${stack.publicUrl}/acme/ada/intro-30/confirm`, { s, code: await codeFor(guest.email) });
  expect(booked.headers.get('location')).toMatch(/\/booked/);
  expect((await open(booked.headers.get('location') ?? '')).status).toBe(200);
  const token = await linkIn(guest.email, 'booking_confirmation', 'manage');
  for (const path of ['', '/reschedule', '/cancel']) expect((await open(`/manage/${token}${path}`)).status).toBe(200);
  const manage = `${stack.publicUrl}/manage/${token}`;
  const pageToken = hidden(await (await open(`/manage/${token}/cancel`)).text(), 'pageToken');
  await submit(`${manage}/reschedule`, { pageToken, startAt: other });
  await stack.waitForMail(guest.email, 'booking_rescheduled');
  await submit(`${manage}/cancel`, { pageToken, reason: secret('I would rather read a book') });
  await stack.waitForMail(guest.email, 'booking_canceled');
  expect((await fetch(`${stack.appUrl}/dev/mailbox.json?to=${guest.email}`)).status).toBe(200);
});

it.each(['approve', 'decline'])('lets the host %s', async (decision) => {
  const guest = newPerson();
  const [start = ''] = await freeStarts('approval-45');
  expect((await postJson(api('/acme/ada/approval-45/otp'), { email: guest.email })).status).toBe(200);
  const book = { startAt: start, invitee: guest, code: await codeFor(guest.email) };
  expect((await postJson(api('/acme/ada/approval-45/book'), book)).status).toBe(200);
  await stack.waitForMail(guest.email, 'booking_pending');
  const token = await linkIn('ada@acme.test', 'booking_pending', 'decide');
  const url = `${stack.appUrl}/decide/${token}`;
  const pageToken = hidden(await (await open(url)).text(), 'pageToken');
  const decided = await submit(url, { pageToken, decision, reason: secret('Ada is at sea, do not tell') });
  expect(decided.headers.get('location')).toMatch(`done=${decision}`);
  await stack.waitForMail(guest.email, decision === 'approve' ? 'booking_confirmation' : 'booking_canceled');
});

it('signs in by a mailed link, and out', async () => {
  const { email } = newPerson();
  const browser = await signInByMail(stack, email, { returnTo: '/device' });
  secret(browser.cookies.get(SESSION_COOKIE) ?? '');
  secret(browser.cookies.get(`${SESSION_COOKIE}-browser`) ?? '');
  expect(await whoIs(browser)).toBe(email);
  expect(
    (await browser.submit('/logout', { csrfToken: secret('Qv3zQ0pYt7Wn2LxBc9RdHs4MgJf8UeKaPi6OyTq1VbF') })).status,
  ).toBe(403);
});

it('invites a person, who opens the link, signs in and accepts', async () => {
  const { email } = newPerson();
  const ada = await signIn(stack);
  for (const text of [ada.token, ada.csrfToken]) secret(text);
  const asked = await fetch(`${stack.appUrl}/api/v1/workspace/members`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ada.headers },
    body: JSON.stringify({ email, role: 'manager' }),
  });
  expect(asked.status).toBe(200);
  const { text } = await stack.waitForMail(email, 'invitation');
  const token = secret(/\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? '');
  expect((await fetch(`${stack.appUrl}/invitations/${token}`, { headers: { accept: 'text/html' } })).status).toBe(200);
  const browser = await signInByMail(stack, email);
  secret(browser.cookies.get(SESSION_COOKIE) ?? '');
  const { html } = await browser.open(`/invitations/${token}`);
  const accepted = await browser.submit(`/invitations/${token}`, { csrfToken: secret(hidden(html, 'csrfToken')) });
  expect(accepted.status).toBe(303);
  expect((await browser.open(`/invitations/${token}`)).html).toContain('You are in Acme');
});

it('fails: a database error in an activity, a database error in a call, invalid bodies', async () => {
  const guest = newPerson();
  const { sql } = stack;
  await sql`alter table local_mails rename to mails_away`;
  expect((await postJson(api('/acme/ada/intro-30/otp'), { email: guest.email })).status).toBeGreaterThanOrEqual(500);
  await sql`alter table mails_away rename to local_mails`;
  await sql`alter table challenges rename to challenges_away`;
  expect((await postJson(api('/acme/ada/intro-30/otp'), { email: guest.email, name: guest.name })).status).toBe(500);
  const token = secret('Zk3vQ0pYt7Wn2LxBc9RdHs4MgJf8UeKaPi6OyTq1VbE');
  expect((await fetch(api(`/confirm/${token}?code=314159`))).status).toBe(500);
  secrets.add('314159');
  await sql`alter table challenges_away rename to challenges`;
  expect(
    (
      await fetch(api('/manage/cancel'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"token":"${token}"`,
      })
    ).status,
  ).toBe(400);
  expect((await fetch(api(`/manage/booking?token=${token}%00`))).status).toBe(400);
  expect((await open(`/manage/${token}`)).status).toBe(404);
});

it('gives a device its key, denies another, and fails for a third', async () => {
  const { sql } = stack;
  const ada = await signIn(stack);
  for (const text of [ada.token, ada.csrfToken]) secret(text);
  const open = async () => {
    const device = await openDevice(stack, {
      agentName: secret('Marmaduke the agent'),
      clientName: secret('A shell of oak'),
    });
    for (const text of [device.deviceCode, device.userCode, device.userCode.replace('-', '')]) secret(text);
    return device;
  };
  const [fetched, refused, broken] = [await open(), await open(), await open()];
  const waiting = poll(stack, fetched.deviceCode, 20);
  expect((await view(stack, ada, fetched.userCode)).status).toBe(200);
  expect((await decide(stack, ada, fetched.userCode, 'approve')).status).toBe(200);
  const { apiKey = '' } = await waiting;
  expect(secret(apiKey)).toMatch(/^svc_live_/);
  expect((await decide(stack, ada, refused.userCode, 'deny')).status).toBe(200);
  expect(await poll(stack, refused.deviceCode)).toEqual({ status: 'denied' });
  expect((await decide(stack, ada, `${broken.userCode}ZZ`, 'approve')).status).toBe(400);
  await sql`alter table device_sessions rename to device_sessions_away`;
  expect((await requestPoll(stack, broken.deviceCode)).status).toBe(500);
  expect((await decide(stack, ada, broken.userCode, 'approve')).status).toBe(500);
  await sql`alter table device_sessions_away rename to device_sessions`;
  expect(await poll(stack, broken.deviceCode)).toEqual({ status: 'authorization_pending' });
});

it('stores none of it in Temporal or in the logs', async () => {
  for (const mailed of await mailedSecrets(stack.sql)) secrets.add(mailed);
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  const logs: Readable[] = [{ where: 'the log', text: stack.logLines.join('\n') }];
  expect(flows.length).toBeGreaterThanOrEqual(6);
  expect(secrets.size).toBeGreaterThan(25);
  expect(stack.logLines.length).toBeGreaterThan(30);
  expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
});

it('the check finds leaks: ids, which are not secret, are found', async () => {
  const [booking] = await stack.sql<{ id: string; start: string }[]>`select id from bookings limit 1`;
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  expect(findLeaks([booking?.id ?? ''], flows)).not.toEqual([]);
  const attempts = await stack.sql<
    { id: string }[]
  >`select id from attempts where outcome ->> 'result' = 'done' limit 3`;
  for (const { id } of attempts) expect(findLeaks([id], flows), 'arguments of updates are decoded').not.toEqual([]);
  expect(findLeaks(['booking.book'], [{ where: 'the log', text: stack.logLines.join('\n') }])).toHaveLength(1);
});
