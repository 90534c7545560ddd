import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteWorkspace } from '../../../store/ops/delete-workspace.ts';
import { advanceErasure, markChargesEnded, readChargesToEnd } from '../../../store/ops/erase-workspace.ts';
import { BELOW, ERASED, OUTLIVING } from '../../../store/ops/erased-tables.ts';
import { readLateFlows, waitingRows } from '../../../store/ops/sweep.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { makeSeat, makeTeam } from '../../support/factories/keys.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('knows every table that names a workspace', async () => {
  const tables = await database.sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE' order by 1`;
  const known = [...ERASED.map(({ table }) => table), ...Object.keys(BELOW), ...Object.keys(OUTLIVING)];
  expect(known.sort()).toEqual(tables.map(({ name }) => name));
});

it('lets rows go with the row that they are said to hang below', async () => {
  const cascades = await database.sql<{ below: string }[]>`
    select conrelid::regclass || ' ' || confrelid::regclass as below from pg_constraint where contype = 'f' and confdeltype = 'c'`;
  expect(cascades.map(({ below }) => below)).toEqual(
    expect.arrayContaining(Object.entries(BELOW).map(([table, above]) => `${table} ${above}`)),
  );
});

/** A workspace whose day has come, with meetings, a key and a seat. */
async function dueWorkspace() {
  const { sql } = database;
  const team = await makeTeam(sql);
  const { workspaceId, members } = team;
  const hostId = members.owner.userId;
  const { bookingId } = await makeBooking(sql, team, { hostId });
  await makeBooking(sql, team, { hostId, status: 'completed', startMs: Date.now() - 9e8 });
  await makeSeat(sql, { workspaceId, userId: hostId });
  await deleteWorkspace(sql, { workspaceId, slug: team.slug }, { actor: null, source: 'dashboard' });
  await sql`update workspaces set erase_at = now() where id = ${workspaceId}`;
  return { workspaceId, bookingId, ownerEmail: members.owner.email };
}

/** Erasures that the sweep and its gauge count as late. */
async function lateErasures(): Promise<number | undefined> {
  const late = await readLateFlows(database.sql, waitingRows);
  return late.find(({ flow }) => flow === 'workspaceErasure')?.rows;
}

it('cancels, waits for mails, ends charges, erases, and mails the owners; each step may be repeated', async () => {
  const { sql } = database;
  const { workspaceId, bookingId, ownerEmail } = await dueWorkspace();
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'canceling', canceled: [bookingId] });
  const steps =
    await sql`select erasure_due_at > now() - interval '1 minute' as "isNew" from workspaces where id = ${workspaceId}`;
  expect(steps).toEqual([{ isNew: true }]);
  await sql`update workspaces set erase_at = now() - interval '6 days', erasing_at = now() - interval '6 days' where id = ${workspaceId}`;
  expect(await lateErasures()).toBe(0);
  await sql`update workspaces set erasure_due_at = now() - interval '5 minutes' where id = ${workspaceId}`;
  expect(await lateErasures()).toBe(1);
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'settling', waitMs: 60_000 });
  expect(await lateErasures()).toBe(0);
  await sql`update booking_changes set announced_at = now() where booking_id = ${bookingId}`;
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'paying' });
  await markChargesEnded(sql, workspaceId);
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'erased' });
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'erased' });
  const mails = await sql`select kind from outbox_mails where recipient = ${ownerEmail} order by created_at`;
  expect(mails.map(({ kind }) => kind)).toEqual(['workspace_deleted', 'workspace_erased']);
});

it('goes on after a week without what holds it up, but not without the end of charges', async () => {
  const { sql } = database;
  const { workspaceId } = await dueWorkspace();
  await advanceErasure(sql, workspaceId);
  await sql`update workspaces set erasing_at = now() - interval '8 days' where id = ${workspaceId}`;
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'paying' });
  expect(await readChargesToEnd(sql, workspaceId)).toEqual({ customerId: null, isOverdue: true });
  await markChargesEnded(sql, workspaceId);
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'erased' });
});

/** Read once by an erasure, at its end, and small: rows of some days. */
const READ_WHOLE = ['challenges', 'claims'];

it('reads no large table from end to end', async () => {
  const { workspaceId } = await dueWorkspace();
  const reads = async () => {
    const rows = await database.sql<{ name: string; reads: number }[]>`
      select relname as name, seq_scan::int as reads from pg_stat_user_tables`;
    return new Map(rows.map(({ name, reads: count }) => [name, count]));
  };
  await database.sql`select pg_stat_force_next_flush()`;
  const before = await reads();
  const sql = postgres(database.url, { max: 1, connection: { enable_seqscan: 'off' } as never });
  await advanceErasure(sql, workspaceId);
  await sql`update workspaces set erasing_at = now() - interval '8 days' where id = ${workspaceId}`;
  await markChargesEnded(sql, workspaceId);
  expect(await advanceErasure(sql, workspaceId)).toEqual({ stage: 'erased' });
  await sql.end();
  const grown = [...(await reads())].filter(([name, count]) => count > (before.get(name) ?? 0));
  expect(grown.map(([name]) => name).filter((name) => !READ_WHOLE.includes(name))).toEqual([]);
});
