import { describe, expect, it } from 'vitest';
import type { WeeklyRule } from '../../../domain/slots/types.ts';
import { hostSchedule } from '../../../domain/slots-answer/schedule-words.ts';

const zone = { timezone: 'Europe/Berlin', overrides: [], timeOff: [] };
const on = (days: readonly number[], ...windows: readonly (readonly [number, number])[]): WeeklyRule[] =>
  days.flatMap((dayOfWeek) =>
    windows.map(([start, end]) => ({ dayOfWeek, startMinute: start * 60, endMinute: end * 60 })),
  );
const summaryOf = (...weeklyRules: readonly WeeklyRule[]): string => hostSchedule({ ...zone, weeklyRules }).summary;

describe('a week in words', () => {
  it.each<[string, WeeklyRule[]]>([
    ['Monday to Friday 09:00–12:00 and 13:00–17:00 (Europe/Berlin).', on([1, 2, 3, 4, 5], [9, 12], [13, 17])],
    ['Monday to Friday 09:00–12:00 and 13:00–17:00 (Europe/Berlin).', on([5, 4, 3, 2, 1], [13, 17], [9, 12])],
    ['Every day 00:00–24:00 (Europe/Berlin).', on([0, 1, 2, 3, 4, 5, 6], [0, 24])],
    ['Saturday and Sunday 10:00–14:00 (Europe/Berlin).', on([0, 6], [10, 14])],
    ['Friday to Sunday 10:00–14:00 (Europe/Berlin).', on([0, 5, 6], [10, 14])],
    ['Monday and Sunday 10:00–14:00 (Europe/Berlin).', on([0, 1], [10, 14])],
    ['Monday, Wednesday and Friday 09:00–17:00 (Europe/Berlin).', on([1, 3, 5], [9, 17])],
    ['Monday to Wednesday and Friday 09:00–17:00 (Europe/Berlin).', on([1, 2, 3, 5], [9, 17])],
    ['Tuesday 08:00–09:00, 10:00–11:00 and 12:00–13:00 (Europe/Berlin).', on([2], [8, 9], [10, 11], [12, 13])],
    [
      'Monday to Thursday 09:00–17:00; Friday 09:00–12:00 (Europe/Berlin).',
      [...on([1, 2, 3, 4], [9, 17]), ...on([5], [9, 12])],
    ],
    ['No weekly hours (Europe/Berlin).', []],
    ['No weekly hours (Europe/Berlin).', on([1], [9, 9], [12, 10])],
  ])('%s', (summary, rules) => {
    expect(summaryOf(...rules)).toBe(summary);
  });

  it('says that some dates differ, where one does', () => {
    const overrides = [{ date: '2026-12-24', windows: [] }];
    expect(hostSchedule({ ...zone, weeklyRules: on([1], [9, 17]), overrides }).summary).toBe(
      'Monday 09:00–17:00 (Europe/Berlin). Some dates have other hours.',
    );
  });
});

it('lists rules from Sunday on by time, with midnight at the end of a day as 24:00', () => {
  const rules = [...on([6], [22, 24]), ...on([0], [13, 14], [0, 1])];
  expect(hostSchedule({ ...zone, weeklyRules: rules }).weeklyRules).toEqual([
    { dayOfWeek: 0, dayName: 'Sunday', startTime: '00:00', endTime: '01:00' },
    { dayOfWeek: 0, dayName: 'Sunday', startTime: '13:00', endTime: '14:00' },
    { dayOfWeek: 6, dayName: 'Saturday', startTime: '22:00', endTime: '24:00' },
  ]);
});
