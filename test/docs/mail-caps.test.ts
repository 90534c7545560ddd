import { v7 as uuidv7 } from 'uuid';
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

/** Runs the statements of a block of docs/operations/mails.md. @returns the rows of each */
async function run(name: string, ids: Readonly<Record<string, string>> = {}) {
  const [block] = exampleOf('docs/operations/mails.md', name);
  const text = Object.entries(ids).reduce((now, [word, id]) => now.replaceAll(`<${word}>`, id), block?.text ?? '');
  const answers: Record<string, unknown>[][] = [];
  for (const statement of text.split(';').filter((part) => part.trim() !== ''))
    answers.push([...(await database.sql.unsafe(statement))]);
  return answers;
}

async function booked() {
  const host = await createHost(database.sql);
  const outcome = await confirmIssue(
    database.sql,
    await askCode(database.sql, host),
    (await host.openStarts())[0] ?? 0,
  );
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  return { id: outcome.bookingId, workspaceId: host.workspaceId };
}

it('docs/operations/mails.md: what fills an inbox, what was missed and what left past a cap is found', async () => {
  const { sql } = database;
  const { id, workspaceId } = await booked();
  await sql`
    insert into uninvited_mails (workspace_id, email, by_host, further, caused_at)
    values (${workspaceId}, 'full@guest.test', true, false, now())`;
  await sql`
    insert into activity_log (id, workspace_id, actor, source, action, data, subject_type, subject_id)
    values (${uuidv7()}, ${workspaceId}, 'system', 'system', 'booking.mails_missed', '{}', 'booking', ${id})`;
  await sql`update booking_changes set mailed_past_cap_at = now() where booking_id = ${id}`;
  const [inbox, missed, past] = await run('mail-caps', { 'folded address': 'full@guest.test', 'booking id': id });
  expect(inbox).toMatchObject([{ workspace_id: workspaceId, by_host: true }]);
  expect(missed).toMatchObject([{ subject_id: id }]);
  expect(past).toMatchObject([{ revision: 1 }]);
});
