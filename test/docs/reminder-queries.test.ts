import { afterAll, beforeAll, expect, it } from 'vitest';
import { askCode, confirmIssue } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';
import { exampleOf } from './run-examples.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const now = Date.now();
const outage = now - HOUR_MS;
const at = (atMs: number | null, id: string) => ({ id, to: 'guest', side: atMs === null ? 'no_show' : 'before', atMs });
const due = at(outage - HOUR_MS, 'due');
const during = at(outage + HOUR_MS / 2, 'during');
const later = at(now + HOUR_MS, 'later');
const unmarked = at(null, 'unmarked');

/** A booking with these reminders. @returns its id */
async function booked(reminders: readonly { readonly atMs: number | null }[]): Promise<string> {
  const { sql } = database;
  const host = await createHost(sql);
  const outcome = await confirmIssue(sql, await askCode(sql, host), (await host.openStarts())[0] ?? 0);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  const first = Math.min(...reminders.flatMap(({ atMs }) => atMs ?? []));
  await sql`
    update bookings set reminders = ${sql.json(reminders as never)}, remind_at = to_timestamp(${first / 1000}::float8)
    where id = ${outcome.bookingId}`;
  return outcome.bookingId;
}

it('docs/operations/restore.md: after a restore, reminders that were due before the outage are left out, and others leave', async () => {
  const { sql } = database;
  const [some, one, young] = [await booked([due, during, later, unmarked]), await booked([due]), await booked([later])];
  const [block] = exampleOf('docs/operations/restore.md', 'reminders-after-restore');
  const text = (block?.text ?? '').replaceAll('<outage>', new Date(outage).toISOString());
  const [count = '', leaveOut = ''] = text.split(';');
  expect(await sql.unsafe(count)).toEqual([{ count: '2' }]);
  await sql.unsafe(leaveOut);
  const stateOf = async (id: string) => {
    const [row] = await sql<{ reminders: { id: string }[] | null; atMs: number | null }[]>`
      select reminders, (extract(epoch from remind_at) * 1000)::float8 as "atMs" from bookings where id = ${id}`;
    return { ids: row?.reminders?.map((reminder) => reminder.id) ?? null, atMs: row?.atMs };
  };
  expect(await stateOf(some)).toEqual({ ids: ['during', 'later', 'unmarked'], atMs: during.atMs });
  expect(await stateOf(one)).toEqual({ ids: null, atMs: null });
  expect(await stateOf(young)).toEqual({ ids: ['later'], atMs: later.atMs });
});
