import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { googleEventId } from '../../../domain/calendars/event-ids.ts';
import { slotExplanations } from '../../../schemas/operations/availability/explain-slot.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import type { SlotExplanation } from '../../../schemas/shapes/slot-explanation.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { type ConnectionRow, chooseCalendars } from '../../../store/calendars/connections.ts';
import { changeCalendarSettings } from '../../../store/calendars/settings.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { createHost, type EventSettings, type TestHost } from '../../support/drivers/host.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { http } from '../../support/drivers/http.ts';
import { callerOver, outputOf, refusalOf } from '../../support/drivers/surfaces.ts';
import { connectAccount, providersAt } from '../../support/factories/calendars.ts';
import { inExchange } from '../../support/factories/exchange-uid.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { bookMeeting, codeFor, decideTokenIn, iso } from '../../support/factories/meeting.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { type CheckedGoogle, startCheckedGoogle } from '../../support/fakes/google.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { settled, signal } from '../../workflows/calendar-paths.ts';

const HALF_HOUR_MS = 1_800_000;
const TITLE = 'Lunch with a rival';

let stack: Stack;
let google: CheckedGoogle;
let microsoft: MicrosoftStandIn;
beforeAll(async () => {
  [google, microsoft] = await Promise.all([startCheckedGoogle(), startMicrosoftStandIn()]);
  const calendarProviders = providersAt(google, microsoft);
  stack = await startStack({ demo: false, deadlineMs: 20_000, calendarProviders });
});
afterAll(async () => {
  await stack.close();
  await Promise.all([google.close(), microsoft.close()]);
});
afterEach(() => {
  google.clean();
  microsoft.faults.clear();
  expect(google.problems()).toEqual([]);
});

const { call } = callerOver('REST', () => stack);
const ada = 'ada@acme.test';

/** Connects a stand-in's account to a host. No flow runs: the mirror stays as it is. */
const connect = (userId: string, provider: 'google' | 'microsoft' = 'google', email = ada): Promise<ConnectionRow> =>
  connectAccount(
    { sql: stack.sql, secrets: stack.secrets, providers: providersAt(google, microsoft) },
    { provider, email, tokens: (provider === 'google' ? google : microsoft).grant(email), userId },
  );

/** Puts an event of half an hour into the person's own calendar, at the provider. */
function put(provider: 'google' | 'microsoft', startMs: number, email = ada): void {
  const [start, end] = [iso(startMs), iso(startMs + HALF_HOUR_MS)];
  if (provider === 'google') {
    google.hand.put(email, { summary: TITLE, start: { dateTime: start }, end: { dateTime: end } });
    return;
  }
  const at = (time: string) => ({ dateTime: time.replace('Z', ''), timeZone: 'UTC' });
  microsoft.hand.put(`AAMkCal-${email.split('@')[0]}`, { subject: TITLE, start: at(start), end: at(end) });
}

const slotsOf = async ({ address }: TestHost) => outputOf(await call('listSlots', { ...address, limit: 200 }));
const isOffered = async (host: TestHost, startMs: number): Promise<boolean> =>
  (await slotsOf(host)).slots.some(({ startUtc }) => startUtc === iso(startMs));

/** A start that no other test uses: all share the stand-ins' few people. */
let used = 0;
const nextStart = (): number => (Math.ceil(Date.now() / HALF_HOUR_MS) + 50 + 3 * used++) * HALF_HOUR_MS;

const invitee = (email: string) => ({ email, timezone: 'Europe/Berlin' });

/** A guest who has a code, and a hold of the start if `holds`. */
async function guestOf({ address }: TestHost, startMs: number, holds = true) {
  const email = newGuest();
  outputOf(await call('requestCode', { ...address, email, ...(holds ? { startAt: iso(startMs) } : {}) }));
  const code = await codeFor(stack, email);
  return {
    email,
    book: (at = startMs) => call('book', { ...address, startAt: iso(at), code, invitee: invitee(email) }),
  };
}

const hostWith = async (settings: EventSettings = {}, provider: 'google' | 'microsoft' = 'google') => {
  const host = await createHost(stack.sql, settings);
  return { host, connection: await connect(host.userId, provider) };
};

const holdsOf = ({ userId }: Pick<TestHost, 'userId'>) => stack.sql`
  select booking_id, period::text, firm_until::text, kind from claims where host_id = ${userId} order by period`;

describe('slots', () => {
  it('leave out what the mirror has; explain_slot says which connection blocks and as of when, and no title', async () => {
    const team = await makeTeam(stack.sql);
    const { host } = team;
    const startMs = nextStart();
    expect(await isOffered(host, startMs)).toBe(true);
    put('google', startMs);
    put('google', startMs + HALF_HOUR_MS / 2);
    const connection = await connect(host.userId);
    expect(await isOffered(host, startMs)).toBe(true);
    signal(stack, connection.id, 'push');
    await settled({ stack } as never, connection);
    expect(await isOffered(host, startMs)).toBe(false);

    const { headers } = await team.key('owner');
    const ask = (operation: Parameters<typeof callHost>[1], input: object) =>
      callHost(stack.appUrl, operation, { eventTypeId: host.eventTypeId, ...input }, headers);
    const explained = await ask(slotExplanations.explainSlot, { startAt: iso(startMs) });
    expect(explained.json()).toMatchObject({
      offered: false,
      reason: 'taken',
      hosts: [{ calendarsAsOf: expect.stringMatching(/Z$/) }],
    });
    const { hosts } = explained.json() as unknown as SlotExplanation;
    const taken = hosts[0]?.findings.find(({ rule }) => rule === 'taken');
    expect(taken?.clashes).toEqual([
      {
        ...{ kind: 'calendar', connectionId: connection.id, provider: 'google', asOf: expect.stringMatching(/Z$/) },
        ...{ startAt: iso(startMs), endAt: iso(startMs + 1.5 * HALF_HOUR_MS) },
      },
    ]);
    expect(taken?.sentence).toMatch(/ is taken then by an event in a Google calendar\.$/);
    expect(explained.text).not.toContain(TITLE);
    const colleague = await callHost(
      ...([
        stack.appUrl,
        slotExplanations.explainSlot,
        { eventTypeId: host.eventTypeId, startAt: iso(startMs) },
      ] as const),
      (await team.key('manager')).headers,
    );
    expect(colleague.text).toContain(connection.id);
    const proposed = await ask(meetings.proposeSlots, { from: iso(startMs), to: iso(startMs + 2 * HALF_HOUR_MS) });
    expect(proposed.json()).toMatchObject({ slots: [], calendarsAsOf: expect.stringMatching(/Z$/) });

    await changeCalendarSettings(stack.sql, host.userId, { conflictSource: 'bookings_only' });
    expect(await isOffered(host, startMs)).toBe(true);
    const asked = google.seen.length;
    outputOf(await (await guestOf(host, startMs)).book());
    expect(google.seen.slice(asked).filter(({ path }) => path.includes('/events'))).toEqual([]);
  });
});

describe.each(['google', 'microsoft'] as const)('the look into %s before a booking', (provider) => {
  it('wins over a mirror that is behind: 409 with other times, and the slot is not offered any more', async () => {
    const { host } = await hostWith({}, provider);
    const startMs = nextStart();
    const guest = await guestOf(host, startMs);
    const before = await holdsOf(host);
    put(provider, startMs);
    expect(refusalOf(await guest.book())).toMatchObject({
      status: 409,
      details: { reason: 'slot_taken', alternatives: expect.arrayContaining([expect.anything()]) },
    });
    await expect.poll(() => holdsOf(host)).toEqual(before);
    expect(await isOffered(host, startMs)).toBe(false);
    // The next slot begins when the event ends.
    expect(outputOf(await guest.book(startMs + HALF_HOUR_MS)).booking.status).toBe('confirmed');
    expect(await holdsOf(host)).toMatchObject([{ kind: 'booking' }]);
  });
});

describe('buffers of the event type', () => {
  const buffered = { bufferBeforeMinutes: 30, bufferAfterMinutes: 30 };
  const setBuffers = ({ eventTypeId }: TestHost, around: boolean) => stack.sql`
    update event_types set buffer_before_minutes = ${buffered.bufferBeforeMinutes}, buffer_after_minutes = ${buffered.bufferAfterMinutes},
      buffers_around_calendar_events = ${around} where id = ${eventTypeId}`;
  /** Of the half hours around an event: offset of each start in half hours. */
  const offsets = [-2, -1, 0, 1, 2];

  it('hold around an event of a calendar in lists, explain_slot, propose_slots and at the booking, unless switched off', async () => {
    const team = await makeTeam(stack.sql);
    const { host } = team;
    await setBuffers(host, true);
    await connect(host.userId);
    const startMs = nextStart() + 2 * HALF_HOUR_MS;
    used += 2;
    const at = (offset: number): number => startMs + offset * HALF_HOUR_MS;
    const guest = await guestOf(host, at(1), false);
    put('google', startMs);
    // The mirror does not know it yet: the look before the booking does.
    expect(await isOffered(host, at(1))).toBe(true);
    expect(refusalOf(await guest.book(at(1)))).toMatchObject({ status: 409, details: { reason: 'slot_taken' } });
    const offered = async () => {
      const { slots } = await slotsOf(host);
      return offsets.filter((offset) => slots.some(({ startUtc }) => startUtc === iso(at(offset))));
    };
    await expect.poll(offered).toEqual([-2, 2]);

    const { headers } = await team.key('owner');
    const ask = (operation: Parameters<typeof callHost>[1], input: object) =>
      callHost(stack.appUrl, operation, { eventTypeId: host.eventTypeId, ...input }, headers);
    const { hosts } = (
      await ask(slotExplanations.explainSlot, { startAt: iso(at(1)) })
    ).json() as unknown as SlotExplanation;
    const taken = hosts[0]?.findings.find(({ rule }) => rule === 'taken');
    expect(taken?.clashes).toMatchObject([
      { kind: 'calendar', buffer: { side: 'after', minutes: 30, edgeAt: iso(at(2)), whose: 'this_event' } },
    ]);
    expect(taken?.sentence).toMatch(
      / The event that ends at [\d:]+ keeps 30 minutes free after it, until .*: this event’s buffer\.$/,
    );
    const proposed = await ask(meetings.proposeSlots, { from: iso(at(-2)), to: iso(at(3)) });
    expect((proposed.json().slots as unknown as { startUtc: string }[]).map(({ startUtc }) => startUtc)).toEqual([
      iso(at(-2)),
      iso(at(2)),
    ]);

    await setBuffers(host, false);
    expect(await offered()).toEqual([-2, -1, 1, 2]);
    expect(outputOf(await guest.book(at(1))).booking.status).toBe('confirmed');
  });

  it('count in the look for a slot that the guest holds', async () => {
    const { host } = await hostWith({}, 'microsoft');
    await setBuffers(host, true);
    const startMs = nextStart() + HALF_HOUR_MS;
    used += 1;
    const guest = await guestOf(host, startMs);
    put('microsoft', startMs + HALF_HOUR_MS);
    expect(refusalOf(await guest.book())).toMatchObject({ status: 409, details: { reason: 'slot_taken' } });
  });
});

describe('a team', () => {
  it('in turn: the next host is booked when the first is busy; one whose calendar is broken is left out', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}, {}] });
    const [first, second, third] = team.members.map(({ userId }) => userId);
    await connect(first ?? '', 'google', 'ada@acme.test');
    const broken = await connect(second ?? '', 'google', 'grace@acme.test');
    await connect(third ?? '', 'google', 'linus@acme.test');
    await stack.sql`update calendar_connections set status = 'reconnect_required' where id = ${broken.id}`;
    const startMs = nextStart();
    for (const email of ['ada@acme.test', 'linus@acme.test']) put('google', startMs, email);
    const guest = await guestOf(team, startMs);
    expect(refusalOf(await guest.book())).toMatchObject({ status: 409, details: { reason: 'slot_taken' } });
    put('google', startMs + HALF_HOUR_MS, 'ada@acme.test');
    const { booking } = outputOf(await guest.book(startMs + HALF_HOUR_MS));
    const [row] = await stack.sql`select host_id from bookings where id = ${booking.id}`;
    expect(row?.host_id).toBe(third);
    const held = await stack.sql`select kind, host_id from claims where workspace_id = ${team.workspaceId}`;
    expect(held).toEqual([{ kind: 'booking', host_id: third }]);
  });

  it('together: all are looked at, and one who is busy refuses; one whose calendar is broken empties the list', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}, {}] });
    const [first, second] = team.members.map(({ userId }) => userId);
    await connect(first ?? '', 'google');
    const other = await connect(second ?? '', 'microsoft', 'grace@acme.test');
    const startMs = nextStart();
    const guest = await guestOf(team, startMs, false);
    put('microsoft', startMs, 'grace@acme.test');
    expect(refusalOf(await guest.book()).details.reason).toBe('slot_taken');
    await expect.poll(() => stack.sql`select 1 from claims where workspace_id = ${team.workspaceId}`).toEqual([]);
    outputOf(await guest.book(startMs + HALF_HOUR_MS));
    await stack.sql`update calendar_connections set status = 'reconnect_required' where id = ${other.id}`;
    await stack.sql`update users set busy_version = busy_version + 1 where id = ${second ?? ''}`;
    expect(await slotsOf(team)).toMatchObject({ slots: [], emptyReason: 'no_calendar' });
  });
});

describe('a meeting', () => {
  it('moves over its own event, by its guest and by key, and not onto another one', async () => {
    const team = await makeTeam(stack.sql);
    const { host } = team;
    await stack.sql`update event_types set duration_minutes = 60, slot_interval_minutes = 30 where id = ${host.eventTypeId}`;
    const connection = await connect(host.userId);
    const startMs = nextStart();
    const { bookingId, token } = await bookMeeting(stack, { call } as never, host, startMs);
    await writeOwnEvent(connection, bookingId, startMs);
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(startMs + HALF_HOUR_MS) }));
    const { headers } = await team.key('owner');
    const move = (at: number) =>
      callHost(stack.appUrl, meetings.rescheduleBooking, { bookingId, startAt: iso(at) }, headers);
    expect((await move(startMs)).status).toBe(200);
    put('google', startMs + 2 * HALF_HOUR_MS);
    const refused = await move(startMs + HALF_HOUR_MS);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([409, 'slot_taken']);
    await expect.poll(() => holdsOf(host)).toMatchObject([{ kind: 'booking', booking_id: bookingId }]);
  });

  it.each(['google', 'microsoft'] as const)(
    'moves by a quarter of an hour over copies of its file in calendars of %s; an event with another UID is in its way',
    async (provider) => {
      const { host, connection } = await hostWith({}, provider);
      // At Google the event itself is in the first calendar, and a UID is there once.
      const blocking = connection.calendars.filter(({ canWrite }) => canWrite).map(({ id }) => id);
      const choice = { connectionId: connection.id, userId: host.userId, blocking };
      await chooseCalendars(stack.sql, { ...choice, writeTo: connection.calendars[0]?.id ?? null });
      await stack.sql`update event_types set slot_interval_minutes = 15 where id = ${host.eventTypeId}`;
      const other = await hostWith({}, provider === 'google' ? 'microsoft' : 'google');
      const startMs = nextStart();
      used += 3;
      const { bookingId, token } = await bookMeeting(stack, { call } as never, host, startMs);
      const foreign = await bookMeeting(stack, { call } as never, other.host, startMs + 40 * HALF_HOUR_MS);
      const copies = [addFile(provider, `${bookingId}@localhost`, startMs)];
      if (provider === 'microsoft') copies.push(addFile(provider, inExchange(`${bookingId}@localhost`), startMs));
      signal(stack, connection.id, 'push');
      await settled({ stack } as never, connection);
      const mirrored = await stack.sql`
        select 1 from calendar_busy b join calendars k on k.id = b.calendar_id where k.connection_id = ${connection.id} and b.event_id = any(${copies})`;
      expect(mirrored).toEqual([]);
      const quarter = startMs + HALF_HOUR_MS / 2;
      outputOf(await call('rescheduleAsGuest', { token, startAt: iso(quarter) }));
      // Where the meeting was, its copy stands still: the time is free for others.
      expect(await isOffered(host, startMs - HALF_HOUR_MS / 2)).toBe(true);

      const uids = [`${foreign.bookingId}@localhost`, `${crypto.randomUUID()}@localhost`, 'any@elsewhere.test'];
      for (const [nth, uid] of uids.entries()) {
        const takenMs = startMs + (3 + nth) * HALF_HOUR_MS;
        addFile(provider, uid, takenMs);
        const refused = await call('rescheduleAsGuest', { token, startAt: iso(takenMs) });
        expect(refusalOf(refused), uid).toMatchObject({ status: 409, details: { reason: 'slot_taken' } });
      }
      outputOf(await call('rescheduleAsGuest', { token, startAt: iso(startMs) }));
    },
  );

  const calendarOf = (provider: 'google' | 'microsoft') =>
    provider === 'google' ? 'family-ada@group.calendar.google.com' : 'AAMkCal-ada';

  /** The copy that a calendar makes from a file in a mail; with another UID, an event of somebody else. */
  function addFile(provider: 'google' | 'microsoft', uid: string, startMs: number): string {
    const [start, end] = [iso(startMs), iso(startMs + HALF_HOUR_MS)];
    if (provider === 'google') {
      const event = { iCalUID: uid, start: { dateTime: start }, end: { dateTime: end } };
      return google.hand.put(calendarOf(provider), event, 'mail@holdfast.example').id ?? '';
    }
    const at = (time: string) => ({ dateTime: time.replace('Z', ''), timeZone: 'UTC' });
    return microsoft.hand.addFile(calendarOf(provider), { subject: 'Call', start: at(start), end: at(end) }, uid).id;
  }

  /** The booking's own event, as the flow writes it; where it does, this only waits. */
  async function writeOwnEvent({ userId, calendars }: ConnectionRow, bookingId: string, startMs: number) {
    const id = googleEventId(bookingId, 0);
    const [due] = await stack.sql`select 1 from calendar_events where booking_id = ${bookingId}`;
    if (due) {
      const state = async () =>
        (await stack.sql`select state from calendar_events where booking_id = ${bookingId}`)[0]?.state;
      await expect.poll(state).toBe('written');
      return;
    }
    await stack.sql`
      insert into calendar_events (booking_id, user_id, calendar_id, event_id, state)
      values (${bookingId}, ${userId}, ${calendars[0]?.id ?? ''}, ${id}, 'written')`;
    const end = { dateTime: iso(startMs + 2 * HALF_HOUR_MS) };
    google.hand.put(ada, { id, summary: 'Call', start: { dateTime: iso(startMs) }, end });
  }

  it('that waits for approval shows its host what came into the calendar since, and can be approved', async () => {
    const { host, connection } = await hostWith({ requires_approval: true });
    const startMs = nextStart();
    await bookMeeting(stack, { call } as never, host, startMs);
    const token = decideTokenIn(await stack.waitForMail((await host.event()).host.email, 'booking_pending'));
    const page = async () => (await http(`${stack.appUrl}/decide/${token}`)).text;
    expect(await page()).not.toContain('A calendar has something else');
    put('google', startMs);
    signal(stack, connection.id, 'push');
    await settled({ stack } as never, connection);
    const html = await page();
    expect(html).toContain('A calendar has something else at that time by now');
    expect(html).not.toContain(TITLE);
  });
});

describe('a provider that is away', () => {
  it.each([
    { fault: { kind: '5xx', count: 9 }, what: 'fails', hold: 'firm' },
    { fault: { kind: '5xx', count: 9 }, what: 'fails', hold: 'yielding' },
    { fault: { kind: 'slow', count: 9, delayMs: 6_000 }, what: 'is slow', hold: 'firm' },
  ])(
    'or $what: 503 with the dependency, the $hold hold stays as it was, and later the same call books',
    async ({ fault, hold }) => {
      const { host, connection } = await hostWith();
      const startMs = nextStart();
      const guest = await guestOf(host, startMs);
      if (hold === 'yielding')
        await stack.sql`update claims set firm_until = now() - interval '1 second' where host_id = ${host.userId}`;
      const before = await holdsOf(host);
      google.faults.add({ match: '/events', ...fault });
      const beganMs = performance.now();
      const answer = await guest.book();
      expect(refusalOf(answer)).toMatchObject({
        status: 503,
        details: { dependency: 'calendar', retryAfterSeconds: expect.any(Number) },
      });
      expect(performance.now() - beganMs).toBeLessThan(4_000);
      expect(answer.answer?.headers['retry-after']).toBeDefined();
      expect(await holdsOf(host)).toEqual(before);
      expect(
        stack.logLines.some((line) => line.includes(connection.id) && line.includes('could not be looked at')),
      ).toBe(true);
      google.faults.clear();
      expect(outputOf(await guest.book()).booking.status).toBe('confirmed');
    },
  );

  it('a host’s own booking holds nothing afterwards', async () => {
    const team = await makeTeam(stack.sql);
    const { host } = team;
    await connect(host.userId);
    const input = { eventTypeId: host.eventTypeId, startAt: iso(nextStart()), invitee: invitee(newGuest()) };
    const { headers } = await team.key('owner');
    const create = () =>
      callHost(stack.appUrl, meetings.createBooking, { ...input, idempotencyKey: 'calendar-away-1' }, headers);
    google.faults.add({ kind: '5xx', match: '/events', count: 9 });
    const refused = await create();
    expect([refused.status, refused.json().error.details?.dependency]).toEqual([503, 'calendar']);
    expect(await holdsOf(host)).toEqual([]);
    google.faults.clear();
    expect((await create()).json()).toMatchObject({ booking: { status: 'confirmed' } });
    expect((await create()).status).toBe(200);
    expect(await holdsOf(host)).toMatchObject([{ kind: 'booking' }]);
  });
});

describe('a connection that its person must renew', () => {
  it('offers nothing: no_calendar, and 422 for a start; found out by the look before a booking, too', async () => {
    const { host, connection } = await hostWith({}, 'microsoft');
    const startMs = nextStart();
    const guest = await guestOf(host, startMs);
    microsoft.tokens.forgetPerson(ada);
    microsoft.tokens.expireAccess();
    expect(refusalOf(await guest.book())).toMatchObject({ status: 422, details: { reason: 'not_a_slot' } });
    const [row] = await stack.sql`select status from calendar_connections where id = ${connection.id}`;
    expect(row?.status).toBe('reconnect_required');
    expect(await slotsOf(host)).toMatchObject({ slots: [], emptyReason: 'no_calendar' });
    expect(refusalOf(await guest.book(startMs + HALF_HOUR_MS))).toMatchObject({ status: 422 });
  });
});
