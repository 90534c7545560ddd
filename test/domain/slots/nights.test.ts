import { describe, expect, it } from 'vitest';
import { toWeeklyRules } from '../../../domain/availability/weekly-hours.ts';
import { listSlots } from '../../../domain/slots/host-slots.ts';
import { effectiveWeek, outsideHoursCheck } from '../../../domain/slots/week.ts';
import { parseDate } from '../../../domain/time/civil.ts';
import { at, clock, DAY_MS, daily, host, rules, schedule } from './build.ts';

/** 22:30 to 02:00, as a date has it. */
const NIGHT = { startMinute: 1350, endMinute: 1560 };
const event = rules({ durationMinutes: 30 });

/** The open starts between two wall times of Berlin, as wall times. */
const starts = (parts: Parameters<typeof host>[0], from: string, to: string): string[] => {
  const window = { startMs: at(from), endMs: at(to) };
  return clock(listSlots({ host: host(parts), rules: event, window, now: window.startMs - DAY_MS }).starts);
};

describe('hours past midnight of a date', () => {
  const overrides = [{ date: '2026-12-24', windows: [NIGHT] }];

  it('end on the next date, beside its own weekly hours', () => {
    expect(starts({ overrides }, '2026-12-24 00:00', '2026-12-25 12:00')).toEqual([
      ...['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30'],
      ...['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
    ]);
  });

  it('end there also if that date has hours of its own, or is closed: the night belongs to the date on which it begins', () => {
    const own = [...overrides, { date: '2026-12-25', windows: [{ startMinute: 60, endMinute: 180 }] }];
    const night = ['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30'];
    expect(starts({ overrides: own }, '2026-12-24 12:00', '2026-12-25 23:00')).toEqual([...night, '02:00', '02:30']);
    const closed = [{ date: '2026-12-25', windows: [] }, ...overrides];
    expect(starts({ overrides: closed }, '2026-12-24 12:00', '2026-12-25 23:00')).toEqual(night);
  });

  it('hold a meeting over midnight', () => {
    const isOutside = outsideHoursCheck(schedule({ overrides }));
    expect(isOutside({ startMs: at('2026-12-24 23:00'), endMs: at('2026-12-25 01:00') })).toBe(false);
    expect(isOutside({ startMs: at('2026-12-25 01:30'), endMs: at('2026-12-25 02:30') })).toBe(true);
    const long = rules({ durationMinutes: 180 });
    const window = { startMs: at('2026-12-24 20:00'), endMs: at('2026-12-25 06:00') };
    const found = listSlots({ host: host({ overrides }), rules: long, window, now: window.startMs - DAY_MS });
    expect(clock(found.starts)).toEqual(['22:30']);
  });

  it('are one window where they meet the next date', () => {
    const week = effectiveWeek(schedule({ weeklyRules: daily('02:00-04:00'), overrides }));
    expect(week(parseDate('2026-12-25') ?? 0)).toEqual([{ startMinute: 0, endMinute: 240 }]);
    expect(week(parseDate('2026-12-26') ?? 0)).toMatchObject([{ startMinute: 120, endMinute: 240 }]);
  });
});

/** Clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October. */
describe.each([
  [
    'forward',
    '2026-03-28',
    '2026-03-29',
    ['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30', '03:00', '03:30'],
  ],
  [
    'back',
    '2026-10-24',
    '2026-10-25',
    ['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
  ],
])('in the night in which clocks go %s', (_, saturday, sunday, expected) => {
  it('hours of a week and of a date end by the wall clock, and offer each wall time once', () => {
    const weeklyRules = toWeeklyRules([{ days: ['saturday'], start: '22:30', end: '04:00' }]);
    expect(starts({ weeklyRules }, `${saturday} 12:00`, `${sunday} 12:00`)).toEqual(expected);
    const overrides = [{ date: saturday, windows: [{ startMinute: 1350, endMinute: 1680 }] }];
    expect(starts({ weeklyRules: [], overrides }, `${saturday} 12:00`, `${sunday} 12:00`)).toEqual(expected);
  });
});
