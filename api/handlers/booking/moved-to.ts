import type { BookingEvent } from '../../../store/calendars/event-view.ts';

/** Where a host moved an event, as answers have it. */
export const toMovedTo = ({ movedFrom, movedUntil }: Pick<BookingEvent, 'movedFrom' | 'movedUntil'>) =>
  movedFrom && movedUntil && { startAt: movedFrom.toISOString(), endAt: movedUntil.toISOString() };
