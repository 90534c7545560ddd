import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, formatDate, isoWeekStart, parseDate, weekdayOf } from '../../../domain/time/civil.ts';
import { isTimezone, zoneOf } from '../../../domain/time/zone.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const HOUR_MS = 3_600_000;

describe('a zone', () => {
  it('has the offset that Luxon finds, at any instant since 1970, in every zone', () => {
    const instant = fc.integer({ min: 0, max: Date.UTC(2060, 0, 1) / 60_000 }).map((minutes) => minutes * 60_000);
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instant, (name, ms) => {
        const seconds = Math.round(zoneOf(name).segmentAt(ms).offsetMs / 1000);
        expect(Math.trunc(seconds / 60)).toBe(Math.trunc(DateTime.fromMillis(ms, { zone: name }).offset));
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    'Europe/Berlin',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
    'America/Nuuk',
  ])('misses no change between 2015 and 2030 in %s', (name) => {
    for (let ms = Date.UTC(2015, 0, 1); ms < Date.UTC(2030, 0, 1); ms += 23 * HOUR_MS) {
      expect([ms, zoneOf(name).segmentAt(ms).offsetMs / 60_000]).toEqual([
        ms,
        DateTime.fromMillis(ms, { zone: name }).offset,
      ]);
    }
  });

  it('finds changes to the second, and joins its stretches without a gap', () => {
    const summer = zoneOf('Europe/Berlin').segmentAt(Date.UTC(2026, 6, 1));
    const change = Date.parse('2026-10-25T01:00Z');
    expect(zoneOf('Europe/Berlin').segmentAt(change - 1).offsetMs).toBe(summer.offsetMs);
    expect(zoneOf('Europe/Berlin').segmentAt(change)).toMatchObject({ fromMs: change, offsetMs: HOUR_MS });
  });

  it('finds the instant of a local time: none where skipped, the first where repeated', () => {
    const berlin = zoneOf('Europe/Berlin');
    expect(berlin.instantOf(Date.parse('2026-11-23T09:00Z'))).toBe(Date.parse('2026-11-23T08:00Z'));
    expect(berlin.instantOf(Date.parse('2026-03-29T02:30Z'))).toBeUndefined();
    expect(berlin.firstInstant(Date.parse('2026-03-29T02:30Z'))).toBe(Date.parse('2026-03-29T01:00Z'));
    expect(berlin.instantOf(Date.parse('2026-10-25T02:30Z'))).toBe(Date.parse('2026-10-25T00:30Z'));
  });

  it('leads there and back wherever a local time exists, and never runs backwards', () => {
    const local = fc
      .integer({ min: Date.UTC(2005, 0, 1) / 900_000, max: Date.UTC(2035, 0, 1) / 900_000 })
      .map((n) => n * 900_000);
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), local, (name, localMs) => {
        const zone = zoneOf(name);
        const ms = zone.firstInstant(localMs);
        expect(zone.localOf(ms)).toBeGreaterThanOrEqual(localMs);
        expect(zone.localOf(ms - 1)).toBeLessThan(localMs);
        expect(zone.firstInstant(localMs + 900_000)).toBeGreaterThanOrEqual(ms);
      }),
      { numRuns: 600 },
    );
  });
});

describe('the name of a zone', () => {
  it.each(['Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'US/Eastern', 'UTC', 'Etc/GMT+5', 'europe/berlin'])(
    '%s is one',
    (name) => {
      expect(isTimezone(name)).toBe(true);
    },
  );

  it.each([
    '',
    '+02:00',
    '-0530',
    'Europe/Nowhere',
    'GMT+2',
    'Europe/Berlin ',
    'x'.repeat(5000),
    '../../etc/passwd',
    '__proto__',
  ])('%j is none', (name) => {
    expect(isTimezone(name)).toBe(false);
  });

  it('names one zone in any case', () => {
    expect(zoneOf('EUROPE/berlin')).toBe(zoneOf('Europe/Berlin'));
  });
});

describe('the calendar', () => {
  const day = fc.integer({ min: dayOf(1600, 1, 1), max: dayOf(2400, 12, 31) });

  it('agrees with Luxon on dates, weekdays and ISO weeks', () => {
    fc.assert(
      fc.property(day, (number) => {
        const luxon = DateTime.fromMillis(number * 86_400_000, { zone: 'utc' });
        expect(dateOf(number)).toEqual({ year: luxon.year, month: luxon.month, day: luxon.day });
        expect(formatDate(number)).toBe(luxon.toISODate());
        expect(parseDate(formatDate(number))).toBe(number);
        expect(weekdayOf(number)).toBe(luxon.weekday % 7);
        expect(isoWeekStart(number)).toBe(luxon.startOf('week').toMillis() / 86_400_000);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '', '2026-00-10', '2025-02-29'])('has no %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});
