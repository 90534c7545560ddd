import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';

export interface BookerZone {
  /** IANA */
  readonly timezone: string;
  readonly source: SlotsResponse['availability']['bookerTimezoneSource'];
}

/** The zone of the booker's times and dates: their own, else the host's, else UTC. */
export function bookerZone(timezone: string | undefined, { host }: Pick<BookableEvent, 'host'>): BookerZone {
  if (timezone !== undefined) return { timezone, source: 'query' };
  return host.timezone ? { timezone: host.timezone, source: 'host_fallback' } : { timezone: 'UTC', source: 'utc' };
}
