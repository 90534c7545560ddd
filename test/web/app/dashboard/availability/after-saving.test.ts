import { expect, it } from 'vitest';
import { startsAfterSaving } from '../../../../../web/app/dashboard/availability/after-saving.ts';
import { type Week, weekOf } from '../../../../../web/app/dashboard/availability/week.ts';

const week = (start: string, end: string): Week => weekOf([{ days: ['monday', 'sunday'], start, end }]);
const schedule = { timezone: 'Europe/Berlin', dateOverrides: [], timeOff: [] };
const event = { durationMinutes: 30, slotIntervalMinutes: null, minimumNoticeMinutes: 120 };

/** The starts of a day in Berlin, as clock times in UTC. */
function startsOn(date: string, drawn: Week, more: Partial<Parameters<typeof startsAfterSaving>[0]> = {}): string[] {
  const fromMs = Date.parse(`${date}T00:00:00+01:00`);
  const asked = { week: drawn, schedule, event, fromMs, toMs: fromMs + 86_400_000, nowMs: 0, ...more };
  return startsAfterSaving(asked).map((ms) => new Date(ms).toISOString().slice(11, 16));
}

it('are the starts of the hours as drawn, by the clock of the schedule', () => {
  expect(startsOn('2026-11-30', week('09:15', '10:45'))).toEqual(['08:15', '08:45', '09:15']);
  expect(startsOn('2026-11-29', week('09:15', '10:00'))).toEqual(['08:15']);
  expect(startsOn('2026-12-01', week('09:15', '10:45'))).toEqual([]);
});

it('keep dates, time off and notice, which are saved already', () => {
  const windows = [{ start: '12:00', end: '13:00' }];
  const dated = { ...schedule, dateOverrides: [{ date: '2026-11-30', windows }] };
  expect(startsOn('2026-11-30', week('09:00', '10:00'), { schedule: dated })).toEqual(['11:00', '11:30']);
  const nowMs = Date.parse('2026-11-30T06:20:00Z');
  expect(startsOn('2026-11-30', week('09:00', '10:00'), { nowMs })).toEqual(['08:30']);
});
