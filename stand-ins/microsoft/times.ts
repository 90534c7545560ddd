import type { DateTimeTimeZone, Event } from '@microsoft/microsoft-graph-types';
import { ianaOf } from '../../domain/calendars/windows-zones.ts';
import { zoneOf } from '../../domain/time/zone.ts';
import { instantOf, type Times } from '../wall-clock.ts';
import { badRequest } from './failure.ts';

/** The wall clock of `2026-11-23T09:00:00.0000000`, as milliseconds of a clock that shows UTC. */
export function localMsOf(text: string | undefined): number {
  const ms = Date.parse(`${(text ?? '').slice(0, 23).replace(/Z$/, '')}Z`);
  if (Number.isNaN(ms)) throw badRequest('ErrorInvalidRequest', 'The value of a dateTime is not valid.');
  return ms;
}

/** IANA; takes Windows names too. @throws GraphFailure 400 */
export function zoneNamed(name: string | null | undefined): string {
  const timezone = ianaOf(name ?? '');
  if (timezone === null)
    throw badRequest('TimeZoneNotSupportedException', `A valid TimeZone value must be specified: '${name ?? ''}'.`);
  return timezone;
}

/** `2026-11-23T09:00:00.0000000`: seven decimals and no zone, as Graph writes it. */
export const textOf = (localMs: number): string => `${new Date(localMs).toISOString().slice(0, 19)}.0000000`;

/** An instant on the wall clock of a zone. @param name as the client named the zone */
export const shownIn = (ms: number, name: string): DateTimeTimeZone => ({
  dateTime: textOf(zoneOf(zoneNamed(name)).localOf(ms)),
  timeZone: name,
});

const instant = (time: DateTimeTimeZone | null | undefined, isAllDay: boolean, mailboxZone: string): number =>
  instantOf(isAllDay ? mailboxZone : zoneNamed(time?.timeZone), localMsOf(time?.dateTime));

/** The instants of an event. Whole days are days of the mailbox. @throws GraphFailure 400: it has no times, or they make no sense */
export function timesOf({ start, end, isAllDay }: Event, mailboxZone: string): Times {
  if (!start?.dateTime || !end?.dateTime) throw badRequest('ErrorInvalidRequest', 'Start and end must be set.');
  const times = {
    startMs: instant(start, isAllDay ?? false, mailboxZone),
    endMs: instant(end, isAllDay ?? false, mailboxZone),
  };
  if (times.endMs < times.startMs)
    throw badRequest('ErrorCalendarEndDateIsEarlierThanStartDate', 'The end is before the start.');
  const isMidnight = [start, end].every(({ dateTime }) => dateTime?.slice(11, 19).padEnd(8, '0') === '00:00:00');
  if (isAllDay && !(isMidnight && times.endMs > times.startMs))
    throw badRequest(
      'ErrorInvalidRequest',
      'The Event.Start and Event.End of an all-day event must be midnight, at least 24 hours apart.',
    );
  return times;
}
