import type { SlotsResponse } from '../../schemas/slots.ts';
import type { BookingPage } from '../booking-page.ts';

export interface BookerZone {
  /** IANA */
  readonly timezone: string;
  readonly source: SlotsResponse['availability']['bookerTimezoneSource'];
}

/** The zone in which the booker reads times and means dates: their own, else the host's, else UTC. */
export function bookerZone(timezone: string | undefined, { schedule }: Pick<BookingPage, 'schedule'>): BookerZone {
  if (timezone !== undefined) return { timezone, source: 'query' };
  return schedule ? { timezone: schedule.timezone, source: 'host_fallback' } : { timezone: 'UTC', source: 'utc' };
}
