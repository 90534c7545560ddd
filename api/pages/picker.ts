import { localParts } from '../../domain/time/local.ts';
import type { EmptyReason } from '../../schemas/public-calendar.ts';
import { dayWords } from '../../web/parts/meeting-time.ts';
import type { Picker } from '../../web/parts/slot-picker.tsx';
import { DEFAULT_LOCALE } from '../../web/texts/locale.ts';
import type { OpenDays } from './open-days.ts';
import { queryText, type Visit } from './visit.ts';
import { zoneGroups } from './zones.ts';

export interface PickerPlace {
  /** path that shows the days, and takes a chosen time as `startAt` */
  readonly path: string;
  /** carried along unseen */
  readonly keep: Readonly<Record<string, string>>;
  readonly hostName: string;
  /** `from` as it was asked for */
  readonly from: string | undefined;
}

/** The props of the picker for a week of open times. */
export function pickerOf(visit: Visit, open: OpenDays, place: PickerPlace): Picker {
  const { timezone, slots } = open;
  const { path, keep, from } = place;
  const hrefTo = (date: string) => `${path}${queryText({ ...keep, timezone, from: date })}`;
  const { bookerTimezoneSource } = slots.availability;
  return {
    zone: {
      current: timezone,
      source: bookerTimezoneSource === 'query' ? 'guest' : bookerTimezoneSource === 'utc' ? 'utc' : 'host',
      clock: localParts(visit.now, timezone).timeLocal,
      groups: zoneGroups(timezone),
      action: path,
      keep: { ...keep, ...(from === undefined ? {} : { from }) },
    },
    days: open.days,
    earlierHref: open.earlier === null ? null : hrefTo(open.earlier),
    laterHref: open.later === null || hasNoHours(slots.emptyReason) ? null : hrefTo(open.later),
    empty: emptyWords(open, place, hrefTo),
    action: path,
    keep: { ...keep, timezone },
  };
}

/** Later days would be just as empty. */
const hasNoHours = (reason: EmptyReason | undefined): boolean => reason !== undefined && reason !== 'no_slots';

function emptyWords(open: OpenDays, { hostName }: PickerPlace, hrefTo: (date: string) => string): Picker['empty'] {
  const { slots, timezone, days } = open;
  switch (slots.emptyReason) {
    case 'workspace_locked':
      return {
        title: `${slots.calendar.organization.name} takes no bookings right now.`,
        text: `Please ask ${hostName} directly.`,
      };
    case 'no_schedule':
    case 'no_rules':
      return {
        title: `${hostName} has not set any bookable hours yet.`,
        text: 'Come back later, or ask for a time directly.',
      };
    case 'no_calendar':
      return {
        title: `${hostName}’s calendar is not connected right now.`,
        text: 'We can’t tell when they are free. Come back later, or ask for a time directly.',
      };
    default:
      break;
  }
  const title = `No open times ${spanWords(days[0]?.date, days.at(-1)?.date)}.`;
  const next = slots.availability.nextAvailableStartUtc;
  if (next === null) {
    return {
      title,
      text: `Nothing is open in the next ${slots.availability.maxFutureDays} days either. Ask ${hostName} directly.`,
    };
  }
  const date = localParts(Date.parse(next), timezone).dateLocal;
  return {
    title,
    text: `${hostName} is busy or away then.`,
    nextHref: hrefTo(date),
    nextDay: dayWords(date, DEFAULT_LOCALE),
  };
}

const spanWords = (first = '', last = first): string =>
  first === last
    ? `on ${dayWords(first, DEFAULT_LOCALE)}`
    : `from ${dayWords(first, DEFAULT_LOCALE)} to ${dayWords(last, DEFAULT_LOCALE)}`;
