import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUserCode } from '../../../domain/access/device-code.ts';
import { deleteOutdated, findWaiting, waitingRows } from '../../../store/ops/sweep.ts';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
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

it('does not keep a booking waiting for the links of strangers', async () => {
  const { sql } = database;
  await sql`
    insert into sign_in_links (id, email, token_hash, browser_hash, return_to, client_network, created_at, expires_at)
    select gen_random_uuid(), 'sweep-' || n || '@new.test', sha256(('sweep' || n)::bytea), '', '/', '',
      now() - interval '64 minutes 30 seconds', now() + interval '1 hour'
    from generate_series(1, 501) as n`;
  const host = await createHost(sql);
  const { challenge } = await askCode(sql, host);
  await sql`update challenges set expires_at = now() - interval '90 seconds' where id = ${challenge.id}`;
  const found = await findWaiting(sql, waitingRows);
  expect(found.filter(({ flow }) => flow === 'signIn')).toHaveLength(500);
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
