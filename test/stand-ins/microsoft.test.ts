import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../stand-ins/microsoft/stand-in.ts';
import { ADA, allDay, CALENDAR, FAMILY, NORA, timed, ZONE } from '../support/fakes/microsoft.ts';

const BACK = 'http://127.0.0.1:9/callback';
const SCOPES = 'openid profile email offline_access Calendars.Read https://graph.microsoft.com/Calendars.ReadWrite';

let microsoft: MicrosoftStandIn;
beforeAll(async () => {
  microsoft = await startMicrosoftStandIn();
});
afterAll(() => microsoft.close());

const clientOf = (secret = microsoft.client.clientSecret) =>
  oidc.discovery(new URL(microsoft.issuer), microsoft.client.clientId, undefined, oidc.ClientSecretPost(secret), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });

async function begin(client: oidc.Configuration) {
  const verifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(client, {
    ...{ redirect_uri: BACK, scope: SCOPES, state: 'a-state', nonce: 'a-nonce' },
    ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  });
  return { url, verifier };
}

const post = (url: string | URL, fields: readonly (readonly [string, string])[]) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    redirect: 'manual',
  });

/** Presses a button of the consent page. @returns where the browser goes then */
const press = async (url: URL, fields: readonly (readonly [string, string])[]) =>
  new URL((await post(url, fields)).headers.get('location') ?? '');

const finish = (client: oidc.Configuration, back: URL, verifier: string) =>
  oidc.authorizationCodeGrant(client, back, {
    ...{ pkceCodeVerifier: verifier, expectedState: 'a-state', expectedNonce: 'a-nonce', idTokenExpected: true },
  });

const graph = (token: string, path: string, init: RequestInit = {}) =>
  fetch(`${microsoft.url}/v1.0${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

describe('OAuth of the stand-in of Microsoft', () => {
  it('gives tokens for what was ticked, to the client with the verifier, once', async () => {
    const client = await clientOf();
    const { url, verifier } = await begin(client);
    const page = await fetch(url).then((answer) => answer.text());
    expect(page).toContain('Accept as Ada');
    expect(page).toContain('value="Calendars.ReadWrite" checked');
    const back = await press(url, [
      ['account', ADA],
      ['scope', 'Calendars.Read'],
    ]);
    await expect(finish(client, back, oidc.randomPKCECodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' });
    const again = await press(url, [
      ['account', ADA],
      ['scope', 'Calendars.Read'],
    ]);
    const tokens = await finish(client, again, verifier);
    expect(tokens.scope).toBe('openid profile email Calendars.Read');
    const person = microsoft.people.get(ADA);
    expect(tokens.claims()).toMatchObject({ oid: person?.oid, tid: person?.tid, preferred_username: ADA, email: ADA });
    await expect(finish(client, again, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
    const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect((await graph(renewed.access_token, '/me/calendars')).status).toBe(200);
    expect((await graph(renewed.access_token, '/me/events', { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await graph('unknown', '/me/calendars')).status).toBe(401);
    microsoft.tokens.forgetPerson(ADA);
    await expect(oidc.refreshTokenGrant(client, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('says when the person, an administrator or our registration is in the way', async () => {
    const { url } = await begin(await clientOf());
    expect((await press(url, [['refuse', 'yes']])).searchParams.get('error')).toBe('access_denied');
    expect((await press(url, [['refuse', 'admin']])).searchParams.get('error_description')).toContain('AADSTS90094');
    const wrong = await clientOf('wrong');
    const { url: other, verifier } = await begin(wrong);
    const back = await press(other, [['account', NORA]]);
    await expect(finish(wrong, back, verifier)).rejects.toMatchObject({ error: 'invalid_client' });
    const unknown = new URL(url);
    unknown.searchParams.set('client_id', 'unknown');
    expect((await fetch(unknown)).status).toBe(400);
  });
});

describe('pages of the stand-in of Microsoft', () => {
  const week = `/people/${ADA}`;
  const show = (path: string) => fetch(microsoft.url + path).then((answer) => answer.text());

  it('offer a new event at a time to come, and name the days of a narrow week', async () => {
    const page = await show(week);
    const [, date = ''] = /name="date" type="date" value="([^"]*)"/.exec(page) ?? [];
    expect(Date.parse(`${date}T10:00:00+01:00`)).toBeGreaterThan(Date.now());
    expect(page).toContain('<td data-day="Friday ');
    expect(await show(`${week}?week=2040-02-02`)).toContain('type="date" value="2040-01-30"');
  });

  it('put, change, move, answer and delete events', async () => {
    const fields = [
      ['title', 'Dentist <b>'],
      ['date', '2026-11-24'],
      ['start', '10:00'],
      ['end', '11:00'],
    ] as const;
    const put = await post(microsoft.url + week, [...fields, ['calendar', CALENDAR], ['repeats', 'weekly']]);
    expect(put.headers.get('location')).toBe('/people/ada%40acme.test?week=2026-11-23');
    const html = await show(put.headers.get('location') ?? '');
    expect(html).toContain('Dentist &#60;b&#62;');
    expect(html).toContain('10:00–11:00');
    const [, occurrence = ''] = /href="([^"]*\.OC20261124)"/.exec(html) ?? [];
    expect(await show(occurrence)).toContain('The whole series');
    await post(microsoft.url + occurrence, [
      ...fields.slice(0, 2),
      ['start', '15:00'],
      ['end', '16:00'],
      ['do', 'save'],
    ]);
    expect(await show(`${week}?week=2026-11-23`)).toContain('15:00–16:00');
    const series = occurrence.replace('.OC20261124', '');
    await post(microsoft.url + series, [
      ['do', 'move'],
      ['calendar', FAMILY],
      ['week', '2026-11-24'],
    ]);
    expect(await show(`${week}?week=2026-11-30`)).toContain('10:00–11:00, Family');
    await post(microsoft.url + series, [
      ['do', 'delete'],
      ['week', '2026-11-24'],
    ]);
    expect(await show(`${week}?week=2026-11-30`)).not.toContain('Dentist &#60;');
    await post(microsoft.url + week, [...fields, ['calendar', CALENDAR], ['organizer', 'boss@acme.test']]);
    const [, meeting = ''] = /href="([^"]*)">Dentist/.exec(await show(`${week}?week=2026-11-23`)) ?? [];
    await post(microsoft.url + meeting, [
      ['do', 'answer'],
      ['answer', 'declined'],
      ['week', '2026-11-24'],
    ]);
    expect(await show(meeting)).toContain('declined');
    expect((await post(microsoft.url + week, [['calendar', CALENDAR]])).status).toBe(400);
  });
});

describe('calendars of the stand-in of Microsoft', () => {
  it('gives ids that change when an event moves, unless immutable ones are wanted', async () => {
    const { accessToken } = microsoft.grant(ADA);
    const { id } = microsoft.hand.put(CALENDAR, timed('2026-12-24T10:00', '2026-12-24T11:00'));
    const plain = (await (await graph(accessToken, `/me/events/${id}`)).json()) as { id: string };
    microsoft.hand.moveTo(CALENDAR, id, FAMILY);
    expect((await graph(accessToken, `/me/events/${plain.id}`)).status).toBe(404);
    const prefer = { prefer: 'IdType="ImmutableId", outlook.timezone="W. Europe Standard Time"' };
    const moved = await graph(accessToken, `/me/events/${id}?$select=start`, { headers: prefer });
    expect(await moved.json()).toMatchObject({
      ...{ id, start: { dateTime: '2026-12-24T10:00:00.0000000', timeZone: 'W. Europe Standard Time' } },
    });
    expect((await graph(accessToken, '/me/events?$select=nonsense')).status).toBe(400);
  });

  it('shows the free/busy of default calendars of the same company', async () => {
    const { accessToken } = microsoft.grant('grace@acme.test');
    microsoft.hand.put('AAMkCal-grace', { ...timed('2026-12-24T10:00', '2026-12-24T11:00'), showAs: 'oof' });
    microsoft.hand.put('AAMkCal-grace', allDay('2026-12-25', '2026-12-26'));
    const at = (dateTime: string) => ({ dateTime, timeZone: ZONE });
    const answer = await graph(accessToken, '/me/calendar/getSchedule', {
      method: 'POST',
      body: JSON.stringify({
        ...{ schedules: ['grace@acme.test', NORA], availabilityViewInterval: 60 },
        ...{ startTime: at('2026-12-24T09:00:00'), endTime: at('2026-12-24T12:00:00') },
      }),
    });
    expect(await answer.json()).toMatchObject({
      value: [{ availabilityView: '030', scheduleItems: [{ status: 'oof' }] }, { error: {} }],
    });
  });
});
