import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHoursWindow, toWeeklyHours, toWeeklyRules, toWindow } from '../../../domain/availability/weekly-hours.ts';
import { DayHours, WeeklyHours } from '../../../schemas/shapes/weekly-hours.ts';

const messages = (input: unknown) =>
  WeeklyHours.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const rules = fc
  .array(
    fc.record({
      dayOfWeek: fc.integer({ min: 0, max: 6 }),
      startMinute: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 600 }),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all
      .map(({ dayOfWeek, startMinute, length }) => ({
        dayOfWeek,
        startMinute,
        endMinute: Math.min(1440, startMinute + length),
      }))
      .toSorted((one, other) => one.dayOfWeek - other.dayOfWeek || one.startMinute - other.startMinute)
      .filter((rule, at, list) => {
        const before = list[at - 1];
        return before?.dayOfWeek !== rule.dayOfWeek;
      }),
  );

describe('weekly hours', () => {
  it('come back as they were stored, and the schema takes what was answered', () => {
    fc.assert(
      fc.property(rules, (week) => {
        const words = toWeeklyHours(week);
        expect(WeeklyHours.safeParse(words).success).toBe(true);
        expect(toWeeklyRules(words)).toEqual(week);
      }),
    );
  });

  it('put days with the same window together, Monday first, and end at 24:00', () => {
    const week = [0, 1, 3].map((dayOfWeek) => ({ dayOfWeek, startMinute: 1200, endMinute: 1440 }));
    expect(toWeeklyHours(week)).toEqual([{ days: ['monday', 'wednesday', 'sunday'], start: '20:00', end: '24:00' }]);
  });

  it('count a day once that an entry names twice', () => {
    expect(toWeeklyRules([{ days: ['monday', 'monday'], start: '09:00', end: '10:00' }])).toHaveLength(1);
  });

  it.each([
    [[{ days: ['monday'], start: '09:00', end: '09:00' }], '0.end: must differ from start'],
    [[{ days: ['monday'], start: '00:00', end: '00:00' }], '0.end: must differ from start'],
    [[{ days: ['monday'], start: '9:00', end: '17:00' }], '0.start: must be HH:mm'],
    [[{ days: ['monday'], start: '24:00', end: '24:00' }], '0.start: must be HH:mm'],
    [[{ days: ['monday'], start: '09:00', end: '25:00' }], '0.end: must be HH:mm'],
    [[{ days: ['Monday'], start: '09:00', end: '17:00' }], '0.days.0:'],
    [[{ days: [], start: '09:00', end: '17:00' }], '0.days:'],
    [
      [
        { days: ['monday', 'tuesday'], start: '09:00', end: '12:00' },
        { days: ['wednesday'], start: '09:00', end: '12:00' },
        { days: ['tuesday'], start: '11:30', end: '14:00' },
      ],
      '2: overlaps 09:00 to 12:00 (entry 0) on tuesday',
    ],
  ])('refuse %j', (input, message) => {
    expect(messages(input)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [
      [
        { days: ['monday', 'tuesday'], start: '22:30', end: '02:00' },
        { days: ['wednesday'], start: '01:30', end: '03:00' },
      ],
      '1: overlaps 22:30 to 02:00 (entry 0) on wednesday',
    ],
    [
      [
        { days: ['sunday'], start: '20:00', end: '21:00' },
        { days: ['saturday', 'sunday'], start: '20:30', end: '01:00' },
      ],
      '1: overlaps 20:00 to 21:00 (entry 0) on sunday',
    ],
  ])('past midnight refuse what overlaps on the day after: %j', (input, message) => {
    expect(messages(input)).toEqual([expect.stringContaining(message)]);
  });

  it('past midnight are stored as two windows, of two days', () => {
    const night = [{ days: ['saturday', 'monday'], start: '22:30', end: '02:00' }] as const;
    const week = WeeklyHours.parse(night);
    expect(toWeeklyRules(week)).toEqual([
      { dayOfWeek: 0, startMinute: 0, endMinute: 120 },
      { dayOfWeek: 1, startMinute: 1350, endMinute: 1440 },
      { dayOfWeek: 2, startMinute: 0, endMinute: 120 },
      { dayOfWeek: 6, startMinute: 1350, endMinute: 1440 },
    ]);
    expect(toWeeklyRules(WeeklyHours.parse([{ days: ['sunday'], start: '22:30', end: '00:00' }]))).toEqual([
      { dayOfWeek: 0, startMinute: 1350, endMinute: 1440 },
    ]);
  });

  it('past midnight of one date are taken, and come back as they were sent', () => {
    const windows = DayHours.parse([
      { start: '09:00', end: '12:00' },
      { start: '22:30', end: '02:00' },
    ]);
    const stored = windows.map(toWindow);
    expect(stored[1]).toEqual({ startMinute: 1350, endMinute: 1560 });
    expect(stored.map(toHoursWindow)).toEqual(windows);
  });

  it('take windows that meet, and the same window on other days', () => {
    expect(
      messages([
        { days: ['monday'], start: '09:00', end: '12:00' },
        { days: ['monday'], start: '12:00', end: '24:00' },
        { days: ['sunday'], start: '09:00', end: '12:00' },
      ]),
    ).toEqual([]);
  });

  it('of one date refuse an overlap, too', () => {
    const windows = [
      { start: '09:00', end: '12:00' },
      { start: '11:00', end: '13:00' },
    ];
    expect(DayHours.safeParse(windows).error?.issues[0]).toMatchObject({
      path: [1],
      message: expect.stringContaining('overlaps 09:00 to 12:00 (entry 0) of that date'),
    });
  });
});
