import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptOutcome } from '../../../domain/booking/attempt.ts';
import type { CodeRequest } from '../../../store/booking/challenges.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { atOnce, openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, bookingRequest, confirmIssue, newGuest, testSecrets } from '../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../support/drivers/host.ts';
import { pastLocks } from '../../support/drivers/patience.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const tally = (outcomes: readonly AttemptOutcome[]) => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) {
    const word = outcome.result === 'done' ? 'done' : outcome.reason;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
};

/** The outcome for an existing booking: only the attempt that made it returns its event's version. */
const found = (outcome: AttemptOutcome): AttemptOutcome =>
  outcome.result === 'done' ? { result: 'done', bookingId: outcome.bookingId } : outcome;

const refused = (reason: string) => ({ result: 'refused', reason });

/** Many guests with right codes, each for their own start, at once. */
async function race(host: TestHost, starts: readonly number[]): Promise<AttemptOutcome[]> {
  const issues = await Promise.all(starts.map(() => askCode(database.sql, host)));
  return Promise.all(
    issues.map((issue, racer) => pastLocks(() => confirmIssue(database.sql, issue, starts[racer] ?? 0))),
  );
}

/** Every pair of the host's meetings keeps this gap. */
async function smallestGapMinutes(host: TestHost): Promise<number> {
  const [row] = await database.sql<{ gap: number }[]>`
    select min(extract(epoch from next - ended) / 60)::float8 as gap
    from (select upper(period) as ended, lead(lower(period)) over (order by period) as next from claims where host_id = ${host.userId}) pairs`;
  return row?.gap ?? Number.POSITIVE_INFINITY;
}

describe('40 guests at once', () => {
  it('for one slot: one books it, 39 get the answer that it is taken', async () => {
    const host = await createHost(database.sql);
    // Not the first one: it is too soon once a minute has passed.
    const [, , start = 0] = await host.openStarts();
    expect(tally(await race(host, Array(40).fill(start)))).toEqual({ done: 1, slot_taken: 39 });
  });

  it('for slots whose buffers overlap: no two meetings closer than the buffer', async () => {
    const host = await createHost(database.sql, {
      buffer_after_minutes: 20,
      buffer_before_minutes: 10,
      slot_interval_minutes: 15,
    });
    const starts = (await host.openStarts()).slice(0, 40);
    const outcomes = tally(await race(host, starts));
    expect(outcomes.done).toBeGreaterThan(5);
    expect((outcomes.done ?? 0) + (outcomes.slot_taken ?? 0)).toBe(40);
    expect(await smallestGapMinutes(host)).toBeGreaterThanOrEqual(20);
  });

  it('for a day that takes three: three book', async () => {
    const host = await createHost(database.sql, { limit_per_day: 3 });
    const open = await host.openStarts();
    const day = Math.floor((open[0] ?? 0) / 86_400_000) + 2;
    const starts = open.filter((start) => Math.floor(start / 86_400_000) === day).slice(0, 40);
    expect(starts).toHaveLength(40);
    expect(tally(await race(host, starts))).toEqual({ done: 3, limit_reached: 37 });
  });

  it('to hold one slot: one holds it, and it is theirs to book', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const holds = await Promise.allSettled(
      Array.from({ length: 40 }, () => askCode(database.sql, host, { startMs: start })),
    );
    const held = holds.flatMap((hold) => (hold.status === 'fulfilled' ? [hold.value] : []));
    expect(held).toHaveLength(1);
    const [holder] = held;
    const other = await askCode(database.sql, host);
    expect(await confirmIssue(database.sql, other, start)).toEqual(refused('slot_taken'));
    expect(holder && (await confirmIssue(database.sql, holder, start))).toMatchObject({ result: 'done' });
  });
});

describe('a right code', () => {
  it('books once: the same meeting again is the same booking, another is refused', async () => {
    const host = await createHost(database.sql);
    const [first = 0, second = 0] = await host.openStarts();
    const issue = await askCode(database.sql, host);
    const done = await confirmIssue(database.sql, issue, first);
    expect(done.result).toBe('done');
    expect(await confirmIssue(database.sql, issue, first)).toEqual(found(done));
    expect(await confirmIssue(database.sql, issue, second)).toEqual(refused('code_used'));
  });

  it('stays good when its slot was taken', async () => {
    const host = await createHost(database.sql);
    const [first = 0, second = 0] = await host.openStarts();
    const issue = await askCode(database.sql, host);
    await confirmIssue(database.sql, await askCode(database.sql, host), first);
    expect(await confirmIssue(database.sql, issue, first)).toEqual(refused('slot_taken'));
    expect(await confirmIssue(database.sql, issue, second)).toMatchObject({ result: 'done' });
  });

  it('is refused past its time, whatever the clock of the process says', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const issue = await askCode(database.sql, host);
    await database.sql`update challenges set expires_at = clock_timestamp() where id = ${issue.challenge.id}`;
    expect(await confirmIssue(database.sql, issue, start)).toEqual(refused('code_expired'));
  });

  it('of a second code finds the booking that the guest has at that start', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const guestEmail = newGuest();
    const done = await confirmIssue(database.sql, await askCode(database.sql, host, { guestEmail }), start);
    const again = await confirmIssue(database.sql, await askCode(database.sql, host, { guestEmail }), start);
    expect(again).toEqual(found(done));
  });

  it('returns the version of the event that the booking was made by', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const issue = await askCode(database.sql, host);
    const [event] = await database.sql<{ version: number }[]>`
      update event_types set location_detail = 'https://meet.example/another' where id = ${issue.challenge.eventTypeId}
      returning version::int`;
    expect(event?.version).toBeGreaterThan(0);
    expect(await confirmIssue(database.sql, issue, start)).toMatchObject({ eventVersion: event?.version });
  });

  it('carried out twice at once books once', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const { challenge } = await askCode(database.sql, host);
    const attempt = await openAttempt(
      database.sql,
      challenge.id,
      'confirm',
      bookingRequest(challenge.guestEmail, start),
    );
    const confirm = async () => atOnce(await confirmBooking(database.sql, testSecrets, attempt.id));
    const twins = await Promise.all([1, 2, 3, 4].map(confirm));
    expect(tally(twins.map(({ outcome }) => outcome))).toEqual({ done: 4 });
    // Only the call that booked returns a standing; the others must read it.
    expect(twins.filter(({ standing }) => standing)).toHaveLength(1);
    expect(twins.filter(({ outcome }) => 'eventVersion' in outcome)).toHaveLength(1);
    const changes = await database.sql`select 1 from booking_changes where booking_id = ${challenge.id}`;
    expect(changes).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  const idempotencyKey = 'key-of-a-guest';
  const ready = async () => {
    const host = await createHost(database.sql);
    const guestEmail = newGuest();
    const [first = 0, second = 0] = await host.openStarts();
    const book = async (startMs: number, more: Parameters<typeof confirmIssue>[3] = {}) =>
      confirmIssue(database.sql, await askCode(database.sql, host, { guestEmail }), startMs, {
        idempotencyKey,
        ...more,
      });
    return { guestEmail, first, second, book };
  };

  it('answers the same booking for the same request', async () => {
    const { first, book } = await ready();
    const done = await book(first);
    expect(await book(first)).toEqual(found(done));
  });

  it('refuses another request', async () => {
    const { first, second, book } = await ready();
    await book(first);
    expect(await book(second)).toEqual(refused('idempotency_mismatch'));
  });

  it('knows the same request over another surface, with another case of the address', async () => {
    const { guestEmail, first, book } = await ready();
    const done = await book(first);
    const invitee = { email: guestEmail.toUpperCase(), name: null, timezone: 'UTC' };
    expect(await book(first, { source: 'public_mcp', invitee })).toEqual(found(done));
  });

  it('is not kept by a refused request', async () => {
    const host = await createHost(database.sql);
    const [first = 0, second = 0] = await host.openStarts();
    await confirmIssue(database.sql, await askCode(database.sql, host), first);
    const issue = await askCode(database.sql, host);
    await confirmIssue(database.sql, issue, first, { idempotencyKey });
    expect(await confirmIssue(database.sql, issue, second, { idempotencyKey })).toMatchObject({ result: 'done' });
  });

  it('does not show itself to another inbox: a code that was mailed elsewhere does not return the booking', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const guestEmail = newGuest();
    const elsewhere = { receivingEmail: 'agent@agent.test', agentEmail: 'agent@agent.test' };
    const stranger = await askCode(database.sql, host, { guestEmail, ...elsewhere });
    await confirmIssue(database.sql, await askCode(database.sql, host, { guestEmail }), start, { idempotencyKey });
    expect(await confirmIssue(database.sql, stranger, start, { idempotencyKey })).toEqual(refused('slot_taken'));
  });
});

describe('a guest who is moved about', () => {
  it('is tried sixty times an hour at most', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const { challenge } = await askCode(database.sql, host);
    const ask = (minute: number) =>
      openAttempt(
        database.sql,
        challenge.id,
        'confirm',
        bookingRequest(challenge.guestEmail, start + minute * MINUTE_MS),
      );
    for (let minute = 0; minute < 60; minute++) await ask(minute);
    await expect(ask(60)).rejects.toMatchObject({ refused: 'too_many_attempts' });
  });
});

describe('a hold', () => {
  it('yields to any right code after three minutes, and is gone with it', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const holder = await askCode(database.sql, host, { startMs: start });
    expect((await host.openStarts())[0]).not.toBe(start);
    await database.sql`update claims set firm_until = clock_timestamp() - interval '1 second' where booking_id = ${holder.challenge.id}`;
    expect((await host.openStarts())[0]).toBe(start);
    expect(await confirmIssue(database.sql, await askCode(database.sql, host), start)).toMatchObject({
      result: 'done',
    });
    expect(await confirmIssue(database.sql, holder, start)).toEqual(refused('slot_taken'));
  });

  it('is not renewed by asking again, but by another code', async () => {
    const host = await createHost(database.sql);
    const [start = 0] = await host.openStarts();
    const guestEmail = newGuest();
    const first = await askCode(database.sql, host, { guestEmail, startMs: start });
    const { id } = first.challenge;
    await database.sql`update challenges set accepted_at = issued_at where id = ${id}`;
    expect((await askCode(database.sql, host, { guestEmail, startMs: start })).hold).toEqual(first.hold);
    await database.sql`
      update challenges set issued_at = issued_at - interval '4 minutes', expires_at = expires_at - interval '4 minutes' where id = ${id}`;
    await database.sql`update claims set firm_until = firm_until - interval '4 minutes' where booking_id = ${id}`;
    const repeated = await askCode(database.sql, host, { guestEmail, startMs: start, mayResend: false });
    expect(repeated.hold).toEqual({ held: false, reason: 'hold_over' });
    const again = await askCode(database.sql, host, { guestEmail, startMs: start });
    expect(again.challenge.issueNo).toBe(2);
    expect(again.hold?.held && again.hold.firmUntilMs - Date.now()).toBeGreaterThan(170_000);
  });

  it('moves when the guest asks for another start', async () => {
    const host = await createHost(database.sql);
    const [first = 0, second = 0] = await host.openStarts();
    const guestEmail = newGuest();
    await askCode(database.sql, host, { guestEmail, startMs: first });
    await askCode(database.sql, host, { guestEmail, startMs: second });
    const open = await host.openStarts();
    expect(open).toContain(first);
    expect(open).not.toContain(second);
  });

  it('is refused above three for one client, and the code still comes', async () => {
    const host = await createHost(database.sql);
    const starts = await host.openStarts();
    const holds = [];
    for (const startMs of starts.slice(0, 4)) {
      holds.push((await askCode(database.sql, host, { startMs, clientNetwork: '198.51.100.7' })).hold?.held);
    }
    expect(holds).toEqual([true, true, true, false]);
  });

  it('is refused above six for the networks of one /48', async () => {
    const host = await createHost(database.sql);
    const starts = await host.openStarts();
    const holds = [];
    for (const [n, startMs] of starts.slice(60, 67).entries()) {
      holds.push((await askCode(database.sql, host, { startMs, clientNetwork: `2001:db8:7:${n}00::/64` })).hold?.held);
    }
    expect(holds).toEqual([...Array<boolean>(6).fill(true), false]);
  });

  it('of eight hours does not empty a day; a first one of an hour is held, even if it is all that is left', async () => {
    const office = await createHost(database.sql, { duration_minutes: 480 });
    await database.sql`
      update schedule_rules set start_minute = 540, end_minute = 1020
      where schedule_id in (select schedule_id from event_types where id = ${office.eventTypeId})`;
    const [day = 0] = await office.openStarts();
    expect((await askCode(database.sql, office, { startMs: day })).hold).toEqual({
      held: false,
      reason: 'too_many_holds',
    });
    expect((await office.openStarts())[0]).toBe(day);
    await changeEvent(database.sql, office, { duration_minutes: 60 });
    const [hour = 0] = await office.openStarts();
    expect((await askCode(database.sql, office, { startMs: hour })).hold?.held).toBe(true);
  });
});

describe('upcoming bookings of one host', () => {
  type From = Pick<CodeRequest, 'clientNetwork' | 'mailDomain' | 'verificationRequired'>;
  const bookFrom = async (host: TestHost, startMs: number, from: From) =>
    confirmIssue(database.sql, await askCode(database.sql, host, from), startMs);
  const floodsOf = ({ userId }: TestHost) => database.sql`
    select mail_domains, cardinality(networks) as networks from booking_floods where host_id = ${userId}`;

  it.each([
    [
      'mail domain',
      'upcoming_per_mail_domain',
      (n: number) => `198.18.${n}.1`,
      () => 'invented.test',
      [['invented.test'], 0],
    ],
    ['network', 'upcoming_per_network', () => '198.18.0.1', (n: number) => `company-${n}.test`, [[], 1]],
  ])('stop at the cap of one %s, in one incident; others still book', async (_, column, network, domain, found) => {
    const host = await createHost(database.sql);
    await database.sql`update workspaces set ${database.sql({ [column]: 3 })} where id = ${host.workspaceId}`;
    const starts = await host.openStarts();
    const outcomes = [];
    const from = (n: number): From => ({
      clientNetwork: network(n),
      mailDomain: domain(n),
      verificationRequired: column === 'upcoming_per_mail_domain',
    });
    for (let n = 0; n < 5; n++) outcomes.push(await bookFrom(host, starts[n] ?? 0, from(n)));
    expect(outcomes.map(({ result }) => result)).toEqual(['done', 'done', 'done', 'refused', 'refused']);
    expect(outcomes.at(-1)).toEqual({ ...refused('too_many_upcoming'), limit: 3, retryAfterSeconds: 3_600 });
    expect((await floodsOf(host)).map(({ mail_domains, networks }) => [mail_domains, networks])).toEqual([found]);
    const other = { clientNetwork: '203.0.113.7', mailDomain: 'other.test', verificationRequired: false };
    expect(await bookFrom(host, starts[9] ?? 0, other)).toMatchObject({ result: 'done' });
  });

  it('of one mail domain do not shut out its people who enter a code of their own inbox', async () => {
    const host = await createHost(database.sql);
    await database.sql`update workspaces set upcoming_per_mail_domain = 2 where id = ${host.workspaceId}`;
    const starts = await host.openStarts();
    const book = (n: number, verificationRequired: boolean) =>
      bookFrom(host, starts[n] ?? 0, {
        clientNetwork: `198.18.${n}.1`,
        mailDomain: 'customer.test',
        verificationRequired,
      });
    const results = [];
    const proved = [];
    for (const [n, isProved] of [false, false, false, true, true, true].entries()) {
      results.push((await book(n, isProved)).result);
      const [flood] =
        await database.sql`select proved_mail_domains as domains from booking_floods where host_id = ${host.userId}`;
      proved.push(flood?.domains.length);
    }
    expect(results).toEqual(['done', 'done', 'refused', 'done', 'done', 'refused']);
    // Clearing cancels bookings of proved guests only once these are too many themselves.
    expect(proved).toEqual([undefined, undefined, 0, 0, 0, 1]);
    // Those that are being cleared count no more, though their flows have not canceled them yet.
    await database.sql`
      update booking_origins set cleared_flood_id = (select id from booking_floods where host_id = ${host.userId})
      where booking_id in (select id from bookings where host_id = ${host.userId} and guest_proved)`;
    expect((await book(6, true)).result).toBe('done');
  });

  it('of proved guests are an incident of proved guests, though the one who is refused proved nothing', async () => {
    const host = await createHost(database.sql);
    await database.sql`update workspaces set upcoming_per_mail_domain = 2 where id = ${host.workspaceId}`;
    const starts = await host.openStarts();
    const results = [];
    for (const [n, isProved] of [true, true, false].entries())
      results.push(
        await bookFrom(host, starts[n] ?? 0, {
          clientNetwork: `198.18.${n}.1`,
          mailDomain: 'own.test',
          verificationRequired: isProved,
        }),
      );
    expect(results.map(({ result }) => result)).toEqual(['done', 'done', 'refused']);
    const [flood] =
      await database.sql`select proved_mail_domains as proved from booking_floods where host_id = ${host.userId}`;
    expect(flood?.proved).toEqual(['own.test']);
  });

  it.each([
    ['of one domain, with codes', (_: number) => 'invented.test', true],
    ['of many domains, without codes', (n: number) => `company-${n}.test`, false],
  ])('stop at forty by default: invented addresses %s, from one network', async (_, domain, verificationRequired) => {
    const host = await createHost(database.sql);
    await database.sql`
      update workspaces set upcoming_per_network = null, upcoming_per_mail_domain = null where id = ${host.workspaceId}`;
    const starts = await host.openStarts();
    const from = (n: number): From => ({ clientNetwork: '198.18.0.1', mailDomain: domain(n), verificationRequired });
    for (let n = 0; n < 40; n++)
      expect(await bookFrom(host, starts[n] ?? 0, from(n))).toMatchObject({ result: 'done' });
    expect(await bookFrom(host, starts[40] ?? 0, from(40))).toMatchObject({
      ...refused('too_many_upcoming'),
      limit: 40,
    });
    // A refusal takes all of the booking back: its time is free.
    expect(await host.openStarts()).toContain(starts[40]);
    // A guest of the same network who enters a code of their own inbox still books.
    const proved = { clientNetwork: '198.18.0.1', mailDomain: 'other.test', verificationRequired: true };
    expect(await bookFrom(host, starts[40] ?? 0, proved)).toMatchObject({ result: 'done' });
  });
});

it('keeps a person from being in two workspaces at once', async () => {
  const one = await createHost(database.sql);
  const other = await createHost(database.sql);
  await database.sql`update event_types set host_id = ${one.userId} where id = ${other.eventTypeId}`;
  await database.sql`update memberships set user_id = ${one.userId} where workspace_id = ${other.workspaceId}`;
  const [start = 0] = await one.openStarts();
  await confirmIssue(database.sql, await askCode(database.sql, one), start);
  expect(await other.openStarts()).not.toContain(start);
  expect(await confirmIssue(database.sql, await askCode(database.sql, other), start)).toEqual(refused('slot_taken'));
});

it('books no slot of a locked workspace, nor one within the notice', async () => {
  const host = await createHost(database.sql, { minimum_notice_minutes: 600 });
  const [start = 0] = await host.listedStarts();
  const issue = await askCode(database.sql, host);
  expect(await confirmIssue(database.sql, issue, start - 60 * MINUTE_MS)).toEqual(refused('too_soon'));
  await database.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
  expect(await confirmIssue(database.sql, issue, start)).toEqual(refused('workspace_locked'));
});
