import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../support/drivers/host.ts';
import { http } from '../../support/drivers/http.ts';
import { callerOver, type Outcome, outputOf, surfaces } from '../../support/drivers/surfaces.ts';
import {
  ageGuestRecords,
  announced,
  bookMeeting,
  codeFor,
  codeIn,
  iso,
  mailCounts,
  tokenIn,
} from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const RACERS = 40;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

const rest = callerOver('REST', () => stack);

describe.each(surfaces)('the whole job over %s', (surface) => {
  const { call } = callerOver(surface, () => stack);

  it('find, slots, code from the mailbox, book, slot gone, mail and invite, reschedule, old slot free, cancel', async () => {
    const guest = newGuest();
    const { calendar, eventTypes } = outputOf(await call('listEventTypes', { workspace: 'acme', username: 'ada' }));
    const event = eventTypes.find(({ slug }) => slug === 'intro-30');
    const address = {
      workspace: calendar.organization.slug,
      username: calendar.owner.username,
      eventSlug: event?.slug ?? '',
    };
    const slots = async () =>
      outputOf(await call('listSlots', { ...address, timezone: 'Asia/Kolkata', limit: 500 })).slots.map(
        ({ startUtc }) => startUtc,
      );
    const [first = '', second = '', third = ''] = await slots();

    expect(outputOf(await call('requestCode', { ...address, email: guest, startAt: first })).status).toBe('otp_sent');
    expect(await slots()).not.toContain(first);
    const code = codeIn((await readMailbox(guest))[0]);
    const invitee = { email: guest, name: 'Gus Guest', timezone: 'Asia/Kolkata' };
    const { booking } = outputOf(await call('book', { ...address, startAt: first, code, invitee }));
    expect(booking).toMatchObject({
      startAt: first,
      status: 'confirmed',
      joinUrl: 'https://meet.example/acme/intro-30',
    });
    expect(await slots()).not.toContain(first);

    const mail = await stack.waitForMail(guest, 'booking_confirmation');
    expect(mail.attachments[0]?.content).toContain(`UID:${booking.id}`);
    const token = tokenIn(mail);
    const moved = outputOf(await rest.call('rescheduleEventAsGuest', { ...address, token, startAt: third }));
    expect(moved.booking).toMatchObject({ id: booking.id, startAt: third, status: 'rescheduled' });
    const open = await slots();
    expect([first, second, third].map((startUtc) => open.includes(startUtc))).toEqual([true, true, false]);

    expect(outputOf(await rest.call('cancelAsGuest', { token, reason: 'No need any more' })).booking.status).toBe(
      'canceled',
    );
    expect(await slots()).toContain(third);
    await announced(stack, booking.id);
    const kinds = (await readMailbox(guest)).map(({ kind }) => kind).toReversed();
    expect(kinds).toEqual(['booking_code', 'booking_confirmation', 'booking_rescheduled', 'booking_canceled']);
    expect((await readMailbox(guest)).filter(({ text }) => text.includes(token))).not.toHaveLength(0);
  });

  it('by an agent with an inbox of its own', async () => {
    const host = await createHost(stack.sql);
    const [guest, agentEmail] = [newGuest(), newGuest()];
    const startAt = outputOf(await call('listSlots', { ...host.address })).slots[0]?.startUtc;
    const asked = outputOf(await call('requestCode', { ...host.address, email: guest, agentEmail, startAt }));
    expect(asked.codeSentTo).toBe(agentEmail);
    const invitee = { email: guest, timezone: 'UTC' };
    const code = codeIn((await readMailbox(agentEmail))[0]);
    const { booking } = outputOf(await call('book', { ...host.address, startAt, code, invitee, agentEmail }));
    await announced(stack, booking.id);
    expect([await mailCounts(stack, guest), await mailCounts(stack, agentEmail)]).toEqual([
      { booking_confirmation: 1 },
      { booking_code: 1 },
    ]);
  });
});

/** The mailbox as a script reads it, over HTTP. */
async function readMailbox(to: string) {
  const answer = await http(`${stack.appUrl}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return (answer.json() as never as { messages: Awaited<ReturnType<Stack['mailbox']>> }).messages;
}

const deadlocks = async () => {
  await stack.sql`select pg_stat_force_next_flush()`;
  const [row] = await stack.sql<{ n: number }[]>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`;
  return row?.n;
};

/** Guests who have their codes, each from a separate network. */
async function racersOf(host: TestHost, request: (racer: number) => Record<string, unknown> = () => ({})) {
  return Promise.all(
    Array.from({ length: RACERS }, async (_, racer) => {
      const email = newGuest();
      outputOf(await rest.call('requestCode', { ...host.address, email, ...request(racer) }, networkOf(racer)));
      return { email, code: await codeFor(stack, email) };
    }),
  );
}

const networkOf = (racer: number): string => `192.0.2.${racer + 1}`;

type Booked = Outcome<{ booking: { id: string } }>;

/** All guests book at the same moment. */
const race = (
  host: TestHost,
  racers: Awaited<ReturnType<typeof racersOf>>,
  startMs: (racer: number) => number,
): Promise<Booked[]> =>
  Promise.all(
    racers.map(({ email, code }, racer) => {
      const invitee = { email, timezone: 'UTC' };
      return rest.call('book', { ...host.address, startAt: iso(startMs(racer)), code, invitee }, networkOf(racer));
    }),
  );

const tally = (outcomes: readonly Booked[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const word = outcome.ok ? '200' : `${outcome.status} ${outcome.error.details?.reason}`;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
};

describe('40 guests race over HTTP', () => {
  it('for one slot: one gets it, 39 get 409 with three other times, and nothing deadlocks', async () => {
    const host = await createHost(stack.sql);
    const startMs = (await host.openStarts())[30] ?? 0;
    const outcomes = await race(host, await racersOf(host), () => startMs);
    expect(tally(outcomes)).toEqual({ '200': 1, '409 slot_taken': RACERS - 1 });
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.details.alternatives).toHaveLength(3);
    const rows = await stack.sql`select 1 from bookings where host_id = ${host.userId}`;
    expect(rows).toHaveLength(1);
    expect(await deadlocks()).toBe(0);
  });

  it('for a held slot: its holder gets it', async () => {
    const host = await createHost(stack.sql);
    const startMs = (await host.openStarts())[30] ?? 0;
    const racers = await racersOf(host, (racer) => (racer === 7 ? { startAt: iso(startMs) } : {}));
    const outcomes = await race(host, racers, () => startMs);
    expect(tally(outcomes)).toEqual({ '200': 1, '409 slot_taken': RACERS - 1 });
    expect(outcomes[7]?.ok).toBe(true);
    expect(await deadlocks()).toBe(0);
  });

  it('to hold one slot: one holds it, the others are refused, and only the holder books', async () => {
    const host = await createHost(stack.sql);
    const startMs = (await host.openStarts())[30] ?? 0;
    const asked = await Promise.all(
      Array.from({ length: RACERS }, (_, racer) =>
        rest.call('requestCode', { ...host.address, email: newGuest(), startAt: iso(startMs) }, networkOf(racer)),
      ),
    );
    const held = asked.filter((outcome) => outcome.ok && outcome.output.holdExpiresAt !== null);
    expect(held).toHaveLength(1);
    for (const outcome of asked)
      if (!outcome.ok) expect([outcome.status, outcome.error.details.reason]).toEqual([409, 'slot_taken']);
    expect(await deadlocks()).toBe(0);
  });

  it('for a day with a limit of three: three book', async () => {
    const host = await createHost(stack.sql, { limit_per_day: 3 });
    const day = (await host.openStarts()).find((start) => start % DAY_MS === 0) ?? 0;
    const outcomes = await race(host, await racersOf(host), (racer) => day + racer * HALF_HOUR_MS);
    expect(tally(outcomes)).toEqual({ '200': 3, '422 limit_reached': RACERS - 3 });
    expect(await deadlocks()).toBe(0);
  });

  it('for slots whose buffers overlap: no two meetings are closer than the buffer', async () => {
    const host = await createHost(stack.sql, { slot_interval_minutes: 10, buffer_after_minutes: 20 });
    const starts = (await host.openStarts()).slice(0, RACERS);
    const counts = tally(await race(host, await racersOf(host), (racer) => starts[racer] ?? 0));
    expect((counts['200'] ?? 0) + (counts['409 slot_taken'] ?? 0)).toBe(RACERS);
    expect(counts['200']).toBeGreaterThan(3);
    const [row] = await stack.sql<{ gap: number }[]>`
      select min(extract(epoch from next - ended) / 60)::float8 as gap from (
        select end_at as ended, lead(start_at) over (order by start_at) as next from bookings where host_id = ${host.userId}) pairs`;
    expect(row?.gap).toBeGreaterThanOrEqual(20);
    expect(await deadlocks()).toBe(0);
  });
});

describe('a listing shows in the very next call', () => {
  it('a change made over any surface, on every surface', async () => {
    const mcp = callerOver('MCP', () => stack);
    const host = await createHost(stack.sql);
    const startMs = (await host.openStarts())[3] ?? 0;
    const shows = async () =>
      Promise.all(
        [rest, mcp].map(async ({ call }) =>
          outputOf(await call('listSlots', { ...host.address })).slots.some(
            ({ startUtc }) => startUtc === iso(startMs),
          ),
        ),
      );
    expect(await shows()).toEqual([true, true]);
    const { token } = await bookMeeting(stack, mcp, host, startMs);
    expect(await shows()).toEqual([false, false]);
    outputOf(await rest.call('cancelAsGuest', { token }));
    expect(await shows()).toEqual([true, true]);
    const holder = newGuest();
    outputOf(await rest.call('requestCode', { ...host.address, email: holder, startAt: iso(startMs) }));
    expect(await shows()).toEqual([false, false]);
    await ageGuestRecords(stack, holder, 181);
    expect(await shows()).toEqual([true, true]);
    await changeEvent(stack.sql, host, { minimum_notice_minutes: 3 * 1_440 });
    expect(await shows()).toEqual([false, false]);
    await changeEvent(stack.sql, host, { minimum_notice_minutes: 0 });
    expect(await shows()).toEqual([true, true]);
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
    expect(await shows()).toEqual([false, false]);
  });
});
