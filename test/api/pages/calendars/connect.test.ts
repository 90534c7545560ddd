import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToken, sealToken, type TokenKeys, tokenKeysOf } from '../../../../domain/sealed-token.ts';
import { createConsents } from '../../../../outbound/calendars/consents.ts';
import type { Output } from '../../../../schemas/operation.ts';
import { calendars } from '../../../../schemas/operations/calendars.ts';
import { CALENDAR, SCOPES } from '../../../../stand-ins/google/scopes.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../../stand-ins/google/stand-in.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../../stand-ins/microsoft/stand-in.ts';
import { giveUpConnections, rotateTokenKeys } from '../../../../store/calendars/rotate-keys.ts';
import { flowId } from '../../../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../../../support/asserts/leaks.ts';
import { browserOf, comeBack, consent, linkFor } from '../../../support/drivers/connect-calendar.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { PageClient } from '../../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { appsAt } from '../../../support/factories/calendar-apps.ts';
import { providersAt, storeConnection } from '../../../support/factories/calendars.ts';
import { makeSeat, makeTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

type Listed = Output<typeof calendars.listCalendars>;

let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let stack: Stack;
beforeAll(async () => {
  [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  stack = await startStack({
    demo: false,
    calendarConsents: createConsents(appsAt(google, microsoft)),
    calendarProviders: providersAt(google, microsoft),
  });
});
afterAll(async () => {
  await stack.close();
  await Promise.all([google.close(), microsoft.close()]);
});

/** Somebody new, signed in to a workspace of their own. */
const somebody = async (): Promise<SignedIn> => {
  const team = await makeTeam(stack.sql);
  return signIn(stack, { email: team.members.owner.email, workspace: team.slug });
};

const listOf = async (person: SignedIn): Promise<Listed> =>
  (await callHost(stack.appUrl, calendars.listCalendars, {}, person.headers)).json() as unknown as Listed;

/** The whole way, up to our answer. */
const connect = async (
  person: SignedIn,
  account: string,
  input: Parameters<typeof linkFor>[2] = { provider: 'google' },
) => {
  const browser = browserOf(stack, person);
  const link = await linkFor(stack, person, input);
  return comeBack(browser, await consent(browser, link, { account }));
};

const askToDisconnect = (person: SignedIn, connectionId: string) =>
  callHost(stack.appUrl, calendars.disconnectCalendar, { connectionId }, person.headers);

/** Waits until our access is given back: Google then ends all that the person allowed us. */
const disconnect = async (person: SignedIn, connectionId: string): Promise<void> => {
  expect(await askToDisconnect(person, connectionId)).toMatchObject({ status: 200 });
  const handle = stack.client.workflow.getHandle(flowId('calendarSync', connectionId));
  expect(await handle.result()).toBe('disconnected');
};

const tokensIn = async (id: string) =>
  (
    await stack.sql`select refresh_token, access_token, token_key, scopes from calendar_connections where id = ${id}`
  )[0];

const oneOf = async (person: SignedIn): Promise<Listed['calendars'][number]> => {
  const { calendars: all } = await listOf(person);
  if (all.length !== 1 || !all[0]) throw new Error(`${all.length} connections`);
  return all[0];
};

describe.each([
  ['google', 'Google (local stand-in)', 'ada@acme.test'],
  ['microsoft', 'Microsoft (local stand-in)', 'ada@acme.test'],
] as const)('%s', (provider, label, account) => {
  it('connects by its own pages, is read at once, and disconnects', async () => {
    const person = await somebody();
    const browser = browserOf(stack, person);
    const link = await linkFor(stack, person, { provider });
    const page = await browser.open(link);
    expect([page.status, page.html.includes(`Continue to ${label}`)]).toEqual([200, true]);
    const done = await comeBack(browser, await consent(browser, link, { account }));
    expect(done.location).toMatch(/^\/calendars\/connected\/[\w-]{36}$/);
    const shown = await browser.open(done.location ?? '');
    expect(shown.html).toContain(account);

    const connection = await oneOf(person);
    expect(connection).toMatchObject({
      provider,
      email: account,
      seatStatus: 'active',
      organizationId: person.workspaceId,
    });
    const [primary, ...others] = connection.calendars;
    expect(primary).toMatchObject({ isPrimary: true, blocks: true, isWritten: true });
    expect(others.filter(({ blocks, isWritten }) => blocks || isWritten)).toEqual([]);
    await expect.poll(async () => (await oneOf(person)).asOf).not.toBeNull();
    const { connecting } = await listOf(person);
    expect(connecting).toMatchObject([{ state: 'connected', connectionId: connection.id, problem: null }]);

    const blocksNothing = 'you chose that only bookings make you busy';
    expect([connection.conflictSource, shown.html.includes(blocksNothing)]).toEqual(['calendar', false]);
    const bookingsAlone = { conflictSource: 'bookings_only' } as const;
    await callHost(stack.appUrl, calendars.updateCalendarSettings, bookingsAlone, person.headers);
    expect((await oneOf(person)).conflictSource).toBe('bookings_only');
    expect((await browser.open(done.location ?? '')).html).toContain(blocksNothing);
    const unchosen = { conflictSource: null } as const;
    await callHost(stack.appUrl, calendars.updateCalendarSettings, unchosen, person.headers);
    expect((await oneOf(person)).conflictSource).toBe('calendar');

    await disconnect(person, connection.id);
    expect((await listOf(person)).calendars).toEqual([]);
    expect(await tokensIn(connection.id)).toMatchObject({ refresh_token: null, access_token: null, token_key: null });
  });

  it('stores nothing when the person says no, and says so to who made the link', async () => {
    const person = await somebody();
    const browser = browserOf(stack, person);
    const link = await linkFor(stack, person, { provider });
    const page = await comeBack(browser, await consent(browser, link, {}));
    expect([page.status, page.html.includes('You did not allow access')]).toEqual([403, true]);
    const { calendars: none, connecting } = await listOf(person);
    expect([none, connecting]).toMatchObject([
      [],
      [{ state: 'open', problem: expect.stringContaining('not allowed') }],
    ]);
    // The page offers another try with the same link.
    const again = await comeBack(browser, await consent(browser, link, { account }));
    expect(again.status).toBe(303);
    await disconnect(person, (await oneOf(person)).id);
  });
});

describe('a person’s browser', () => {
  it.each(['calendarlist.readonly', 'events.owned', 'events.freebusy'])(
    'learns that %s was left unticked, in the words of the consent page',
    async (scope) => {
      const person = await somebody();
      const browser = browserOf(stack, person);
      const link = await linkFor(stack, person, { provider: 'google' });
      const page = await comeBack(
        browser,
        await consent(browser, link, { account: 'linus@acme.test', unticked: [scope] }),
      );
      expect(page.status).toBe(403);
      expect(page.html).toContain(`“${SCOPES[`${CALENDAR}.${scope}`]}”`);
      expect(page.html).toMatch(/href="\/calendars\/connect\/~[\w-]{43}\/go"[^>]*>Try again/);
      expect((await listOf(person)).calendars).toEqual([]);
    },
  );

  it('connects once by a state: replayed, foreign, or without its cookie it connects nothing', async () => {
    const [person, thief] = [await somebody(), await somebody()];
    const browser = browserOf(stack, person);
    const link = await linkFor(stack, person, { provider: 'google' });
    const address = await consent(browser, link, { account: 'linus@acme.test' });
    const kept = new Map(browser.cookies);
    // A thief lures the person's answer into their own browser, with and without the person's cookie.
    const foreign = browserOf(stack, thief);
    expect((await comeBack(foreign, address)).status).toBe(400);
    const oidcCookie = [...kept].find(([name]) => name.endsWith('-calendar'));
    foreign.cookies.set(oidcCookie?.[0] ?? '', oidcCookie?.[1] ?? '');
    expect((await comeBack(foreign, address)).status).toBe(400);
    // The thief's own answer, in the person's browser.
    const theirs = browserOf(stack, thief);
    const lure = await consent(theirs, await linkFor(stack, thief, { provider: 'google' }), {
      account: 'grace@acme.test',
    });
    const lured = browserOf(stack, person);
    for (const [name, value] of kept) lured.cookies.set(name, value);
    expect((await comeBack(lured, lure)).status).toBe(400);
    expect((await comeBack(browser, address)).status).toBe(303);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await comeBack(browser, address)).status).toBeGreaterThanOrEqual(400);
    expect([(await listOf(person)).calendars.length, (await listOf(thief)).calendars.length]).toEqual([1, 0]);
    expect((await browser.open(link)).status).toBe(410);
    await disconnect(person, (await oneOf(person)).id);
  });

  it('opens only its own links: others sign in first, or are refused without a word about them', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const link = await linkFor(stack, person, { provider: 'google' });
    const stranger = await new PageClient(stack.appUrl).open(link);
    expect(stranger.status).toBe(303);
    const returnTo = new URL(stranger.location ?? '', stack.appUrl).searchParams.get('return_to') ?? '';
    expect(returnTo).not.toContain(link.split('/').at(-1));
    expect((await browserOf(stack, person).open(returnTo)).html).toContain('Continue to');
    for (const path of [link, `${link}/go`, returnTo]) {
      const page = await browserOf(stack, other).open(path);
      expect(page.status).toBe(403);
      expect(page.html).toContain('for somebody else');
      expect(page.html).not.toContain(person.email);
      expect(page.html).not.toContain('Google');
    }
    expect((await browserOf(stack, person).open(`/calendars/connect/${'x'.repeat(43)}`)).status).toBe(404);
  });

  it('is told that another person has the account, and keeps its own link', async () => {
    const [first, second] = [await somebody(), await somebody()];
    expect((await connect(first, 'grace@acme.test')).status).toBe(303);
    const page = await connect(second, 'grace@acme.test');
    expect([page.status, page.html.includes('Another person has connected grace@acme.test')]).toEqual([409, true]);
    expect((await listOf(second)).connecting).toMatchObject([
      { state: 'open', problem: expect.stringContaining('Another person') },
    ]);
    expect((await oneOf(first)).seatStatus).toBe('active');
    await disconnect(first, (await oneOf(first)).id);
  });

  it('connects an account again: the same connection with its choice, and no other account', async () => {
    const person = await somebody();
    await connect(person, 'ada@acme.test');
    const before = await oneOf(person);
    const family = before.calendars.find(({ isPrimary, canWrite }) => !isPrimary && canWrite)?.id ?? '';
    const choice = { connectionId: before.id, blocking: [family], writeTo: family };
    expect((await callHost(stack.appUrl, calendars.updateCalendar, choice, person.headers)).status).toBe(200);
    await stack.sql`update calendar_connections set status = 'reconnect_required', reconnect_mailed_at = now() where id = ${before.id}`;
    expect(await oneOf(person)).toMatchObject({ seatStatus: 'reconnect_required', problem: expect.any(String) });
    const again = { provider: 'google', connectionId: before.id } as const;
    const wrong = await connect(person, 'linus@acme.test', again);
    expect([wrong.status, wrong.html.includes('You chose linus@acme.test')]).toEqual([409, true]);
    expect((await connect(person, 'ada@acme.test', again)).status).toBe(303);
    const after = await oneOf(person);
    expect(after).toMatchObject({ id: before.id, seatStatus: 'active', problem: null });
    expect(after.calendars.filter(({ blocks, isWritten }) => blocks && isWritten).map(({ id }) => id)).toEqual([
      family,
    ]);
    await disconnect(person, before.id);
  });

  it('keeps the access of an account that was disconnected and connected again before it was given back', async () => {
    const person = await somebody();
    await connect(person, 'linus@acme.test');
    const before = await oneOf(person);
    const hasChannel = async () =>
      (await stack.sql`select 1 from calendar_channels where connection_id = ${before.id} and renew_at is not null`)
        .length;
    await expect.poll(hasChannel).toBe(1);
    // Giving it back begins with the channel: it is tried again a second later.
    google.faults.add({ kind: '5xx', match: '/channels/stop' });
    await askToDisconnect(person, before.id);
    expect((await connect(person, 'linus@acme.test')).status).toBe(303);
    expect(await stack.client.workflow.getHandle(flowId('calendarSync', before.id)).result()).toBe('disconnected');
    const after = await oneOf(person);
    expect(after.id).not.toBe(before.id);
    // Google ends all that a person allowed us when one token is revoked.
    expect(google.tokens.grants('linus@acme.test')).not.toEqual([]);
    await disconnect(person, after.id);
  });

  it('goes on to a path of ours alone', async () => {
    const person = await somebody();
    const make = (redirectAfter: string) =>
      callHost(stack.appUrl, calendars.connectCalendar, { provider: 'google', redirectAfter }, person.headers);
    for (const elsewhere of [
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'https://evil.example',
      'evil',
      `/${'x'.repeat(512)}`,
    ])
      expect((await make(elsewhere)).status).toBe(400);
    const goesTo = async (redirectAfter: string) =>
      (await connect(person, 'linus@acme.test', { provider: 'google', redirectAfter })).location;
    expect(await goesTo('/meetings?guest=Zoë Müller')).toBe('/meetings?guest=Zo%C3%AB%20M%C3%BCller');
    expect(await goesTo('/?workspace=x#calendars')).toBe('/?workspace=x#calendars');
    await disconnect(person, (await oneOf(person)).id);
  });
});

describe('a link', () => {
  it('ends with the key that made it, and after fifteen minutes', async () => {
    const team = await makeTeam(stack.sql);
    const key = await team.key('owner');
    const person = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
    const browser = browserOf(stack, person);
    const answer = await callHost(stack.appUrl, calendars.connectCalendar, { provider: 'google' }, key.headers);
    const link = new URL(String(answer.json().installUrl)).pathname;
    const address = await consent(browser, link, { account: 'linus@acme.test' });
    await stack.sql`update api_keys set revoked_at = now() where id = ${key.id}`;
    expect((await browser.open(link)).status).toBe(410);
    expect((await comeBack(browser, address)).status).toBe(410);
    expect((await listOf(person)).calendars).toEqual([]);
    const old = await linkFor(stack, person, { provider: 'google' });
    await stack.sql`update calendar_connect_links set expires_at = now() where used_at is null`;
    expect((await browser.open(old)).status).toBe(410);
  });

  it('ends when its person has twenty newer ones, which all stay open', async () => {
    const person = await somebody();
    const waiting = await linkFor(stack, person, { provider: 'google' });
    const newer: string[] = [];
    for (let made = 0; made < 19; made += 1) newer.push(await linkFor(stack, person, { provider: 'google' }));
    const statusOf = async (link: string) => (await browserOf(stack, person).open(link)).status;
    expect(await statusOf(waiting)).toBe(200);
    // At once: they queue.
    const last = await Promise.all(Array.from({ length: 3 }, () => linkFor(stack, person, { provider: 'google' })));
    expect(await statusOf(waiting)).toBe(410);
    for (const link of [...newer.slice(2), ...last]) expect(await statusOf(link)).toBe(200);
    const { connecting } = await listOf(person);
    expect(connecting.map(({ state }) => state)).toEqual([...Array(20).fill('open'), ...Array(3).fill('expired')]);
    // Nobody else's end.
    const other = await somebody();
    expect(await statusOf(last[0] ?? '')).toBe(200);
    await linkFor(stack, other, { provider: 'google' });
    expect((await listOf(person)).connecting.filter(({ state }) => state === 'open')).toHaveLength(20);
  });

  it('is refused while the provider is away, and works later', async () => {
    const person = await somebody();
    const browser = browserOf(stack, person);
    const link = await linkFor(stack, person, { provider: 'google' });
    const address = await consent(browser, link, { account: 'linus@acme.test' });
    google.faults.add({ kind: '5xx', match: 'calendarList' });
    expect((await comeBack(browser, address)).status).toBe(503);
    google.faults.clear();
    expect((await comeBack(browser, await consent(browser, link, { account: 'linus@acme.test' }))).status).toBe(303);
    await disconnect(person, (await oneOf(person)).id);
  });
});

describe('who may', () => {
  const ask = (
    operation: Parameters<typeof callHost>[1],
    input: Record<string, unknown>,
    headers: Readonly<Record<string, string>>,
  ) => callHost(stack.appUrl, operation, input, headers);
  const reasonOf = (answer: Awaited<ReturnType<typeof ask>>) => [answer.status, answer.json().error?.details?.reason];

  it('name another member: the key of a seat alone', async () => {
    const team = await makeTeam(stack.sql);
    const { owner, member } = team.members;
    const input = { provider: 'google', forEmail: member.email };
    const key = await team.key('owner');
    expect(reasonOf(await ask(calendars.connectCalendar, input, key.headers))).toEqual([403, 'seat_required']);
    const seat = await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: owner.userId });
    const made = await ask(calendars.connectCalendar, input, seat.key.headers);
    expect(made.json()).toMatchObject({ viaAgentSeat: true, targetUser: { id: member.userId, email: member.email } });
    const listed = (await ask(calendars.listCalendars, {}, seat.key.headers)).json() as unknown as Listed;
    expect(listed.connecting).toMatchObject([{ email: member.email, state: 'open' }]);
    const own = await ask(calendars.connectCalendar, { provider: 'google' }, seat.key.headers);
    expect(own.json()).toMatchObject({ viaAgentSeat: true, targetUser: { id: owner.userId } });
    const nobody = { provider: 'google', forEmail: 'nobody@acme.test' };
    expect(reasonOf(await ask(calendars.connectCalendar, nobody, seat.key.headers))).toEqual([404, 'member_not_found']);
  });

  it('see and change a connection: managers see all, only its person changes it', async () => {
    const [team, others] = [await makeTeam(stack.sql), await makeTeam(stack.sql)];
    const { member } = team.members;
    const connection = await storeConnection(stack.sql, { userId: member.userId, workspaceId: team.workspaceId });
    const [manager, own, stranger] = [await team.key('manager'), await team.key('member'), await others.key('owner')];
    const idsSeenBy = async (headers: Readonly<Record<string, string>>) =>
      ((await ask(calendars.listCalendars, {}, headers)).json() as unknown as Listed).calendars.map(({ id }) => id);
    expect(await idsSeenBy(manager.headers)).toEqual([connection.id]);
    expect(await idsSeenBy(own.headers)).toEqual([connection.id]);
    expect(await idsSeenBy(stranger.headers)).toEqual([]);
    const input = { connectionId: connection.id, blocking: [] };
    for (const [operation, sent] of [
      [calendars.updateCalendar, input],
      [calendars.disconnectCalendar, { connectionId: connection.id }],
    ] as const) {
      expect(reasonOf(await ask(operation, sent, manager.headers))).toEqual([403, 'not_yours']);
      expect(reasonOf(await ask(operation, sent, stranger.headers))).toEqual([404, 'connection_not_found']);
    }
    for (const _turn of [1, 2]) {
      const chosen = await ask(calendars.updateCalendar, input, own.headers);
      expect(chosen.json()).toMatchObject({ connection: { seatStatus: 'unassigned' } });
    }
  });

  it('see of an account connected in another workspace: its person all, managers how it stands', async () => {
    const [team, others] = [await makeTeam(stack.sql), await makeTeam(stack.sql)];
    const { userId } = team.members.member;
    const elsewhere = await storeConnection(stack.sql, { userId, workspaceId: others.workspaceId });
    const nowhere = await storeConnection(stack.sql, { userId });
    await stack.sql`update calendar_connections set synced_at = '2026-11-01T10:00:00Z' where user_id = ${userId}`;
    const seenBy = async (who: 'manager' | 'owner' | 'member') =>
      ((await ask(calendars.listCalendars, {}, (await team.key(who)).headers)).json() as unknown as Listed).calendars;
    const hidden = { seatStatus: 'active', asOf: '2026-11-01T10:00:00.000Z', emailMasked: true, calendars: [] };
    const maskOf = (email: string) => `${email.charAt(0)}…${email.slice(email.indexOf('@'))}`;
    for (const who of ['manager', 'owner'] as const) {
      const seen = await seenBy(who);
      expect(seen).toMatchObject(
        [elsewhere, nowhere].map(({ id, email }) => ({ ...hidden, id, email: maskOf(email), host: { id: userId } })),
      );
      for (const secret of [elsewhere.email, nowhere.email, 'Family'])
        expect(JSON.stringify(seen)).not.toContain(secret);
    }
    const own = [elsewhere, nowhere].map(({ id, email }) => ({
      id,
      email,
      emailMasked: false,
      calendars: [{ name: 'Own' }, { name: 'Family' }],
    }));
    expect(await seenBy('member')).toMatchObject(own);
  });

  it('change no rule by a field that does not exist, or by none', async () => {
    const { headers } = await (await makeTeam(stack.sql)).key('owner');
    for (const [input, words] of [
      [{}, 'send at least one of conflictSource, tentative, declined, workingElsewhere'],
      [{ conflicts: 'bookings_only' }, 'is unknown, did you mean conflictSource'],
    ] as const) {
      const answer = await ask(calendars.updateCalendarSettings, input, headers);
      expect([answer.status, JSON.stringify(answer.json())]).toEqual([400, expect.stringContaining(words)]);
    }
    const changed = await ask(calendars.updateCalendarSettings, { conflictSource: 'bookings_only' }, headers);
    expect(changed.json()).toMatchObject({ settings: { conflictSource: 'bookings_only' } });
  });

  it('choose: calendars of the connection, and for bookings one that can be written', async () => {
    const team = await makeTeam(stack.sql);
    const { userId } = team.members.owner;
    const { headers } = await team.key('owner');
    const [one, other] = [await storeConnection(stack.sql, { userId }), await storeConnection(stack.sql, { userId })];
    const [foreign, own] = [other.calendars[0]?.id ?? '', one.calendars[0]?.id ?? ''];
    const choose = (input: object) => ask(calendars.updateCalendar, { connectionId: one.id, ...input }, headers);
    expect(reasonOf(await choose({ blocking: [foreign] }))).toEqual([422, 'calendar_not_found']);
    expect(reasonOf(await choose({ writeTo: foreign }))).toEqual([422, 'calendar_not_found']);
    await stack.sql`update calendars set can_write = false where id = ${own}`;
    expect(reasonOf(await choose({ writeTo: own }))).toEqual([422, 'calendar_read_only']);
    expect((await choose({})).status).toBe(400);
    // One of all that the person has takes bookings.
    const elsewhere = { connectionId: other.id, writeTo: foreign };
    expect((await ask(calendars.updateCalendar, elsewhere, headers)).status).toBe(200);
    const listed = (await ask(calendars.listCalendars, {}, headers)).json() as unknown as Listed;
    const written = listed.calendars.flatMap((all) => all.calendars.filter(({ isWritten }) => isWritten));
    expect(written.map(({ id }) => id)).toEqual([foreign]);
  });
});

it('seals all tokens again with a new key, and says which it cannot open', async () => {
  const person = await somebody();
  await connect(person, 'linus@acme.test');
  const { id } = await oneOf(person);
  const old = tokenKeysOf([], stack.secrets.calendarTokens);
  const refreshOf = async (keys: TokenKeys) => {
    const row = await tokensIn(id);
    return openToken(keys, id, { keyId: row?.token_key, bytes: row?.refresh_token });
  };
  const token = await refreshOf(old);
  expect(token).toMatch(/^1\/\/0/);
  const keys = tokenKeysOf([{ id: '2027a', key: randomBytes(32) }], stack.secrets.calendarTokens);
  const first = await rotateTokenKeys(stack.sql, keys);
  expect(first.sealed).toBeGreaterThanOrEqual(1);
  expect([await refreshOf(keys), await refreshOf(old)]).toEqual([token, null]);
  expect((await rotateTokenKeys(stack.sql, keys)).sealed).toBe(0);
  const lost = await rotateTokenKeys(stack.sql, [{ id: '2028', key: randomBytes(32) }]);
  expect([lost.sealed, lost.unknown.get('2027a')?.length]).toEqual([0, first.sealed]);
  // This api and this worker do not have the key, as before their restart: nobody must connect again because of that.
  await stack.sql`update calendar_connections set changed_at = now(), next_sync_at = now() where id = ${id}`;
  await stack.client.workflow.getHandle(flowId('calendarSync', id)).signal('nudge');
  await expect.poll(async () => (await oneOf(person)).problem).toContain('operators');
  expect((await oneOf(person)).seatStatus).not.toBe('reconnect_required');
  // A process with another SECRET_KEY has a key of the same name: it opens nothing, and nobody must connect again for that either.
  const other = tokenKeysOf([], randomBytes(32));
  await rotateTokenKeys(stack.sql, [...old, ...keys.slice(0, 1)]);
  const mistaken = await rotateTokenKeys(stack.sql, other);
  expect([mistaken.sealed, mistaken.kept, mistaken.unknown.get('main')]).toEqual([0, 0, expect.arrayContaining([id])]);
  expect(await refreshOf(old)).toBe(token);
  const { bytes } = sealToken(other, id, 'sealed elsewhere');
  await stack.sql`
    update calendar_connections set refresh_token = ${bytes}, access_token = ${bytes}, sync_failure = null, next_sync_at = now() where id = ${id}`;
  await stack.client.workflow.getHandle(flowId('calendarSync', id)).signal('nudge');
  await expect.poll(async () => (await oneOf(person)).problem).toContain('operators');
  expect((await oneOf(person)).seatStatus).not.toBe('reconnect_required');
  expect(await giveUpConnections(stack.sql, mistaken.unknown.get('main') ?? [])).toBeGreaterThanOrEqual(1);
  expect((await oneOf(person)).seatStatus).toBe('reconnect_required');
  expect(await askToDisconnect(person, id)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await tokensIn(id))?.refresh_token).toBeNull();
});

it('keeps tokens and codes out of Temporal and out of the log', async () => {
  const given: string[] = [];
  for (const name of ['giveCode', 'giveAccess', 'giveRefresh'] as const) {
    const give = google.tokens[name].bind(google.tokens) as (grant: never) => string;
    google.tokens[name] = (grant: never) => {
      const token = give(grant);
      given.push(token);
      return token;
    };
  }
  const person = await somebody();
  expect((await connect(person, 'linus@acme.test')).status).toBe(303);
  const { id } = await oneOf(person);
  await expect.poll(async () => (await oneOf(person)).asOf).not.toBeNull();
  expect(given.length).toBeGreaterThanOrEqual(3);
  const flows = await readFlows(stack.client, `WorkflowId = '${flowId('calendarSync', id)}'`);
  const log = { where: 'log', text: stack.logLines.join('\n') };
  expect(findLeaks(given, [...flows, log])).toEqual([]);
  await disconnect(person, id);
});
