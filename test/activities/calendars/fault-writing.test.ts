import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeCalendarEvents } from '../../../activities/calendars/booking-events.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import type { ProviderError } from '../../../outbound/calendars/provider.ts';
import { makeEventsDue } from '../../../store/calendars/events.ts';
import { inTransaction } from '../../../store/database.ts';
import { bookingProblems } from '../../support/asserts/calendar-audit.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { type CalendarActivities, startCalendarActivities } from '../../support/factories/calendar-activities.ts';
import { cells, PROVIDERS } from '../../support/factories/calendar-faults.ts';
import { makeTeam } from '../../support/factories/keys.ts';

type Change = 'create' | 'move' | 'cancel';

const METHODS = {
  google: { create: 'POST ', move: 'PUT ', cancel: 'DELETE ' },
  microsoft: { create: 'POST ', move: 'PATCH ', cancel: 'DELETE ' },
} as const;

let world: CalendarActivities;
beforeAll(async () => {
  world = await startCalendarActivities();
});
afterAll(() => world.close());
afterEach(async () => {
  expect(await world.clean()).toEqual([]);
});

/** A booking whose host has a calendar. */
async function bookWith(provider: CalendarProviderName): Promise<string> {
  const team = await makeTeam(world.sql);
  await world.connect(provider, team.host.userId);
  return (await makeBooking(world.sql, team, { hostId: team.host.userId })).bookingId;
}

/** Changes the booking, and makes its event due. */
const change = (bookingId: string, how: Change) =>
  inTransaction(world.sql, async (tx) => {
    if (how === 'move')
      await tx`
        update bookings set start_at = start_at + interval '5 hours', end_at = end_at + interval '5 hours', status = 'rescheduled'
        where id = ${bookingId}`;
    if (how === 'cancel') await tx`update bookings set status = 'canceled' where id = ${bookingId}`;
    await makeEventsDue(tx, bookingId);
  });

/** @returns the state of its event */
async function write(bookingId: string): Promise<string> {
  await writeCalendarEvents(world.dependencies, bookingId);
  const [row] = await world.sql<{ state: string }[]>`select state from calendar_events where booking_id = ${bookingId}`;
  return row?.state ?? 'none';
}

/** What would take seconds, or the host's click. */
const letTimePass = (bookingId: string, isFailed: boolean) =>
  inTransaction(world.sql, async (tx) => {
    await tx`update calendar_connections set throttled_until = null`;
    await tx`update calendar_events set work_at = now() where booking_id = ${bookingId} and work_at is not null`;
    // As the host's retry does.
    if (isFailed) await makeEventsDue(tx, bookingId);
  });

describe('writing the event of a booking', () => {
  it.each(cells('write'))(
    '%s, %s: %s at first, and then one event, moved and deleted with its booking',
    async (...cell) => {
      const [provider, kind, first] = cell;
      const bookingId = await bookWith(provider);
      for (const how of ['create', 'move', 'cancel'] as const) {
        await change(bookingId, how);
        world.fail(provider, kind, METHODS[provider][how]);
        const done = how === 'cancel' ? 'deleted' : 'written';
        expect(await write(bookingId), how).toBe(first === 'written' ? done : first);
        expect(world[provider].faults.waiting, how).toEqual([]);
        await letTimePass(bookingId, first === 'failed');
        expect(await write(bookingId), how).toBe(done);
        expect(await bookingProblems(world), how).toEqual([]);
      }
    },
  );

  it('what only operators can mend is tried again, mails no host, and is reported with the answer', async () => {
    const bookingId = await bookWith('google');
    await change(bookingId, 'create');
    world.google.faults.add({ kind: '403', reason: 'accessNotConfigured', match: METHODS.google.create });
    const reported: string[] = [];
    const onProviderFailure = (_: string, { failure, detail }: ProviderError) =>
      void reported.push(`${failure} ${detail}`);
    await writeCalendarEvents({ ...world.dependencies, onProviderFailure }, bookingId);
    expect(reported).toEqual(['misconfigured 403 accessNotConfigured']);
    const [row] =
      await world.sql`select state, mail, work_at > now() as later from calendar_events where booking_id = ${bookingId}`;
    expect(row).toEqual({ state: 'due', mail: null, later: true });
    await letTimePass(bookingId, false);
    expect(await write(bookingId)).toBe('written');
  });

  it('another key of the same name is no fault of the person’s: it waits, and the calendar stays connected', async () => {
    const bookingId = await bookWith('google');
    await change(bookingId, 'create');
    await world.sql`update calendar_connections set access_expires_at = now()`;
    const tokenKeys = [{ id: 'main', key: randomBytes(32) }];
    const reported: string[] = [];
    const onProviderFailure = (_: string, { failure }: ProviderError) => void reported.push(failure);
    await writeCalendarEvents({ ...world.dependencies, tokenKeys, onProviderFailure }, bookingId);
    expect(reported).toEqual(['misconfigured']);
    expect(await world.sql`select distinct status from calendar_connections`).toEqual([{ status: 'active' }]);
    await letTimePass(bookingId, false);
    expect(await write(bookingId)).toBe('written');
  });

  // Temporal gives a try up after a minute. Its last call may still be on its way to the provider.
  it.each(
    PROVIDERS.flatMap((provider) => [
      [provider, 'create', 'cancel'] as const,
      [provider, 'create', 'move'] as const,
      [provider, 'move', 'move'] as const,
      [provider, 'move', 'cancel'] as const,
    ]),
  )('%s: a %s that arrives after the %s that came next leaves the event as the booking is', async (...steps) => {
    const [provider, first, then] = steps;
    const bookingId = await bookWith(provider);
    await change(bookingId, 'create');
    if (first === 'move') {
      expect(await write(bookingId)).toBe('written');
      await change(bookingId, 'move');
    }
    const { seen, faults } = world[provider];
    const before = seen.length;
    faults.add({ kind: 'slow', match: METHODS[provider][first], delayMs: 400 });
    const late = writeCalendarEvents(world.dependencies, bookingId);
    const isCalled = () => seen.slice(before).some(({ method }) => `${method} ` === METHODS[provider][first]);
    await expect.poll(isCalled, { interval: 5 }).toBe(true);
    await change(bookingId, then);
    await write(bookingId);
    await late;
    await letTimePass(bookingId, false);
    await write(bookingId);
    expect(await bookingProblems(world)).toEqual([]);
  });
});
