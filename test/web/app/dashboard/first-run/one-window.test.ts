import { describe, expect, it } from 'vitest';
import type { Weekday } from '../../../../../web/app/dashboard/availability/week.ts';
import { changesOf, oneWindowOf } from '../../../../../web/app/dashboard/first-run/one-window.ts';

const hours = (start: string, end: string, ...days: Weekday[]) => ({ days, start, end });
const shown = hours('09:00', '17:00', 'monday', 'wednesday');

describe('the week in the first run', () => {
  it('is shown when all open days have the same one window', () => {
    expect(oneWindowOf({ weeklyHours: [shown] })).toEqual(shown);
    const apart = [hours('09:00', '17:00', 'wednesday'), hours('09:00', '17:00', 'monday')];
    expect(oneWindowOf({ weeklyHours: apart })).toEqual(shown);
  });

  it.each([
    ['a day that is shorter', [hours('09:00', '15:00', 'monday'), hours('09:00', '17:00', 'wednesday')]],
    ['a lunch break', [hours('09:00', '12:00', 'monday'), hours('13:00', '17:00', 'monday')]],
    ['a closed week', []],
  ])('is kept: %s', (_, weeklyHours) => {
    expect(oneWindowOf({ weeklyHours })).toBeNull();
  });

  it('is written only where somebody changed it', () => {
    const stored = { timezone: 'Europe/Berlin', weeklyHours: [shown] };
    const same = { ...shown, timezone: 'Europe/Berlin' };
    expect(changesOf(stored, same)).toEqual({});
    expect(changesOf(stored, { ...same, days: ['wednesday', 'monday'] })).toEqual({});
    expect(changesOf(stored, { ...same, timezone: 'Asia/Tokyo' })).toEqual({ timezone: 'Asia/Tokyo' });
    const later = hours('10:00', '17:00', 'monday', 'wednesday');
    expect(changesOf(stored, { ...same, start: '10:00' })).toEqual({ weeklyHours: [later] });
    const fewer = hours('09:00', '17:00', 'monday');
    expect(changesOf(stored, { ...same, days: ['monday'] })).toEqual({ weeklyHours: [fewer] });
  });
});
