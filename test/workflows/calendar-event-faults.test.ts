import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/database.ts';
import { moveMeeting } from '../../store/members/hand-over.ts';
import { createHost } from '../support/drivers/host.ts';
import { providersAt } from '../support/factories/calendars.ts';
import { startCheckedGoogle } from '../support/fakes/google.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { type Booked, bookWithCalendar, CALENDAR, deleteByHand, eventIs, eventOf } from './calendar-event-paths.ts';
import { type CalendarWorld, signal } from './calendar-paths.ts';

let world: CalendarWorld;
let stack: Stack;
beforeAll(async () => {
  const google = await startCheckedGoogle();
  const providers = providersAt(google);
  stack = await startStack({ demo: false, calendarProviders: providers });
  world = { stack, google, microsoft: undefined as never, providers, broken: new Set() };
});
afterAll(async () => {
  await stack.close();
  await world.google.close();
});
afterEach(() => world.google.faults.clear());

const statusOf = async ({ journey }: Booked) =>
  (await stack.sql<{ status: string }[]>`select status from bookings where id = ${journey.bookingId}`)[0]?.status;
/** Mails about its calendar that the host got. */
const problems = async ({ journey }: Booked) => {
  const [row] = await stack.sql<{ email: string }[]>`select email::text from users where id = ${journey.host.userId}`;
  return (await stack.mailbox(row?.email ?? '')).filter(({ kind }) => kind === 'calendar_event');
};

describe('an event of a booking', () => {
  it('that its host deleted is missed, although the cursor was lost meanwhile: a whole reading shows no deleted events', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { id } = booked.connection;
    const other = await bookWithCalendar(world, 'google');
    world.google.faults.add({ kind: 'lostPush', count: 5 });
    await deleteByHand(world, booked);
    world.google.hand.calendar(CALENDAR.google).age += 1;
    await stack.sql`update calendar_connections set changed_at = clock_timestamp() where id = ${id}`;
    signal(stack, id, 'push');
    await expect.poll(() => statusOf(booked)).toBe('canceled');
    expect(await statusOf(other)).toBe('confirmed');
  });

  it('that cannot be deleted is said to be left, once', async () => {
    const booked = await bookWithCalendar(world, 'google');
    world.google.faults.add({ kind: '403', reason: 'forbidden', count: 5, match: 'DELETE /calendar/v3/' });
    await booked.journey.cancel();
    await eventIs(world, booked, 'failed');
    const [mail, ...more] = await problems(booked);
    expect(mail?.subject).toMatch(/^Still in your calendar/);
    expect(mail?.text).not.toContain('The meeting stands');
    expect(more).toEqual([]);
  });

  it('cancels nothing if a former host deletes it, as our mail asks them: the meeting is another host’s now', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { bookingId, host } = booked.journey;
    world.google.faults.add({ kind: '403', reason: 'forbidden', count: 5, match: 'DELETE /calendar/v3/' });
    const to = (await createHost(stack.sql)).userId;
    const leaver = { workspaceId: host.workspaceId, userId: host.userId };
    const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
    const taking = { leaver, bookingId, by, source: 'host_api', to } as const;
    expect(await inTransaction(stack.sql, (tx) => moveMeeting(tx, stack.secrets, taking))).toBe('moved');
    await booked.journey.nudge();
    await eventIs(world, booked, 'failed');
    const [told] = await problems(booked);
    expect(told?.subject).toMatch(/^Still in your calendar/);
    await deleteByHand(world, booked);
    await eventIs(world, booked, 'deleted');
    expect(await statusOf(booked)).toBe('confirmed');
    expect(await stack.sql`select kind from attempts where booking_id = ${bookingId} and kind = 'cancel'`).toEqual([]);
  });

  it('fails for good after two days without an answer: the host gets one mail', async () => {
    const booked = await bookWithCalendar(world, 'google');
    world.google.faults.add({ kind: '429', retryAfterSeconds: 3_600, count: 9 });
    await booked.journey.reschedule(5);
    await expect.poll(async () => (await eventOf(world, booked))?.state).toBe('due');
    const { bookingId } = booked.journey;
    const tried = async () =>
      (await stack.sql`select failing_since from calendar_events where booking_id = ${bookingId}`)[0]?.failing_since;
    await expect.poll(tried).not.toBeNull();
    await stack.sql`update calendar_connections set throttled_until = null where id = ${booked.connection.id}`;
    await stack.sql`
      update calendar_events set failing_since = now() - interval '47.5 hours', work_at = now() where booking_id = ${bookingId}`;
    await booked.journey.nudge();
    await eventIs(world, booked, 'failed');
    expect(await eventOf(world, booked)).toMatchObject({ failure: 'throttled' });
    expect(await statusOf(booked)).toBe('rescheduled');
    expect(await problems(booked)).toHaveLength(1);
  });

  it('goes with its calendar: a host who deletes a whole calendar has canceled no meeting', async () => {
    const booked = await bookWithCalendar(world, 'google', 'linus@acme.test');
    const { people, calendars } = world.google.accounts;
    people.get('linus@acme.test')?.list.delete('linus@acme.test');
    calendars.delete('linus@acme.test');
    await booked.journey.reschedule(5);
    await eventIs(world, booked, 'failed');
    expect(await eventOf(world, booked)).toMatchObject({ failure: 'not_found' });
    expect(await statusOf(booked)).toBe('rescheduled');
    expect(await problems(booked)).toHaveLength(1);
  });

  it('delays no mail, however slow its calendar is', async () => {
    const booked = await bookWithCalendar(world, 'google');
    world.google.faults.add({ kind: 'slow', delayMs: 4_000, match: 'PUT ' });
    await booked.journey.reschedule(6);
    await booked.journey.announced();
    const beganMs = Date.now();
    await booked.journey.cancel();
    await booked.journey.announced();
    expect(Date.now() - beganMs).toBeLessThan(3_000);
    await eventIs(world, booked, 'deleted');
  });
});
