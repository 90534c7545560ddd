import { expect } from 'vitest';
import type { BookingEnd } from '../../domain/booking/attempt.ts';
import type { ConnectionRow } from '../../store/calendars/connections.ts';
import { Journey } from '../support/drivers/booking-journey.ts';
import { newGuest } from '../support/drivers/guest.ts';
import { createHost, type EventSettings } from '../support/drivers/host.ts';
import { connectAccount } from '../support/factories/calendars.ts';
import { eventually } from '../support/factories/meeting.ts';
import { type CalendarWorld, firstRead, signal } from './calendar-paths.ts';

/** A booking whose host has a calendar. */
export interface Booked {
  readonly journey: Journey;
  readonly connection: ConnectionRow;
}

export interface EventOf {
  readonly state: string;
  readonly eventId: string | null;
  readonly joinUrl: string | null;
  readonly failure: string | null;
  readonly declined: readonly string[];
  readonly workAt: Date | null;
}

export const eventOf = async ({ stack }: CalendarWorld, { journey }: Booked): Promise<EventOf | undefined> => {
  const [row] = await stack.sql<EventOf[]>`
    select state, event_id as "eventId", join_url as "joinUrl", failure, declined, work_at as "workAt"
    from calendar_events where booking_id = ${journey.bookingId}`;
  return row;
};

/** Waits until an event is as it should be, and nothing is left to do. */
export const eventIs = (world: CalendarWorld, booked: Booked, state: string) =>
  eventually(`the event that is ${state}`, async () => {
    const event = await eventOf(world, booked);
    return event?.workAt === null && event.state === state;
  });

/** A guest who has a code for a host with a calendar. `isRead`: pushes come. */
export async function beginWithCalendar(
  world: CalendarWorld,
  provider: 'google' | 'microsoft',
  settings: EventSettings = {},
  email = 'ada@acme.test',
): Promise<Booked> {
  const { stack, providers } = world;
  const locations = { google: 'google_meet', microsoft: 'microsoft_teams' } as const;
  const host = await createHost(stack.sql, { location_type: locations[provider], ...settings });
  const tokens = world[provider].grant(email);
  const connection = await connectAccount(
    { sql: stack.sql, secrets: stack.secrets, providers },
    { provider, email, tokens, userId: host.userId },
  );
  // Bookings alone count: the stand-in's person is the host of several tests.
  await stack.sql`
    insert into calendar_settings (user_id, conflict_source) values (${host.userId}, 'bookings_only')
    on conflict (user_id) do update set conflict_source = 'bookings_only'`;
  signal(stack, connection.id, 'push');
  await firstRead(world, connection);
  const journey = await Journey.begin(stack, {}, newGuest(), host);
  await journey.mailCode();
  return { journey, connection };
}

/** The same, booked and written. */
export async function bookWithCalendar(
  world: CalendarWorld,
  provider: 'google' | 'microsoft',
  email?: string,
): Promise<Booked> {
  const booked = await beginWithCalendar(world, provider, {}, email);
  return book(world, booked);
}

export async function book(world: CalendarWorld, booked: Booked): Promise<Booked> {
  expect(await booked.journey.confirm()).toMatchObject({ result: 'done' });
  await eventIs(world, booked, 'written');
  await booked.journey.announced();
  return booked;
}

/** What a host does by hand. */
export const CALENDAR = { google: 'ada@acme.test', microsoft: 'AAMkCal-ada' } as const;

const iso = (ms: number): string => new Date(ms).toISOString();

export async function moveByHand(world: CalendarWorld, booked: Booked, startMs: number, minutes = 30): Promise<void> {
  const { provider } = booked.connection;
  const id = (await eventOf(world, booked))?.eventId ?? '';
  const endMs = startMs + minutes * 60_000;
  if (provider === 'google')
    world.google.hand.change(CALENDAR.google, id, { start: { dateTime: iso(startMs) }, end: { dateTime: iso(endMs) } });
  else {
    const at = (ms: number) => ({ dateTime: iso(ms).slice(0, 19), timeZone: 'UTC' });
    world.microsoft.hand.change(CALENDAR.microsoft, id, { start: at(startMs), end: at(endMs) });
  }
}

export async function deleteByHand(world: CalendarWorld, booked: Booked): Promise<void> {
  const { provider } = booked.connection;
  const id = (await eventOf(world, booked))?.eventId ?? '';
  if (provider === 'google') world.google.hand.remove(CALENDAR.google, id);
  else world.microsoft.hand.remove(CALENDAR.microsoft, id);
}

/** Waits until the booking is at this time. */
export const bookingAt = ({ stack }: CalendarWorld, { journey }: Booked, startMs: number) =>
  eventually('the booking at its time', async () => {
    const [row] = await stack.sql<{ at: Date }[]>`select start_at as at from bookings where id = ${journey.bookingId}`;
    return row?.at.getTime() === startMs;
  });

interface EventPath {
  readonly name: string;
  readonly ends: BookingEnd;
  /** The mails that the guest gets, in order. */
  readonly mails: readonly string[];
  walk(world: CalendarWorld): Promise<Booked>;
}

const MAILS = ['booking_code', 'booking_confirmation'];

/** Paths of a booking whose host has a calendar. Each has a history in test/histories/booking, by its name. */
export const calendarEventPaths: readonly EventPath[] = [
  {
    name: 'google-moved-then-canceled-by-guest',
    ends: 'canceled',
    mails: [...MAILS, 'booking_rescheduled', 'booking_canceled'],
    walk: async (world) => {
      const booked = await bookWithCalendar(world, 'google');
      const { journey } = booked;
      const first = await eventOf(world, booked);
      expect(first).toMatchObject({ eventId: expect.any(String), joinUrl: expect.stringContaining('https') });
      await journey.reschedule(3);
      await journey.announced();
      await eventIs(world, booked, 'written');
      const shown = world.google.hand.calendar(CALENDAR.google).find(first?.eventId ?? '');
      expect(new Date(shown?.start?.dateTime ?? 0).getTime()).toBe(journey.starts[3]);
      await journey.cancel();
      await journey.announced();
      await eventIs(world, booked, 'deleted');
      expect(world.google.hand.calendar(CALENDAR.google).find(first?.eventId ?? '')?.status).toBe('cancelled');
      return booked;
    },
  },
  ...(['google', 'microsoft'] as const).map(
    (provider): EventPath => ({
      name: `${provider}-moved-then-deleted-by-host`,
      ends: 'canceled',
      mails: [...MAILS, 'booking_rescheduled', 'booking_canceled'],
      walk: async (world) => {
        const booked = await bookWithCalendar(world, provider);
        // Longer, and at a time that is no slot.
        const startMs = (booked.journey.starts[40] ?? 0) + 7 * 60_000;
        await moveByHand(world, booked, startMs, 50);
        await bookingAt(world, booked, startMs);
        await booked.journey.announced();
        await eventIs(world, booked, 'written');
        await deleteByHand(world, booked);
        return booked;
      },
    }),
  ),
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { booking: calendarEventPaths };
