import type { Event, PatternedRecurrence, RecurrencePattern, RecurrenceRange } from '@microsoft/microsoft-graph-types';
import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS } from '../../domain/time/civil.ts';
import { instantOf, type Times } from '../wall-clock.ts';
import { badRequest } from './failure.ts';
import { localMsOf, zoneNamed } from './times.ts';

/**
 * The times of a series, on the wall clock of its zone: milliseconds of a clock that shows UTC. The library never sees a zone, so a
 * meeting at 9:00 stays at 9:00 over clock changes.
 */
interface Series {
  readonly timezone: string;
  readonly rule: RRuleTemporal;
  readonly lengthMs: number;
}

/** One occurrence: its time on the wall clock, by which it is known, and its instants. */
export interface Occurrence extends Times {
  readonly localMs: number;
}

/** Events are never changed in place, so a rule is read once. */
const known = new WeakMap<Event, Series>();

/** @throws GraphFailure 400 */
function seriesOf(master: Event, mailboxZone: string): Series {
  const found = known.get(master);
  if (found) return found;
  const { start, end, recurrence, isAllDay } = master;
  const firstMs = localMsOf(start?.dateTime);
  try {
    const rruleString = `DTSTART:${stamp(firstMs)}\nRRULE:${rruleOf(recurrence ?? {})}`;
    const series: Series = {
      timezone: isAllDay ? mailboxZone : zoneNamed(recurrence?.range?.recurrenceTimeZone ?? start?.timeZone),
      rule: new RRuleTemporal({ rruleString }),
      lengthMs: localMsOf(end?.dateTime) - firstMs,
    };
    known.set(master, series);
    return series;
  } catch (error) {
    throw badRequest('ErrorInvalidRecurrencePattern', error instanceof Error ? error.message : 'unreadable');
  }
}

/** `20261123T090000Z` */
const stamp = (localMs: number): string => new Date(localMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const rruleOf = ({ pattern, range }: PatternedRecurrence): string => {
  if (!pattern?.type || !range?.type || !range.startDate) throw new Error('recurrence needs pattern and range');
  return [`INTERVAL=${pattern.interval ?? 1}`, ...partsOf(pattern), ...endOf(range)].join(';');
};

const INDEX = { first: 1, second: 2, third: 3, fourth: 4, last: -1 } as const;

function partsOf({ type, daysOfWeek, firstDayOfWeek, dayOfMonth = 1, index, month = 1 }: RecurrencePattern): string[] {
  const days = `BYDAY=${(daysOfWeek ?? []).map((day) => day.slice(0, 2).toUpperCase()).join(',')}`;
  const place = `BYSETPOS=${INDEX[index ?? 'first']}`;
  // In a month that is too short, Exchange takes the last day.
  const late = Array.from({ length: Math.max(0, dayOfMonth - 27) }, (_, more) => 28 + more);
  const day = dayOfMonth <= 28 ? [`BYMONTHDAY=${dayOfMonth}`] : [`BYMONTHDAY=${late.join(',')}`, 'BYSETPOS=-1'];
  if (type === 'daily') return ['FREQ=DAILY'];
  if (type === 'weekly') return ['FREQ=WEEKLY', days, `WKST=${(firstDayOfWeek ?? 'sunday').slice(0, 2).toUpperCase()}`];
  if (type === 'absoluteMonthly') return ['FREQ=MONTHLY', ...day];
  if (type === 'relativeMonthly') return ['FREQ=MONTHLY', days, place];
  const yearly = ['FREQ=YEARLY', `BYMONTH=${month}`];
  return type === 'absoluteYearly' ? [...yearly, ...day] : [...yearly, days, place];
}

function endOf({ type, endDate, numberOfOccurrences }: RecurrenceRange): string[] {
  if (type === 'noEnd') return [];
  if (type === 'numbered') return [`COUNT=${numberOfOccurrences ?? 1}`];
  return [`UNTIL=${(endDate ?? '').replaceAll('-', '')}T235959Z`];
}

/** A clock change moves an instant by less than this. */
const MARGIN_MS = 2 * DAY_MS;

/** The occurrences of a series that may touch a window, without regard to exceptions, by start. @throws GraphFailure 400 */
export function occurrencesIn(master: Event, mailboxZone: string, window: Times): Occurrence[] {
  const { timezone, rule, lengthMs } = seriesOf(master, mailboxZone);
  const from = new Date(window.startMs - lengthMs - MARGIN_MS);
  return rule.between(from, new Date(window.endMs + MARGIN_MS), true).map(({ epochMilliseconds: localMs }) => {
    const startMs = instantOf(timezone, localMs);
    return { localMs, startMs, endMs: Math.max(startMs, instantOf(timezone, localMs + lengthMs)) };
  });
}
