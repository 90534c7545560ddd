import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { asDate, asMonth, monthOf } from '../../../web/picker/civil-month.ts';
import { type ReadMonth, readMonth } from '../../../web/picker/read-month.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { eventPath } from './event-address.ts';

/** A month of open times, and what else the first answer about it says. */
export type ShownMonth = ReadMonth<SlotsResponse>;

/** Path of the public slots operation. */
export const slotsPath = (address: EventAddress): string => `/api/v1/public${eventPath(address)}/slots`;

/** The date that the address asks for; what is none counts as no wish. */
export const askedDate = (visit: Visit): string | undefined => asDate(visit.query('date'));

interface MonthWish {
  readonly timezone: string | undefined;
  /** of a booking that is to move */
  readonly token?: string;
  /** a date whose month is shown where the address asks for none, if that month has anything */
  readonly near?: string;
}

/** The month that the address asks for by `date` or `month`, else that of `near`, else that of the next open start. */
export async function readOpenMonth(
  visit: Visit,
  address: EventAddress,
  { timezone, token, near }: MonthWish,
): Promise<Answer<ShownMonth>> {
  const date = askedDate(visit);
  const asked = date === undefined ? asMonth(visit.query('month')) : monthOf(date);
  const moving = token === undefined ? {} : { token };
  const read = (month: string | undefined) =>
    readMonth((query) => visit.ask('bookable', 'listSlots', { ...address, ...query, ...moving }), {
      timezone,
      month,
      now: visit.now,
    });
  if (asked !== undefined || near === undefined) return read(asked);
  const open = await read(monthOf(near));
  return open.ok && open.output.open.days.length === 0 ? read(undefined) : open;
}
