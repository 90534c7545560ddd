import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeStatuses, scheduledStatuses } from '../../domain/booking/booking-states.ts';
import { isActiveIn, isScheduledIn } from '../../store/live-bookings.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const statuses = ['pending_confirmation', 'confirmed', 'canceled', 'rescheduled', 'no_show', 'completed'];

it('says what the domain says', async () => {
  const { sql } = database;
  const rows = await sql<{ status: string; isActive: boolean; isScheduled: boolean }[]>`
    select status, ${isActiveIn(sql, 'b')} as "isActive", ${isScheduledIn(sql, 'b')} as "isScheduled"
    from unnest(${statuses}::text[]) as b(status)`;
  const those = (is: 'isActive' | 'isScheduled') => rows.filter((row) => row[is]).map(({ status }) => status);
  expect(those('isActive').sort()).toEqual([...activeStatuses].sort());
  expect(those('isScheduled').sort()).toEqual([...scheduledStatuses].sort());
});

it('lets a plan for any event type use the index of live bookings', async () => {
  const sql = postgres(database.url, {
    max: 1,
    connection: { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' } as never,
  });
  const plan = await sql`
    explain select count(*) from bookings b
    where b.event_type_id = ${uuidv7()} and ${isActiveIn(sql, 'b')} and b.end_at > ${new Date()}`;
  await sql.end();
  expect(JSON.stringify(plan)).toContain('bookings_live');
});
