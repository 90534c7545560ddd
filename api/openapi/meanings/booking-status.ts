import type { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';

/** What each status of a booking means. docs/glossary.md has the same sentences (test/docs/booking-status.test.ts). */
export const BOOKING_STATUS_MEANINGS: Readonly<Record<BookingStatus, string>> = {
  pending_confirmation:
    'A request that its host has not approved yet. It keeps its time, and no meeting takes place before the host approves it.',
  confirmed: 'The meeting takes place.',
  canceled:
    'The guest or the host canceled it, or the request was declined or expired (`endedAs`). Its time is free again.',
  rescheduled: 'The meeting takes place, at another time than it was first booked for: as live as `confirmed`.',
  no_show: 'The meeting is over, and the host marked the guest as absent.',
  completed: 'The meeting is over.',
};

/** For who filters lists: the words of the schema BookingStatus. */
export const BOOKING_STATUS_MEANING = [
  'The state of a booking. `takesPlace` in lists, details and webhooks says without these words whether the meeting is on.',
  ...Object.entries(BOOKING_STATUS_MEANINGS).map(([status, meaning]) => `\`${status}\`: ${meaning}`),
].join(' ');
