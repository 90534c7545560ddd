import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR } from '../../stand-ins/google/scopes.ts';
import { newEventMs } from '../../stand-ins/wall-clock.ts';
import { ADA, type CheckedGoogle, FAMILY, startCheckedGoogle, timed } from '../support/fakes/google.ts';

const BACK = 'http://127.0.0.1:9/callback';
const OWNED = `${CALENDAR}.events.owned`;
const LIST = `${CALENDAR}.calendarlist.readonly`;

let google: CheckedGoogle;
beforeAll(async () => {
  google = await startCheckedGoogle();
});
afterAll(() => google.close());
afterEach(() => {
  google.clean();
  expect(google.problems()).toEqual([]);
});

const clientOf = (secret = google.client.clientSecret) =>
  oidc.discovery(new URL(google.url), google.client.clientId, undefined, oidc.ClientSecretPost(secret), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });

interface Begun {
  readonly url: URL;
  readonly verifier: string;
}

async function begin(client: oidc.Configuration, more: Record<string, string> = { prompt: 'consent' }): Promise<Begun> {
  const verifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(client, {
    ...{ redirect_uri: BACK, scope: `openid email ${OWNED} ${LIST}`, state: 'a-state', nonce: 'a-nonce' },
    ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    ...{ access_type: 'offline', ...more },
  });
  return { url, verifier };
}

/** Presses a button of the consent page. @returns where the browser goes then */
async function press(url: URL, fields: readonly (readonly [string, string])[]): Promise<URL> {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

const finish = (client: oidc.Configuration, back: URL, verifier: string) =>
  oidc.authorizationCodeGrant(client, back, {
    ...{ pkceCodeVerifier: verifier, expectedState: 'a-state', expectedNonce: 'a-nonce', idTokenExpected: true },
  });

const call = (token: string, path: string, init: RequestInit = {}) =>
  fetch(`${google.url}/calendar/v3${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  });

describe('OAuth', () => {
  it('gives tokens for the scopes that stay ticked; revoking one token ends all of them', async () => {
    const client = await clientOf();
    const { url, verifier } = await begin(client);
    const page = await (await fetch(url)).text();
    expect(page).toContain('See, create, change, and delete events on Google calendars you own');
    const tokens = await finish(
      client,
      await press(url, [
        ['account', ADA],
        ['scope', LIST],
      ]),
      verifier,
    );
    expect(tokens.scope).toBe(`openid https://www.googleapis.com/auth/userinfo.email ${LIST}`);
    expect(tokens.claims()).toMatchObject({ email: ADA, email_verified: true, hd: 'acme.test', iss: google.url });
    expect((await call(tokens.access_token, '/users/me/calendarList')).status).toBe(200);
    const unticked = await call(tokens.access_token, `/calendars/${ADA}/events`);
    expect([unticked.status, await unticked.text()]).toEqual([403, expect.stringContaining('insufficientPermissions')]);
    const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).toBeUndefined();
    await oidc.tokenRevocation(client, renewed.access_token);
    await expect(oidc.refreshTokenGrant(client, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await call(tokens.access_token, '/users/me/calendarList')).status).toBe(401);
  });

  it('refuses a wrong verifier, a used code, a wrong secret; cancel comes back as access_denied', async () => {
    const client = await clientOf();
    const { url, verifier } = await begin(client);
    const wrong = await press(url, [['account', ADA]]);
    await expect(finish(client, wrong, oidc.randomPKCECodeVerifier())).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const back = await press(url, [['account', ADA]]);
    await expect(finish(await clientOf('wrong'), back, verifier)).rejects.toMatchObject({ error: 'invalid_client' });
    await finish(client, back, verifier);
    await expect(finish(client, back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await press(url, [['refuse', 'yes']])).search).toBe('?state=a-state&error=access_denied');
  });

  it('gives a refresh token only with a consent page, or the first time', async () => {
    const client = await clientOf();
    const tokensOf = async (more: Record<string, string>) => {
      const { url, verifier } = await begin(client, more);
      return finish(client, await press(url, [['account', 'grace@acme.test']]), verifier);
    };
    expect((await tokensOf({})).refresh_token).toBeDefined();
    expect((await tokensOf({})).refresh_token).toBeUndefined();
    expect((await tokensOf({ prompt: 'consent' })).refresh_token).toBeDefined();
  });
});

it('dates a new event to the next workday, or to the Monday of a later week', () => {
  const dateOf = (monday: string, today: string) =>
    new Date(newEventMs(Date.parse(monday), Date.parse(`${today}T23:30:00Z`))).toISOString().slice(0, 10);
  expect(dateOf('2026-11-23', '2026-11-23')).toBe('2026-11-24');
  expect(dateOf('2026-11-23', '2026-11-26')).toBe('2026-11-27');
  for (const today of ['2026-11-27', '2026-11-28', '2026-11-29'])
    expect(dateOf('2026-11-23', today)).toBe('2026-11-30');
  expect(dateOf('2026-11-16', '2026-11-24')).toBe('2026-11-25');
  expect(dateOf('2026-12-07', '2026-11-24')).toBe('2026-12-07');
});

describe('the page', () => {
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${google.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const people = `/people/${encodeURIComponent(ADA)}`;
  const events = (calendarId = ADA) =>
    google.hand
      .calendar(calendarId)
      .visible()
      .map(({ event }) => event)
      .filter(({ status }) => status !== 'cancelled');

  it('offers a new event at a time to come, and names the days of a narrow week', async () => {
    const show = async (query: string) => (await fetch(`${google.url}${people}${query}`)).text();
    const page = await show('');
    const [, date = ''] = /name="date" type="date" value="([^"]*)"/.exec(page) ?? [];
    expect(Date.parse(`${date}T10:00:00+01:00`)).toBeGreaterThan(Date.now());
    expect(page).toContain('<td data-day="Friday ');
    expect(await show('?week=2040-02-02')).toContain('type="date" value="2040-01-30"');
  });

  it('puts, moves, declines and deletes events, without scripts', async () => {
    const day = { date: '2026-11-24', start: '10:00', end: '11:00', shows: 'busy' };
    const put = await form(people, {
      ...day,
      title: '<b>Dentist</b>',
      calendar: ADA,
      organizer: 'boss@elsewhere.test',
    });
    expect([put.status, put.headers.get('location')]).toEqual([303, `${people}?week=2026-11-23`]);
    const week = await (await fetch(`${google.url}${people}?week=2026-11-24`)).text();
    expect(week).toContain('10:00–11:00, not answered');
    expect(week).toContain('&#60;b&#62;Dentist');
    const [event] = events();
    const path = `${people}/${encodeURIComponent(ADA)}/${event?.id}`;
    expect(await (await fetch(`${google.url}${path}`)).text()).toContain('declined');
    await form(path, { ...day, title: 'Dentist', start: '12:00', end: '12:30', do: 'save' });
    await form(path, { do: 'answer', guest: ADA, answer: 'declined', week: day.date });
    const own = { email: ADA, responseStatus: 'declined' };
    expect(events()).toMatchObject([{ start: { dateTime: '2026-11-24T12:00:00' }, attendees: [{}, own] }]);
    await form(path, { do: 'move', calendar: FAMILY, week: day.date });
    expect([events(), events(FAMILY).length]).toEqual([[], 1]);
    await form(`${people}/${encodeURIComponent(FAMILY)}/${event?.id}`, { do: 'delete', week: day.date });
    expect(events(FAMILY)).toEqual([]);
    expect((await form(people, { ...day, date: '', calendar: ADA })).status).toBe(400);
  });
});

describe('faults of pushes', () => {
  const numbers: string[] = [];
  const inbox = createServer((request, response) => {
    numbers.push(String(request.headers['x-goog-message-number']));
    response.writeHead(204).end();
  });
  afterAll(() => {
    inbox.close();
  });

  it('loses, doubles and hurries pushes on demand', async () => {
    inbox.listen(0, '127.0.0.1');
    await once(inbox, 'listening');
    const address = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}/`;
    const { accessToken } = google.grant(ADA);
    const body = JSON.stringify({ id: 'channel-1', type: 'web_hook', address });
    expect((await call(accessToken, `/calendars/${ADA}/events/watch`, { method: 'POST', body })).status).toBe(200);
    await expect.poll(() => numbers).toEqual(['1']);
    const put = () => google.hand.put(ADA, timed('2026-11-24T10:00', '2026-11-24T11:00'));
    const fault = (wanted: object) => fetch(`${google.url}/__faults`, { method: 'POST', body: JSON.stringify(wanted) });
    expect((await fault({ kind: 'nonsense' })).status).toBe(400);
    await fault({ kind: 'lostPush' });
    put();
    await fault({ kind: 'duplicatePush' });
    put();
    await expect.poll(() => numbers).toEqual(['1', '4', '7']);
    const count = async () => {
      const list = (await (await call(accessToken, `/calendars/${ADA}/events`)).json()) as {
        items: object[];
        nextSyncToken: string;
      };
      return list.items.length;
    };
    expect(await count()).toBe(2);
    await fault({ kind: 'earlyPush', delayMs: 400 });
    put();
    await expect.poll(() => numbers.length).toBe(4);
    expect(await count()).toBe(2);
    await expect.poll(count).toBe(3);
    google.push.channels.clear();
  });
});

describe('the API', () => {
  it('is checked: what Google’s description does not name is found', async () => {
    const { accessToken } = google.grant(ADA);
    await call(accessToken, `/calendars/${ADA}/events?sinceToken=1&maxResults=many&fields=items(titel)`);
    await call(accessToken, '/calendars/x/event');
    await call(accessToken, '/freeBusy', { method: 'POST', body: JSON.stringify({ timeMin: 'today', who: ADA }) });
    const found = google.problems().join();
    for (const word of ['sinceToken', 'maxResults=many', 'no titel', 'no such method', 'timeMin must match', '"who"'])
      expect(found).toContain(word);
  });

  it('refuses what Google refuses', async () => {
    const { accessToken } = google.grant(ADA);
    const events = `/calendars/${ADA}/events`;
    const refused = async (path: string, init: RequestInit = {}) => {
      const answer = await call(accessToken, path, init);
      const { error } = (await answer.json()) as { error: { errors: { reason: string }[] } };
      return `${answer.status} ${error.errors[0]?.reason}`;
    };
    const sent = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    const at = (time: string) => ({ dateTime: `2026-11-24T${time}:00+01:00` });
    const times = { start: at('10:00'), end: at('11:00') };
    const list = (await (await call(accessToken, events)).json()) as { nextSyncToken: string };
    const { id, etag } = google.hand.put(ADA, { id: 'taken1', ...times });
    google.hand.change(ADA, id ?? '', { summary: 'changed' });
    expect(await refused(`${events}?syncToken=${list.nextSyncToken}&timeMin=2026-11-24T10:00:00Z`)).toBe('400 invalid');
    expect(await refused(`${events}?timeMin=2026-11-24T10:00:00Z&timeMax=2026-11-24T10:00:00Z`)).toBe(
      '400 timeRangeEmpty',
    );
    expect(await refused(events, sent({ id: 'UPPER', ...times }))).toBe('400 invalid');
    expect(await refused(events, sent({ id: 'taken1', ...times }))).toBe('409 duplicate');
    expect(await refused(events, sent({ end: times.end }))).toBe('400 required');
    const patch = { method: 'PATCH', body: '{}', headers: { 'if-match': etag ?? '' } };
    expect(await refused(`${events}/taken1`, patch)).toBe('412 conditionNotMet');
    google.hand.remove(ADA, 'taken1');
    expect(await refused(`${events}/taken1`, { method: 'DELETE' })).toBe('410 deleted');
    expect(await refused(`${events}/taken2`, { method: 'DELETE' })).toBe('404 notFound');
    const long = { timeMin: '2026-01-01T00:00:00Z', timeMax: '2026-12-01T00:00:00Z', items: [] };
    expect(await refused('/freeBusy', sent(long))).toBe('400 timeRangeTooLong');
  });
});

it('answers only on this machine’s own name, and takes no writes from pages of elsewhere', async () => {
  const { port, host: own } = new URL(google.url);
  const status = async (method: string, path: string, headers: OutgoingHttpHeaders) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { 'content-type': 'text/plain', ...headers },
    });
    asked.end(method === 'POST' ? '{"kind":"slow"}' : undefined);
    const [answer] = await once(asked, 'response');
    answer.resume();
    return answer.statusCode as number;
  };
  const fault = (headers: OutgoingHttpHeaders) => status('POST', '/__faults', headers);
  for (const host of ['evil.test', `evil.test:${port}`, `127.0.0.1.evil.test:${port}`, 'localhost@evil.test'])
    expect([await fault({ host }), await status('GET', '/', { host })], host).toEqual([403, 403]);
  for (const origin of ['https://evil.test', 'http://localhost.evil.test', 'null'])
    expect(await fault({ host: own, origin }), origin).toBe(403);
  expect(google.faults.waiting).toEqual([]);
  for (const headers of [{}, { origin: google.url }, { host: `localhost:${port}`, origin: 'http://localhost:3000' }])
    expect(await fault({ host: own, ...headers })).toBe(201);
  expect(await status('GET', '/', { host: `[::1]:${port}`, origin: 'https://evil.test' })).toBe(200);
});
