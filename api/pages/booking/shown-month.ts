import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { asDate, asMonth, monthOf } from '../../../web/picker/civil-month.ts';
import { type ReadMonth, readMonth } from '../../../web/picker/read-month.ts';
import type { Answer, Visit } from '../shell/visit.ts';
import { eventPath } from './event-address.ts';

/** A month of open times, with the first answer about it. */
export type ShownMonth = ReadMonth<SlotsResponse>;

/** Path of the public slots operation. */
export const slotsPath = (address: EventAddress): string => `/api/v1/public${eventPath(address)}/slots`;

/** The date in the address; undefined if it is not a date. */
export const askedDate = (visit: Visit): string | undefined => asDate(visit.query('date'));

interface MonthRequest {
  readonly timezone: string | undefined;
  /** of a booking that the guest moves */
  readonly token?: string;
  /** without a month in the address, the month of this date is shown if it has open times */
  readonly near?: string;
}

/** A month's open times. Without a month: that of the next open start. */
export function readMonthAt(
  visit: Visit,
  address: EventAddress,
  { timezone, month, token }: Pick<MonthRequest, 'timezone' | 'token'> & { readonly month: string | undefined },
): Promise<Answer<ShownMonth>> {
  const moving = token === undefined ? {} : { token };
  return readMonth((query) => visit.ask('bookable', 'listSlots', { ...address, ...query, ...moving }), {
    timezone,
    month,
    now: visit.now,
  });
}

/** The month in the address (`date` or `month`), else that of `near`, else that of the next open start. */
export async function readOpenMonth(
  visit: Visit,
  address: EventAddress,
  { timezone, token, near }: MonthRequest,
): Promise<Answer<ShownMonth>> {
  const date = askedDate(visit);
  const asked = date === undefined ? asMonth(visit.query('month')) : monthOf(date);
  const moving = token === undefined ? {} : { token };
  const read = (month: string | undefined) => readMonthAt(visit, address, { timezone, month, ...moving });
  if (asked !== undefined || near === undefined) return read(asked);
  const open = await read(monthOf(near));
  return open.ok && open.output.open.days.length === 0 ? read(undefined) : open;
}
