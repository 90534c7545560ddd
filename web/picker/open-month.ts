import { DAY_MS, MINUTE_MS } from '../../domain/time/civil.ts';
import type { EmptyReason } from '../../schemas/shapes/public-calendar.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import { clockChangeNote } from '../parts/meeting-time.ts';
import { addDays, dateIn, monthOf } from './civil-month.ts';

export interface SlotTime {
  readonly startUtc: string;
  /** HH:mm in the month's zone */
  readonly clock: string;
  /** an offset, if a clock change makes the clock unclear */
  readonly note?: string;
}

export interface OpenDay {
  /** YYYY-MM-DD in the month's zone */
  readonly date: string;
  readonly times: readonly SlotTime[];
}

/** What can be booked in one month, in one zone. */
export interface OpenMonth {
  /** YYYY-MM */
  readonly month: string;
  readonly timezone: string;
  /** only days with times, in order */
  readonly days: readonly OpenDay[];
  /** the last month in which anything can ever be booked */
  readonly lastMonth: string;
  /** the last date that can be booked, by the host's calendar */
  readonly lastDate: string;
  /** why the month has no times; null if it has some */
  readonly emptyReason: EmptyReason | null;
  /** for a month without times: the first later date that has some; null: none has */
  readonly nextDate: string | null;
}

/** The parts of a slots answer used here. */
export type SlotsPart = Pick<SlotsResponse, 'slots' | 'emptyReason'> & {
  readonly calendar: Pick<SlotsResponse['calendar'], 'hostTimezone'>;
  readonly availability: Pick<
    SlotsResponse['availability'],
    'bookerTimezone' | 'maxFutureDays' | 'truncatedByLimit' | 'nextAvailableStartUtc'
  >;
};

/** @param slots all starts of the month; @param answer any answer about it @param now milliseconds since the epoch */
export function openMonth(month: string, slots: SlotsPart['slots'], answer: SlotsPart, now: number): OpenMonth {
  const { bookerTimezone: timezone, maxFutureDays, nextAvailableStartUtc: next } = answer.availability;
  const days = daysOf(slots).filter(({ date }) => monthOf(date) === month);
  const isEmpty = days.length === 0;
  return {
    month,
    timezone,
    days,
    lastMonth: monthOf(dateIn(now + (maxFutureDays + 1) * DAY_MS - MINUTE_MS, timezone)),
    lastDate: addDays(dateIn(now, answer.calendar.hostTimezone ?? 'UTC'), maxFutureDays),
    emptyReason: isEmpty ? (answer.emptyReason ?? 'no_slots') : null,
    nextDate: isEmpty && next !== null ? dateIn(Date.parse(next), timezone) : null,
  };
}

function daysOf(slots: SlotsPart['slots']): OpenDay[] {
  const byDate = new Map<string, SlotTime[]>();
  for (const { startUtc, bookerLocal } of slots) {
    const note = clockChangeNote(bookerLocal);
    const time = { startUtc, clock: bookerLocal.startLocal, ...(note === undefined ? {} : { note }) };
    const times = byDate.get(bookerLocal.dateLocal);
    if (times) times.push(time);
    else byDate.set(bookerLocal.dateLocal, [time]);
  }
  return [...byDate].map(([date, times]) => ({ date, times }));
}

/** The day to show: the one with times nearest to the requested date, the later of two as near; else the first. */
export function chosenDay({ days }: OpenMonth, asked: string | undefined): OpenDay | null {
  if (asked === undefined) return days[0] ?? null;
  const away = ({ date }: OpenDay): number => Math.abs(Date.parse(date) - Date.parse(asked));
  return days.reduce<OpenDay | null>((best, day) => (best && away(best) < away(day) ? best : day), null);
}

/** A month that is not loaded yet. */
export const unknownMonth = (
  month: string,
  { timezone, lastMonth, lastDate }: Pick<OpenMonth, 'timezone' | 'lastMonth' | 'lastDate'>,
): OpenMonth => ({
  month,
  timezone,
  days: [],
  lastMonth,
  lastDate,
  emptyReason: null,
  nextDate: null,
});
