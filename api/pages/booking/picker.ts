import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import type { Picker } from '../../../web/parts/picker-props.ts';
import { dateIn, monthOf } from '../../../web/picker/civil-month.ts';
import { type PickerPlace, placeOfView } from '../../../web/picker/picker-place.ts';
import { shownWeek } from '../../../web/picker/shown-week.ts';
import { firstDayOf } from '../../../web/picker/week-start.ts';
import type { Visit } from '../shell/visit.ts';
import { askedDate, readMonthAt, type ShownMonth } from './shown-month.ts';

const NOW_STEP_MS = 5_000;

const SOURCES = { query: 'guest', host_fallback: 'host', utc: 'utc' } as const;

/**
 * The props of the picker for a month of open times.
 *
 * @param near the first day to show if the address has no date and no month, YYYY-MM-DD
 */
export function pickerOf(visit: Visit, { open, answer }: ShownMonth, place: PickerPlace, near?: string): Picker {
  const date = askedDate(visit) ?? (visit.query('month') === undefined ? near : undefined);
  const view = visit.query('view') === 'week' ? 'week' : 'month';
  const zoneSource = SOURCES[answer.availability.bookerTimezoneSource];
  return {
    open,
    // A date outside the bookable period is in another month.
    asked: date !== undefined && monthOf(date) === open.month ? date : null,
    place: view === 'week' ? placeOfView(place, view) : place,
    view,
    beside: null,
    hostTimezone: answer.calendar.hostTimezone,
    zoneSource,
    mayDetectZone: zoneSource !== 'guest' && visit.request.query.timezone === undefined,
    weekStartsOn: firstDayOf(visit.locale.tag, visit.weekStartsOn),
    // Rounded: pages that are requested at almost the same time are then equal, and rendered once.
    now: Math.floor(visit.now / NOW_STEP_MS) * NOW_STEP_MS,
  };
}

/** Reads the other month, if the week that is shown has days of two. Without it those days look as if they were on their way. */
export async function withBeside(visit: Visit, address: EventAddress, picker: Picker, token?: string): Promise<Picker> {
  if (picker.view !== 'week') return picker;
  const { open, asked, now } = picker;
  const today = dateIn(now, open.timezone);
  const { beside: month } = shownWeek({ open, asked, today });
  if (month === null) return picker;
  const read = await readMonthAt(visit, address, {
    timezone: open.timezone,
    month,
    ...(token === undefined ? {} : { token }),
  });
  return read.ok ? { ...picker, beside: read.output.open } : picker;
}
