import { expect, it } from 'vitest';
import {
  problemOf,
  problemOn,
  WEEKDAYS,
  type Week,
  withinDays,
  withOneMore,
} from '../../../../../web/app/dashboard/availability/week.ts';

const NIGHT = { start: '22:30', end: '02:00' };
const week = (days: Partial<Week>): Week =>
  ({ ...Object.fromEntries(WEEKDAYS.map((day) => [day, []])), ...days }) as unknown as Week;

it('hours past midnight are two open times, each within its day', () => {
  expect(withinDays(week({ sunday: [NIGHT], monday: [{ start: '09:00', end: '12:00' }] }))).toEqual(
    week({
      sunday: [{ start: '22:30', end: '24:00' }],
      monday: [
        { start: '00:00', end: '02:00' },
        { start: '09:00', end: '12:00' },
      ],
    }),
  );
});

it.each([
  [[NIGHT], null],
  [[{ start: '09:00', end: '09:00' }], 'same'],
  [[{ start: '09:00', end: '' }], 'empty'],
  [[{ start: '20:00', end: '23:00' }, NIGHT], 'overlap'],
  [[{ start: '20:00', end: '22:30' }, NIGHT], null],
] as const)('%j: %s', (times, problem) => {
  expect(problemOf(times)).toBe(problem);
});

it('what overlaps on the day after is a problem of that day', () => {
  const clash = week({ sunday: [NIGHT], monday: [{ start: '01:30', end: '03:00' }] });
  expect([problemOn(clash, 'sunday'), problemOn(clash, 'monday')]).toEqual([null, 'overlap']);
});

it('nothing is added behind hours that fill the rest of the day', () => {
  expect(withOneMore([NIGHT])).toEqual([NIGHT]);
});
