import { describe, expect, it } from 'vitest';
import { evaluate, listSlots } from '../../../domain/slots/host-slots.ts';
import type { EventRules } from '../../../domain/slots/types.ts';
import { clock, DAY_MS, daily, host, MINUTE_MS, rules } from './build.ts';
import { changeDays, oracleStarts } from './oracle.ts';

const WEEKS = [
  ['00:00-24:00'],
  ['00:00-04:00'],
  ['01:30-02:30'],
  ['02:15-05:00', '22:00-24:00'],
  ['23:00-24:00', '00:00-00:30'],
];
const EVENTS: Partial<EventRules>[] = [
  { durationMinutes: 30, slotIntervalMinutes: 15 },
  { durationMinutes: 60, slotIntervalMinutes: null },
  { durationMinutes: 45, slotIntervalMinutes: 20 },
];

const expected = [
  { zone: 'Europe/Berlin', years: [2026, 2028], changes: 6 },
  { zone: 'America/New_York', years: [2026, 2028], changes: 6 },
  { zone: 'Australia/Lord_Howe', years: [2026, 2028], changes: 6 },
  { zone: 'America/St_Johns', years: [2026, 2028], changes: 6 },
  { zone: 'Asia/Kolkata', years: [2026, 2028], changes: 0 },
  { zone: 'Pacific/Apia', years: [2026, 2028], changes: 0 },
  // Samoa crossed the date line: the day after 29 December 2011 was the 31st. St John's then changed at a minute past midnight.
  { zone: 'Pacific/Apia', years: [2011, 2012], changes: 5 },
  { zone: 'America/St_Johns', years: [2010, 2011], changes: 4 },
] as const;

describe.each(expected)('in $zone, $years', ({ zone, years: [from, to], changes }) => {
  it(`each of the ${changes} change days and its neighbours offer exactly what Luxon says`, () => {
    const dates = changeDays(zone, from, to);
    expect(dates).toHaveLength(changes);
    let offered = 0;
    for (const date of dates) {
      const startMs = Date.parse(`${date}T00:00Z`) - 38 * 60 * MINUTE_MS;
      const window = { startMs, endMs: startMs + 3 * DAY_MS };
      for (const windows of WEEKS) {
        const someone = host({ timezone: zone, weeklyRules: daily(...windows) });
        for (const event of EVENTS) {
          const question = { host: someone, rules: rules(event), now: startMs - DAY_MS };
          const { starts } = listSlots({ ...question, window });
          expect({ date, windows, event, starts }).toEqual({
            date,
            windows,
            event,
            starts: oracleStarts(question, window.startMs, window.endMs),
          });
          offered += starts.length;
        }
      }
    }
    expect(offered).toBeGreaterThanOrEqual(dates.length * 500);
  });
});

describe('on a change day', () => {
  const night = (zone: string, window: string) => host({ timezone: zone, weeklyRules: daily(window) });
  const starts = (zone: string, date: string, window: string, durationMinutes = 30) => {
    const startMs = Date.parse(`${date}T00:00Z`) - 14 * 60 * MINUTE_MS;
    const question = { host: night(zone, window), rules: rules({ durationMinutes }), now: startMs - DAY_MS };
    const list = listSlots({ ...question, window: { startMs, endMs: startMs + 2 * DAY_MS } }).starts;
    const ofDay = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms) === date;
    return list.filter(ofDay);
  };

  it('skips the times that do not exist', () => {
    expect(clock(starts('Europe/Berlin', '2026-03-29', '01:00-04:00'))).toEqual(['01:00', '01:30', '03:00', '03:30']);
  });

  it('offers a repeated time once, at its first occurrence', () => {
    const offered = starts('Europe/Berlin', '2026-10-25', '01:00-04:00');
    expect(clock(offered)).toEqual(['01:00', '01:30', '02:00', '02:30', '03:00', '03:30']);
    expect(offered[2]).toBe(Date.parse('2026-10-25T00:00Z'));
    const again = {
      host: night('Europe/Berlin', '01:00-04:00'),
      rules: rules(),
      startMs: Date.parse('2026-10-25T01:00Z'),
    };
    expect(evaluate({ ...again, now: Date.parse('2026-10-24T00:00Z') })).toEqual({
      offered: false,
      reason: 'not_a_slot',
    });
  });

  it('keeps the host’s grid on the wall clock, also where clocks move by half an hour', () => {
    expect(clock(starts('Australia/Lord_Howe', '2026-10-04', '00:00-05:00', 60), 'Australia/Lord_Howe')).toEqual([
      '00:00',
      '01:00',
      '03:00',
      '04:00',
    ]);
  });

  it('lets a meeting end by the instant at which the window ends: 23 hours hold 22 meetings of an hour, 25 hold 24', () => {
    expect(starts('Europe/Berlin', '2026-03-29', '00:00-24:00', 60)).toHaveLength(23);
    expect(starts('Europe/Berlin', '2026-10-25', '00:00-24:00', 60)).toHaveLength(24);
    // 00:30 to 03:00 is an hour and a half of real time in March: an hour fits at 00:30, and no more.
    expect(clock(starts('Europe/Berlin', '2026-03-29', '00:30-03:00', 60))).toEqual(['00:30']);
  });

  it('offers nothing on a day that a zone leaves out', () => {
    expect(starts('Pacific/Apia', '2011-12-29', '00:00-24:00', 60)).toHaveLength(24);
    expect(starts('Pacific/Apia', '2011-12-30', '00:00-24:00', 60)).toEqual([]);
    expect(starts('Pacific/Apia', '2011-12-31', '00:00-24:00', 60)).toHaveLength(24);
  });
});
