import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../store/migrate.ts';
import { readEnrichment } from '../../../store/prep/enrichments.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const NAME = '0160_addresses_outside_the_public_internet.sql';

it('older records of addresses outside the public internet get the class and status of their own; others stay', async () => {
  const { sql } = database;
  const team = await makeTeam(sql);
  const keep = async (status: string, emailClass: string | null, hour: number) => {
    const startMs = Date.UTC(2026, 11, 20, hour);
    const { bookingId } = await makeBooking(sql, team, { hostId: team.members.owner.userId, startMs });
    await sql`insert into prep_packs ${sql({ booking_id: bookingId, workspace_id: team.workspaceId, revision: 1 })}`;
    await sql`
      insert into enrichments (id, booking_id, workspace_id, status, email_class)
      values (${uuidv7()}, ${bookingId}, ${team.workspaceId}, ${status}, ${emailClass})`;
    return bookingId;
  };
  const kept = [
    await keep('skipped_personal_email', 'business', 1),
    await keep('skipped_personal_email', 'role', 2),
    await keep('skipped_personal_email', 'free', 3),
    await keep('skipped_personal_email', 'disposable', 4),
    await keep('skipped_off', 'business', 5),
    await keep('succeeded', 'role', 6),
  ];
  await sql`delete from migrations where name = ${NAME}`;
  expect(await migrate(sql)).toEqual([NAME]);
  const found = await Promise.all(kept.map((bookingId) => readEnrichment(sql, bookingId)));
  expect(found.map((row) => [row?.status, row?.emailClass])).toEqual([
    ['skipped_non_public_domain', 'non_public'],
    ['skipped_non_public_domain', 'non_public'],
    ['skipped_personal_email', 'free'],
    ['skipped_personal_email', 'disposable'],
    ['skipped_off', 'business'],
    ['succeeded', 'role'],
  ]);
});
