import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import type { Schedule } from '../../../domain/slots/types.ts';
import { outsideHoursCheck } from '../../../domain/slots/week.ts';

const MINUTE_MS = 60_000;
const daily = (startMinute: number, endMinute: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startMinute, endMinute }));

/** Whether a minute is open, by what Luxon's clock shows. */
const isOpen = ({ timezone, weeklyRules, overrides }: Schedule, ms: number): boolean => {
  const local = DateTime.fromMillis(ms, { zone: timezone });
  const minute = local.hour * 60 + local.minute;
  const override = overrides.find(({ date }) => date === local.toISODate());
  const windows = override?.windows ?? weeklyRules.filter(({ dayOfWeek }) => dayOfWeek === local.weekday % 7);
  return windows.some(({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute);
};

it('says outside where any minute of a meeting is closed, as minute by minute by Luxon', () => {
  const schedules: Schedule[] = [
    { timezone: 'Europe/Berlin', weeklyRules: daily(540, 1020), overrides: [], timeOff: [] },
    { timezone: 'Asia/Kolkata', weeklyRules: [...daily(0, 300), ...daily(1200, 1440)], overrides: [], timeOff: [] },
    {
      timezone: 'America/New_York',
      weeklyRules: daily(480, 1200),
      overrides: [
        { date: '2026-11-24', windows: [] },
        { date: '2026-11-25', windows: [{ startMinute: 600, endMinute: 660 }] },
      ],
      timeOff: [],
    },
  ];
  const start = fc.integer({ min: 0, max: 5 * 24 * 4 });
  const quarters = fc.integer({ min: 1, max: 24 });
  let inside = 0;
  fc.assert(
    fc.property(fc.constantFrom(...schedules), start, quarters, (schedule, at, length) => {
      const startMs = Date.parse('2026-11-22T00:00Z') + at * 15 * MINUTE_MS;
      const endMs = startMs + length * 15 * MINUTE_MS;
      let closed = false;
      for (let ms = startMs; ms < endMs; ms += 15 * MINUTE_MS) closed ||= !isOpen(schedule, ms);
      inside += closed ? 0 : 1;
      expect(outsideHoursCheck(schedule)({ startMs, endMs })).toBe(closed);
    }),
    { numRuns: 1_000 },
  );
  expect(inside).toBeGreaterThan(50);
});
