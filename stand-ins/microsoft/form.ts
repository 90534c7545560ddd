import type { Event, FreeBusyStatus, PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import { DAY_MS } from '../../domain/time/civil.ts';
import { badRequest } from './failure.ts';

/** How the page names availability, in Graph's words. */
export const SHOWN: readonly FreeBusyStatus[] = ['busy', 'free', 'tentative', 'oof', 'workingElsewhere'];

export const REPEATS: readonly string[] = ['never', 'daily', 'weekly', 'weekdays'];

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
export const dateOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

/** The event in a posted form: title, date, start, end, allDay, shows, repeats. @throws GraphFailure a field that is missing */
export function eventOf(form: URLSearchParams, timeZone: string): Event {
  const [date, start, end] = ['date', 'start', 'end'].map((name) => form.get(name) ?? '') as [string, string, string];
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw badRequest('ErrorInvalidRequest', 'Give a date.');
  const isAllDay = form.has('allDay');
  if (!isAllDay && !(/^\d\d:\d\d$/.test(start) && /^\d\d:\d\d$/.test(end)))
    throw badRequest('ErrorInvalidRequest', 'Give a start and an end.');
  // An end that is not after the start is on the next day.
  const endDate = !isAllDay && end > start ? date : dateOf(dateMs(date) + DAY_MS);
  const at = (day: string, clock: string) => ({ dateTime: `${day}T${isAllDay ? '00:00' : clock}:00`, timeZone });
  const recurrence = recurrenceOf(form.get('repeats') ?? 'never', date);
  return {
    subject: form.get('title') || '(No title)',
    ...{ isAllDay, start: at(date, start), end: at(endDate, end) },
    showAs: SHOWN.find((word) => word === form.get('shows')) ?? 'busy',
    ...(recurrence ? { recurrence } : {}),
  };
}

function recurrenceOf(repeats: string, startDate: string): PatternedRecurrence | null {
  const range = { type: 'noEnd' as const, startDate };
  const day = DAYS[new Date(dateMs(startDate)).getUTCDay()] ?? 'monday';
  if (repeats === 'daily') return { pattern: { type: 'daily', interval: 1 }, range };
  if (repeats === 'weekly') return { pattern: { type: 'weekly', interval: 1, daysOfWeek: [day] }, range };
  if (repeats === 'weekdays') return { pattern: { type: 'weekly', interval: 1, daysOfWeek: DAYS.slice(1, 6) }, range };
  return null;
}
