import type { Picker } from '../../../web/parts/picker-props.ts';
import { monthOf } from '../../../web/picker/civil-month.ts';
import type { PickerPlace } from '../../../web/picker/picker-place.ts';
import type { Locale } from '../../../web/texts/locale.ts';
import type { Visit } from '../shell/visit.ts';
import { askedDate, type ShownMonth } from './shown-month.ts';

const SOURCES = { query: 'guest', host_fallback: 'host', utc: 'utc' } as const;

/**
 * The props of the picker for a month of open times.
 *
 * @param near the day to begin at where the address asks for nothing, YYYY-MM-DD
 */
export function pickerOf(visit: Visit, { open, answer }: ShownMonth, place: PickerPlace, near?: string): Picker {
  const date = askedDate(visit) ?? (visit.query('month') === undefined ? near : undefined);
  const zoneSource = SOURCES[answer.availability.bookerTimezoneSource];
  return {
    open,
    // What lies outside of all that can be booked leads to a month of its own.
    asked: date !== undefined && monthOf(date) === open.month ? date : null,
    place,
    zoneSource,
    mayDetectZone: zoneSource !== 'guest' && visit.request.query.timezone === undefined,
    weekStartsOn: weekStart(visit.locale),
    now: visit.now,
  };
}

interface WeekInfo {
  /** 1: Monday … 7: Sunday */
  readonly firstDay: number;
}

/** Runtimes know it as a property, as a method, or not at all: browsers are told. 0: Sunday. */
function weekStart({ tag }: Locale): Picker['weekStartsOn'] {
  const known = new Intl.Locale(tag) as { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as Picker['weekStartsOn'];
}
