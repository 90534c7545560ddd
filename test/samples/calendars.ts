import { v7 as uuidv7 } from 'uuid';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import { storeConnection } from '../support/factories/calendars.ts';
import type { Place, Samples } from './sample.ts';

/** A connection of whoever calls; of our owner's where a stranger calls. */
const connectionOf = async ({ stack, team: { workspaceId, members }, shown: { userId } }: Place) => {
  const isOurs = Object.values(members).some((member) => member.userId === userId);
  return storeConnection(stack.sql, { userId: isOurs ? userId : members.owner.userId, workspaceId });
};

/** Connected calendars, their choice and rules. What only their person may do is told apart in test/api/handlers/calendars. */
export const calendarSamples: Samples = {
  'calendars.listCalendars': { good: () => ({}) },
  'calendars.connectCalendar': {
    good: () => ({ provider: 'google', redirectAfter: '/' }),
    bad: { provider: 'yahoo', redirectAfter: '//elsewhere.example', connectionId: 'mine', forEmail: 'nobody' },
    missing: { provider: 'google', connectionId: uuidv7() },
  },
  'calendars.updateCalendar': {
    good: async (place) => {
      const { id, calendars } = await connectionOf(place);
      return { connectionId: id, blocking: calendars.map((one) => one.id), writeTo: calendars[1]?.id };
    },
    bad: { connectionId: 'mine', blocking: ['all'], writeTo: 'here' },
    missing: { connectionId: uuidv7(), blocking: [] },
  },
  'calendars.disconnectCalendar': {
    good: async (place) => ({ connectionId: (await connectionOf(place)).id }),
    bad: { connectionId: 'mine' },
    missing: { connectionId: uuidv7() },
  },
  'calendars.getCalendarSettings': { good: () => ({}) },
  'calendars.updateCalendarSettings': {
    good: () => ({ tentative: 'free', hostMove: 'ask' }),
    bad: { conflictSource: 'moon', tentative: 'maybe', declined: 1, hostMove: 'run', guestsAsAttendees: 'all' },
  },
  'calendars.retryCalendarEvent': {
    good: async (place) => {
      const { sql } = place.stack;
      const { userId } = place.shown;
      const { bookingId } = await makeBooking(sql, place.team, { hostId: userId });
      const { calendars } = await connectionOf(place);
      await sql`
        insert into calendar_events (booking_id, user_id, calendar_id, state, failure, work_at)
        values (${bookingId}, ${userId}, ${calendars[0]?.id ?? null}, 'failed', 'refused', null)`;
      return { bookingId };
    },
    bad: { bookingId: 'mine' },
    missing: { bookingId: uuidv7() },
  },
};
