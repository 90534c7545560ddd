import { v7 as uuidv7 } from 'uuid';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { newGuest } from '../support/drivers/guest.ts';
import { makeBooking, makeOpenEvent, nextStart, pastStart } from '../support/drivers/host-bookings.ts';
import { storeSkippedLookUp } from '../support/factories/prep-packs.ts';
import type { Place, Samples } from './sample.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/** A meeting of whoever calls, in our workspace. */
const own =
  (more: Readonly<Record<string, unknown>> = {}, status: BookingStatus = 'confirmed') =>
  async ({ stack, team, shown }: Place) => ({
    bookingId: (await makeBooking(stack.sql, team, { hostId: shown.userId, status })).bookingId,
    ...more,
  });

const missing = (more: Readonly<Record<string, unknown>> = {}) => ({ bookingId: uuidv7(), ...more });
const invitee = () => ({ email: newGuest(), timezone: 'Europe/Berlin', name: 'Grace Guest' });

export const bookingSamples: Samples = {
  'meetings.createBooking': {
    good: async ({ stack, team, shown }) => ({
      eventTypeId: await makeOpenEvent(stack.sql, team, shown.userId),
      startAt: iso(nextStart()),
      invitee: invitee(),
      idempotencyKey: uuidv7(),
    }),
    bad: {
      eventTypeId: 'mine',
      startAt: 'tomorrow',
      timeZone: 'Mars/Base',
      invitee: { email: 'nobody', timezone: '', name: '' },
      guests: ['nobody'],
      idempotencyKey: 'short',
    },
    missing: { eventTypeId: uuidv7(), startAt: iso(nextStart()), invitee: invitee() },
    speaksOfOurs: true,
  },
  'meetings.proposeSlots': {
    good: async ({ stack, team, shown }) => ({
      eventTypeId: await makeOpenEvent(stack.sql, team, shown.userId),
      from: iso(nextStart()),
      limit: 3,
      timeZone: 'Europe/Berlin',
    }),
    bad: { eventTypeId: 'mine', from: 'now', limit: 51 },
    missing: { eventTypeId: uuidv7() },
    speaksOfOurs: true,
  },
  'meetings.getMeeting': {
    good: own({ timeZone: 'Asia/Tokyo' }),
    bad: { bookingId: 'mine', waitSeconds: 26, since: -1, timeZone: 'Mars/Base' },
    missing: missing(),
  },
  'prep.getPrepPack': {
    good: own({}),
    bad: { bookingId: 'mine', waitSeconds: 26 },
    missing: missing(),
  },
  'prep.getEnrichment': {
    good: async (place) => {
      const input = await own()(place);
      await storeSkippedLookUp(place.stack.sql, input.bookingId);
      return input;
    },
    bad: { bookingId: 'mine', waitSeconds: -1 },
    missing: missing(),
  },
  'prep.refreshPrepPack': {
    good: own({}),
    bad: { bookingId: 'mine' },
    missing: missing(),
  },
  'meetings.updateMeeting': {
    good: own({ hostNotes: 'Bring the contract.' }),
    bad: { bookingId: 'mine', hostNotes: 7 },
    missing: missing({ hostNotes: 'Whose?' }),
  },
  'meetings.rescheduleBooking': {
    good: async (place) => ({ ...(await own()(place)), startAt: iso(nextStart()) }),
    bad: { bookingId: 'mine', startAt: 'later' },
    missing: missing({ startAt: iso(nextStart()) }),
  },
  'meetings.cancelBooking': {
    good: own({ reason: 'The host is ill.' }),
    bad: { bookingId: 'mine', reason: 'x'.repeat(501) },
    missing: missing(),
  },
  'meetings.approveBooking': {
    good: own({}, 'pending_confirmation'),
    bad: { bookingId: 'mine', startAt: 'then' },
    missing: missing(),
  },
  'meetings.declineBooking': {
    good: own({ reason: 'Not this week.' }, 'pending_confirmation'),
    bad: { bookingId: 'mine', reason: 'x'.repeat(501) },
    missing: missing(),
  },
  'meetings.markNoShow': {
    good: async ({ stack, team, shown }) => {
      const request = { hostId: shown.userId, status: 'completed', startMs: pastStart() } as const;
      return { bookingId: (await makeBooking(stack.sql, team, request)).bookingId };
    },
    bad: { bookingId: 'mine' },
    missing: missing(),
  },
};
