import { expect, it } from 'vitest';
import { afterKey } from '../../../../../web/app/dashboard/availability/block-keys.ts';
import {
  endedAt,
  joined,
  movedBy,
  startedAt,
  stretchesOf,
  weekWith,
} from '../../../../../web/app/dashboard/availability/grid-times.ts';
import { clockOfDay } from '../../../../../web/app/dashboard/availability/use-clock.ts';
import { WEEKDAYS, type Week } from '../../../../../web/app/dashboard/availability/week.ts';

const EMPTY = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as Week;
const nine = { from: 540, to: 720 };

it('hours that meet become one; those apart stay apart', () => {
  expect(joined([{ from: 720, to: 780 }, nine, { from: 840, to: 900 }])).toEqual([
    { from: 540, to: 780 },
    { from: 840, to: 900 },
  ]);
});

it('a block stays in its day, and is never shorter than a step', () => {
  expect(movedBy(nine, -600)).toEqual({ from: 0, to: 180 });
  expect(movedBy(nine, 2_000)).toEqual({ from: 1_260, to: 1_440 });
  expect(startedAt(nine, 1_000)).toEqual({ from: 705, to: 720 });
  expect(endedAt(nine, 100)).toEqual({ from: 540, to: 555 });
  expect(endedAt(nine, 5_000)).toEqual({ from: 540, to: 1_440 });
});

it('what is half typed in a field is not drawn', () => {
  const times = [
    { start: '', end: '10:00' },
    { start: '12:00', end: '11:00' },
    { start: '22:00', end: '24:00' },
  ];
  expect(stretchesOf(times)).toEqual([{ from: 1_320, to: 1_440 }]);
});

it('moves a block to another day, and joins it with what is there', () => {
  const week = weekWith(weekWith(EMPTY, { ...nine, day: 'monday' }), { from: 700, to: 800, day: 'tuesday' });
  const moved = weekWith(week, { ...nine, day: 'tuesday', of: { day: 'monday', from: 540 } });
  expect(moved.monday).toEqual([]);
  expect(moved.tuesday).toEqual([{ start: '09:00', end: '13:20' }]);
  expect(weekWith(week, null, { day: 'monday', from: 540 }).monday).toEqual([]);
});

it('keys move, resize and remove', () => {
  const press = (key: string, more: object = {}) =>
    afterKey({ key, shiftKey: false, altKey: false, ...more }, 'monday', nine);
  expect(press('ArrowDown')).toMatchObject({ from: 555, to: 735, day: 'monday' });
  expect(press('ArrowDown', { shiftKey: true })).toMatchObject({ from: 540, to: 735 });
  expect(press('ArrowUp', { altKey: true })).toMatchObject({ from: 525, to: 720 });
  expect(press('ArrowRight')).toMatchObject({ ...nine, day: 'tuesday' });
  expect(press('ArrowLeft')).toBeUndefined();
  expect(press('ArrowRight', { altKey: true })).toBeUndefined();
  expect(press('Delete')).toBeNull();
  expect(press('a')).toBeUndefined();
});

it('shows times by the reader’s clock, and midnight at the end as 24:00 where there is such a time', () => {
  const shown = (tag: string) => [0, 570, 900, 1_440].map((minutes) => clockOfDay(minutes, { language: 'en', tag }));
  expect(shown('en-US')).toEqual(['12:00 AM', '9:30 AM', '3:00 PM', '12:00 AM']);
  expect(shown('en-GB')).toEqual(['00:00', '09:30', '15:00', '24:00']);
});
