import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { keepListening } from '../../../store/webhooks/heard-events.ts';
import { createHost } from '../../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const minutesTo = (at: Date) => Math.round((at.getTime() - Date.now()) / 60_000);
/** As if so much time had passed. */
const pass = (workspaceId: string, minutes: number) => database.sql`
  update webhook_listeners set until = until - ${minutes}::int * interval '1 minute' where workspace_id = ${workspaceId}`;
async function happen(workspaceId: string): Promise<string> {
  const seatId = uuidv7();
  await inTransaction(database.sql, (tx) =>
    noteEvent(tx, { type: 'seat.created', workspaceId, subjectId: seatId, data: { seatId } }),
  );
  return seatId;
}

it('who goes on asking is renewed before the end, and misses no event between two calls', async () => {
  const { workspaceId } = await createHost(database.sql);
  expect(minutesTo(await keepListening(database.sql, workspaceId))).toBe(15);
  // While much is left, a call writes nothing.
  await pass(workspaceId, 4);
  expect(minutesTo(await keepListening(database.sql, workspaceId))).toBe(11);
  const seats: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    await pass(workspaceId, 9);
    seats.push(await happen(workspaceId));
    expect(minutesTo(await keepListening(database.sql, workspaceId))).toBe(15);
  }
  const written = await database.sql`
    select subject_id as "subjectId" from webhook_events where workspace_id = ${workspaceId} order by created_at, id`;
  expect(written.map(({ subjectId }) => subjectId)).toEqual(seats);
});
