import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrepActivities, type PrepActivities } from '../../../activities/prep/prep-pack.ts';
import { noteBookingChange } from '../../../store/prep/prep-packs.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';
import { creditsLeft, giveCredits } from '../../support/stack/prep-stack.ts';

let database: TestDatabase;
let activities: PrepActivities;
/** Of a worker that was started with ENRICHMENT=off. */
let offHere: PrepActivities;
const asked: string[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
  const parts = {
    sql: database.sql,
    lookUpDomain: (domain: string) => {
      asked.push(domain);
      throw new Error('nobody may be asked');
    },
    // Not reached: nothing is mailed here.
    ...{ mailer: undefined as never, service: undefined as never, links: undefined as never },
    ...{ now: Date.now, heartbeat: () => {}, onPrepFault: () => {} },
  };
  activities = createPrepActivities(parts);
  offHere = createPrepActivities({ ...parts, lookUpDomain: null });
});
afterAll(() => database?.close());

/** A look-up that has its credit and waits for a worker. */
async function waiting(): Promise<{ host: TestHost; bookingId: string }> {
  const host = await createHost(database.sql);
  await giveCredits(database, host.workspaceId, 1);
  const { bookingId } = await makeBooking(database.sql, host, { hostId: host.userId, eventTypeId: host.eventTypeId });
  await database.sql`update bookings set guest_email = 'ada@acme-robotics.com' where id = ${bookingId}`;
  await noteBookingChange(database.sql, bookingId, 1);
  expect(await activities.advancePrep(bookingId)).toEqual({ next: 'look up', attempt: 1 });
  expect(await creditsLeft(database, host.workspaceId)).toBe(0);
  return { host, bookingId };
}

describe('a look-up that waits', () => {
  it.each([
    [
      'the workspace wants none',
      'workspace',
      ({ workspaceId }: TestHost) => database.sql`update workspaces set prep_lookups = false where id = ${workspaceId}`,
    ],
    [
      'its event type wants no packs',
      'event_type',
      ({ eventTypeId }: TestHost) => database.sql`update event_types set prep = false where id = ${eventTypeId}`,
    ],
    [
      'the workspace is inactive',
      'workspace_inactive',
      ({ workspaceId }: TestHost) =>
        database.sql`update workspaces set subscription_status = 'inactive' where id = ${workspaceId}`,
    ],
    ['the installation looks nobody up', 'installation', async () => {}],
  ])('asks nobody once %s, and its credit comes back, once', async (_, offBy, turnOff) => {
    const { host, bookingId } = await waiting();
    await turnOff(host);
    const { lookUpCompany } = offBy === 'installation' ? offHere : activities;
    await lookUpCompany(bookingId, 1);
    await lookUpCompany(bookingId, 1);
    expect(asked).toEqual([]);
    expect(await creditsLeft(database, host.workspaceId)).toBe(1);
    const [row] =
      await database.sql`select status, credits_charged as charged, facts, off_by as "offBy" from enrichments where booking_id = ${bookingId}`;
    expect(row).toEqual({ status: 'skipped_off', charged: 0, facts: null, offBy });
    // The pack is made from what is there.
    await activities.advancePrep(bookingId);
    const [pack] = await database.sql`select status from prep_packs where booking_id = ${bookingId}`;
    expect(pack?.status).toBe('degraded');
  });
});
