import type { SlotsResponse } from '../../schemas/slots.ts';
import { asDate, asMonth, monthOf } from '../../web/picker/civil-month.ts';
import { type ReadMonth, readMonth } from '../../web/picker/read-month.ts';
import { type EventAddress, eventPath } from './event-address.ts';
import type { Answer, Visit } from './visit.ts';

/** A month of open times, and what else the first answer about it says. */
export type ShownMonth = ReadMonth<SlotsResponse>;

/** Path of the public slots operation. */
export const slotsPath = (address: EventAddress): string => `/api/v1/public${eventPath(address)}/slots`;

/** The date that the address asks for; what is none counts as no wish. */
export const askedDate = (visit: Visit): string | undefined => asDate(visit.query('date'));

/**
 * The month that the address asks for by `date` or `month`, else that of the next open start.
 *
 * @param wish `token`: of a booking that is to move
 */
export function readOpenMonth(
  visit: Visit,
  address: EventAddress,
  { timezone, token }: { readonly timezone: string | undefined; readonly token?: string },
): Promise<Answer<ShownMonth>> {
  const date = askedDate(visit);
  const month = date === undefined ? asMonth(visit.query('month')) : monthOf(date);
  const moving = token === undefined ? {} : { token };
  return readMonth((query) => visit.ask('publicBooking', 'listSlots', { ...address, ...query, ...moving }), {
    timezone,
    month,
    now: visit.now,
  });
}
