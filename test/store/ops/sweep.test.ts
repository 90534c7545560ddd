import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUserCode } from '../../../domain/access/device-code.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { findWaiting, isAnyDue, noteNudges, waitingRows } from '../../../store/ops/sweep.ts';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeKey, makeTeam } from '../../support/factories/keys.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** A booking whose meeting ended `days` ago, with one link that the sweep must check now (`due`) or later. */
async function endedDaysAgo(days: number, due: boolean): Promise<string> {
  const { sql } = database;
  const host = await createHost(sql);
  const [start = 0] = await host.openStarts();
  const outcome = await confirmIssue(sql, await askCode(sql, host), start);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  const id = outcome.bookingId;
  await sql`
    update bookings set status = 'completed', end_at = now() - ${days} * interval '1 day',
      start_at = now() - (${days} + 1) * interval '1 day' where id = ${id}`;
  await sql`delete from booking_tokens where booking_id = ${id}`;
  await sql`
    insert into booking_tokens (token_hash, booking_id, purpose, look_at)
    values (${randomBytes(32)}, ${id}, 'manage', now() + ${due ? -1 : 1} * interval '1 hour')`;
  return id;
}

const lookIn = async (id: string): Promise<number | undefined> => {
  const [row] = await database.sql<{ days: number }[]>`
    select round(extract(epoch from look_at - now()) / 86400)::int as days from booking_tokens where booking_id = ${id}`;
  return row?.days;
};

/** How often each table was read from end to end. */
async function wholeReads(): Promise<Map<string, number>> {
  const rows = await database.sql<{ name: string; reads: number }[]>`
    select relname as name, seq_scan::int as reads from pg_stat_user_tables`;
  return new Map(rows.map(({ name, reads }) => [name, reads]));
}

it('reads no table from end to end, each minute, for years', async () => {
  await database.sql`select pg_stat_force_next_flush()`;
  const before = await wholeReads();
  // PostgreSQL scans small tables by choice. Without that choice, only tables without a usable index are scanned.
  const sql = postgres(database.url, { max: 1, connection: { enable_seqscan: 'off' } as never });
  await deleteOutdated(sql);
  await findWaiting(sql, waitingRows);
  await sql.end();
  const grown = [...(await wholeReads())].filter(([name, reads]) => reads > (before.get(name) ?? 0));
  expect(grown).toEqual([]);
});

it('forgets links 62 days after the end of their meeting, and looks again at those of later meetings', async () => {
  const old = await endedDaysAgo(63, true);
  const recent = await endedDaysAgo(61, true);
  const coming = await endedDaysAgo(-200, true);
  const unseen = await endedDaysAgo(63, false);
  await deleteOutdated(database.sql);
  expect(await lookIn(old)).toBeUndefined();
  expect(await lookIn(recent)).toBe(1);
  expect(await lookIn(coming)).toBe(262);
  expect(await lookIn(unseen)).toBe(0);
});

it('forgets a test booking eight days after its key ended, but not before it is canceled', async () => {
  const { sql } = database;
  const host = await createHost(sql);
  const key = await makeKey(sql, { workspaceId: host.workspaceId, userId: host.userId, mode: 'test' });
  const [start = 0, later = 0] = await host.openStarts();
  const ids = [];
  for (const startMs of [start, later]) {
    const outcome = await confirmIssue(sql, await askCode(sql, host), startMs);
    if (outcome.result !== 'done') throw new Error(outcome.reason);
    ids.push(outcome.bookingId);
    await sql`
      insert into test_bookings (booking_id, api_key_id, ended_at)
      values (${outcome.bookingId}, ${key.id}, now() - interval '9 days')`;
  }
  const [live = '', canceled = ''] = ids;
  await sql`update bookings set status = 'canceled' where id = ${canceled}`;
  await deleteOutdated(sql);
  const left = await sql`select booking_id as id from test_bookings where booking_id = any(${ids}::uuid[])`;
  expect(left.map(({ id }) => id)).toEqual([live]);
});

it('forgets whom an agent asked in vain after 30 days, be it refused or expired, and keeps what was ever verified', async () => {
  const { sql } = database;
  const key = await (await makeTeam(sql)).key('owner');
  const ids = [];
  for (const [status, isVerified, days] of [
    ['revoked', false, 31],
    ['expired', false, 31],
    ['revoked', true, 31],
    ['revoked', false, 29],
  ] as const) {
    const id = uuidv7();
    const endedAt = sql`now() - ${days} * interval '1 day'`;
    await sql`
      insert into agent_principals (id, workspace_id, api_key_id, prospect_email, agent_label, status, created_at, ends_at, verified_at,
        revoked_at, revoked_by)
      values (${id}, ${key.workspaceId}, ${key.id}, ${`${id}@stranger.test`}, 'Robo', ${status}, ${endedAt}, ${endedAt},
        ${isVerified ? endedAt : null}, ${status === 'revoked' ? endedAt : null}, ${status === 'revoked' ? 'link' : null})`;
    ids.push(id);
  }
  await deleteOutdated(sql);
  const left = await sql`select id from agent_principals where id = any(${ids}::uuid[]) order by id`;
  expect(left.map(({ id }) => id)).toEqual(ids.slice(2));
});

it('does not keep a booking waiting for the links of strangers', async () => {
  const { sql } = database;
  await sql`
    insert into outbox_mails (id, kind, subject_id, created_at)
    select id, 'sign_in_link', id, now() - interval '64 minutes 30 seconds'
    from (select gen_random_uuid() as id from generate_series(1, 501)) links`;
  const host = await createHost(sql);
  const { challenge } = await askCode(sql, host);
  await sql`update challenges set expires_at = now() - interval '90 seconds' where id = ${challenge.id}`;
  const found = await findWaiting(sql, waitingRows);
  expect(found.filter(({ flow }) => flow === 'mail')).toHaveLength(100);
  expect(found.slice(0, 2).map(({ id }) => id)).toContain(challenge.id);
});

it('does not keep a meeting that is over waiting for the codes of strangers', async () => {
  const { sql } = database;
  const over = await endedDaysAgo(0, false);
  await sql`update bookings set status = 'confirmed', end_at = now() - interval '90 seconds' where id = ${over}`;
  const { challenge } = await askCode(sql, await createHost(sql));
  await sql`
    insert into challenges (id, workspace_id, event_type_id, guest_email, receiving_email, status, verification_required,
      issue_no, issued_at, expires_at, client_network, source)
    select gen_random_uuid(), workspace_id, event_type_id, n || guest_email, n || receiving_email, status, verification_required,
      issue_no, issued_at, now() - interval '64 minutes 30 seconds', client_network, source
    from challenges, generate_series(1, 501) as n where id = ${challenge.id}`;
  expect((await findWaiting(sql, waitingRows)).map(({ id }) => id)).toContain(over);
});

/** A code that expired some minutes ago, and a way to see whether the sweep would nudge its flow now. */
async function expiredFor(minutes: number) {
  const { sql } = database;
  const { challenge } = await askCode(sql, await createHost(sql));
  await sql`
    update challenges set expires_at = now() - ${minutes} * interval '1 minute' - interval '30 seconds' where id = ${challenge.id}`;
  const { id } = challenge;
  // Without the rows of other tests, which fill the batch of codes.
  const own = { booking: (of: typeof sql) => of`select * from (${waitingRows.booking(of)}) r where id = ${id}` };
  return {
    id,
    row: async () => (await findWaiting(sql, own)).find((row) => row.id === id),
    nudge: async () => noteNudges(sql, await findWaiting(sql, own)),
  };
}

it('nudges a flow that it has not nudged yet, for however long its row has waited', async () => {
  for (const minutes of [1, 3, 17, 5_000]) expect(await (await expiredFor(minutes)).row()).toMatchObject({ tries: 0 });
});

it('waits longer with each nudge, and begins again when the row waits for something new', async () => {
  const waiting = await expiredFor(17);
  await waiting.nudge();
  expect(await waiting.row()).toBeUndefined();
  await database.sql`
    update flow_nudges set nudged_at = nudged_at - interval '1 minute', next_at = next_at - interval '1 minute' where id = ${waiting.id}`;
  expect(await waiting.row()).toMatchObject({ tries: 1 });
  await waiting.nudge();
  const [{ minutes } = { minutes: 0 }] = await database.sql<{ minutes: number }[]>`
    select extract(epoch from next_at - nudged_at) / 60 as minutes from flow_nudges where id = ${waiting.id}`;
  expect(Number(minutes)).toBeGreaterThan(1.5);
  await database.sql`update challenges set expires_at = now() - interval '2 minutes' where id = ${waiting.id}`;
  expect(await waiting.row()).toMatchObject({ tries: 0 });
});

it('takes rows that were nudged less often first, however much longer others have waited', async () => {
  const { sql } = database;
  const [old, recent] = [await expiredFor(17), await expiredFor(2)];
  await old.nudge();
  await sql`
    update flow_nudges set nudged_at = nudged_at - interval '1 minute', next_at = next_at - interval '1 minute' where id = ${old.id}`;
  const both = {
    booking: (of: typeof sql) => of`select * from (${waitingRows.booking(of)}) r where id in (${old.id}, ${recent.id})`,
  };
  expect((await findWaiting(sql, both)).map(({ id }) => id)).toEqual([recent.id, old.id]);
});

it('goes on with the next rows of a lot as soon as nudged flows have done their work', async () => {
  const { sql } = database;
  const { id } = await expiredFor(5);
  const prefix = `drain-${id}-`;
  await sql`
    insert into challenges (id, workspace_id, event_type_id, guest_email, receiving_email, status, verification_required,
      issue_no, issued_at, expires_at, client_network, source)
    select gen_random_uuid(), workspace_id, event_type_id, ${prefix} || n, ${prefix} || n, status, verification_required,
      issue_no, issued_at, expires_at, client_network, source
    from challenges, generate_series(1, 250) as n where id = ${id}`;
  const queries = {
    booking: (of: typeof sql) => of`
      select r.* from (${waitingRows.booking(of)}) r join challenges c on c.id = r.id where c.guest_email like ${`${prefix}%`}`,
  };
  const counts: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const rows = await findWaiting(sql, queries);
    counts.push(rows.length);
    await noteNudges(sql, rows);
    // Full: nothing more while they work.
    if (rows.length === 100) expect(await findWaiting(sql, queries)).toEqual([]);
    expect(await isAnyDue(sql, queries)).toBe(round < 2);
    await sql`update challenges set status = 'expired' where id in ${sql([id, ...rows.map((row) => row.id)])}`;
  }
  expect(counts).toEqual([100, 100, 50, 0]);
});

it('forgets a device session thirty days after it was opened', async () => {
  const { sql } = database;
  const openedDaysAgo = async (days: number): Promise<string> => {
    const id = uuidv7();
    const userCode = newUserCode();
    await sql`
      insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at)
      values (${id}, ${randomBytes(32)}, ${userCode}, '', 'expired', 5, now() - ${days} * interval '1 day', now())`;
    return id;
  };
  const [old, recent] = [await openedDaysAgo(31), await openedDaysAgo(29)];
  await deleteOutdated(sql);
  const left = await sql`select id from device_sessions where id in ${sql([old, recent])}`;
  expect(left).toEqual([{ id: recent }]);
});

it('forgets addresses whose mails of moves wait for nothing more', async () => {
  const { sql } = database;
  const wait = async (status: string, { tryAt, announced }: { tryAt: string; announced: boolean }) => {
    const id = await endedDaysAgo(0, false);
    await sql`update bookings set status = ${status} where id = ${id}`;
    await sql`update booking_changes set announced_at = ${announced ? sql`now()` : null} where booking_id = ${id}`;
    await sql`
      insert into waiting_mails (booking_id, email, revision, known_start_at, known_end_at, try_at)
      values (${id}, 'waits@guest.test', 1, now(), now(), ${tryAt}::text::timestamptz)`;
    return id;
  };
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const over = [
    await wait('no_show', { tryAt: yesterday, announced: true }),
    await wait('canceled', { tryAt: 'infinity', announced: true }),
  ];
  const needed = [
    // The flow counts it as missed, and the mail of an end names the time that is known.
    await wait('confirmed', { tryAt: yesterday, announced: true }),
    await wait('canceled', { tryAt: 'infinity', announced: false }),
  ];
  await deleteOutdated(sql);
  const left = await sql`select booking_id as id from waiting_mails where booking_id in ${sql([...over, ...needed])}`;
  expect(left.map(({ id }) => id).sort()).toEqual([...needed].sort());
});

it('forgets after thirty days from which network a token of an app was used', async () => {
  const { sql } = database;
  const usedDaysAgo = async (days: number) => {
    const idHash = randomBytes(32);
    await sql`
      insert into oauth_artifacts (model, id_hash, payload, expires_at, consumed_at, consumed_from)
      values ('RefreshToken', ${idHash}, '{}', now() + interval '30 days', now() - ${days} * interval '1 day', '192.0.2.1')`;
    return idHash;
  };
  const [old, recent] = [await usedDaysAgo(31), await usedDaysAgo(29)];
  await deleteOutdated(sql);
  const from = async (idHash: Buffer) =>
    (await sql`select consumed_from as "from" from oauth_artifacts where id_hash = ${idHash}`).map((row) => row.from);
  expect([await from(old), await from(recent)]).toEqual([[null], ['192.0.2.1']]);
});
