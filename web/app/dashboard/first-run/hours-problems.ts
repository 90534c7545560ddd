import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { endOf, WEEKDAYS, type Weekday } from '../availability/week.ts';

/** What is wrong with each field of the second step, before anything is sent. */
export interface HoursProblems {
  readonly days?: string;
  readonly start?: string;
  readonly end?: string;
  /** the place has no address or link; its field says which */
  readonly isPlaceOpen?: true;
}

export const daysIn = (form: FormData): Weekday[] => WEEKDAYS.filter((day) => form.getAll('days').includes(day));

/** What the fields of step 2 lack; empty: nothing. */
export function hoursProblems(form: FormData): HoursProblems {
  const [start, end, place, detail] = ['start', 'end', 'locationType', 'locationDetail'].map((name) =>
    String(form.get(name) ?? '').trim(),
  ) as [string, string, string, string];
  const isBackwards = start !== '' && end !== '' && start >= endOf(end);
  const needsDetail = place === 'custom_link' || place === 'in_person';
  return {
    ...(daysIn(form).length === 0 && { days: words.noDay }),
    ...(start === '' && { start: words.noClock }),
    ...(end === '' && { end: words.noClock }),
    ...(isBackwards && { end: words.backwards }),
    ...(needsDetail && detail === '' && { isPlaceOpen: true }),
  };
}
