import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { resolveWhen } from '../../../domain/time/wall-time.ts';
import { changeDays } from '../slots/oracle.ts';

const MINUTE_MS = 60_000;
const zones = [
  { zone: 'Europe/Berlin', changes: 6 },
  { zone: 'America/New_York', changes: 6 },
  { zone: 'Australia/Lord_Howe', changes: 6 },
  { zone: 'America/St_Johns', changes: 6 },
  { zone: 'Asia/Kolkata', changes: 0 },
  { zone: 'Pacific/Apia', changes: 0 },
];

/** What Luxon's wall clock shows; its `toFormat` is slow. */
const clockAt = (ms: number, zone: string): string =>
  new Date(ms + DateTime.fromMillis(ms, { zone }).offset * MINUTE_MS).toISOString().slice(0, 16);

/** All minutes near a day in order, each with Luxon's wall clock. */
const walk = (zone: string, date: string): { ms: number; text: string }[] => {
  const startMs = Date.parse(`${date}T00:00Z`) - 30 * 60 * MINUTE_MS;
  return Array.from({ length: 84 * 60 }, (_, minute) => {
    const ms = startMs + minute * MINUTE_MS;
    return { ms, text: clockAt(ms, zone) };
  });
};

const minutesOf = (date: string): string[] =>
  Array.from(
    { length: 1440 },
    (_, minute) =>
      `${date}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );

const check = (zone: string, date: string): { missing: number; twice: number } => {
  const walked = walk(zone, date);
  const shown = new Map<string, number[]>();
  for (const { ms, text } of walked) shown.set(text, [...(shown.get(text) ?? []), ms]);
  const count = { missing: 0, twice: 0 };
  for (const text of minutesOf(date)) {
    const [one, other] = shown.get(text) ?? [];
    const resolved = resolveWhen(text, zone);
    if (one === undefined) {
      count.missing += 1;
      // The first instant whose wall clock is past the time that was skipped, and the minute before it.
      const afterMs = walked.find((later) => later.text > text)?.ms;
      expect(resolved).toMatchObject({
        problem: 'nonexistent',
        after: { at: new Date(afterMs ?? 0).toISOString() },
        before: { at: new Date((afterMs ?? 0) - MINUTE_MS).toISOString() },
      });
    } else if (other === undefined) {
      expect(resolved, text).toEqual({ ms: one });
    } else {
      count.twice += 1;
      expect(resolved, text).toMatchObject({
        problem: 'ambiguous',
        earlier: { at: new Date(one).toISOString() },
        later: { at: new Date(other).toISOString() },
      });
      expect(resolveWhen(text, zone, 'earlier')).toEqual({ ms: one });
      expect(resolveWhen(text, zone, 'later')).toEqual({ ms: other });
    }
  }
  return count;
};

describe.each(zones)('in $zone, 2026 to 2028', ({ zone, changes }) => {
  it(`each minute of the ${changes} change days means what Luxon shows`, () => {
    const dates = changeDays(zone, 2026, 2028);
    expect(dates).toHaveLength(changes);
    const counts = dates.map((date) => check(zone, date));
    const sum = counts.reduce((all, one) => all + one.missing + one.twice, 0);
    const perChange = zone === 'Australia/Lord_Howe' ? 30 : 60;
    expect(sum).toBe(changes * perChange);
  });

  it('any local time that one instant alone shows is that instant, and comes back as written', () => {
    const minute = fc.integer({
      min: Date.parse('2026-01-01T00:00Z') / MINUTE_MS,
      max: Date.parse('2028-12-31T00:00Z') / MINUTE_MS,
    });
    fc.assert(
      fc.property(minute, (at) => {
        const ms = at * MINUTE_MS;
        const text = clockAt(ms, zone);
        const resolved = resolveWhen(text, zone);
        if ('ms' in resolved) expect(resolved.ms).toBe(ms);
        else expect(resolved.problem).toBe('ambiguous');
      }),
    );
  });
});

describe('resolveWhen', () => {
  it('takes instants as they stand, whatever zone stands beside them', () => {
    expect(resolveWhen('2026-11-23T09:00:00Z')).toEqual({ ms: Date.parse('2026-11-23T09:00:00Z') });
    expect(resolveWhen('2026-11-23T09:00:30.250+05:45', 'Europe/Berlin')).toEqual({
      ms: Date.parse('2026-11-23T09:00:30.250+05:45'),
    });
    expect(resolveWhen('2026-11-23T23:30:00-03:30')).toEqual({ ms: Date.parse('2026-11-23T23:30:00-03:30') });
  });

  it('asks for a zone, and never guesses one', () => {
    expect(resolveWhen('2026-11-23T09:00')).toEqual({ problem: 'zone_needed' });
  });

  it('names the nearest times of a gap, and both of an overlap, with their offsets', () => {
    expect(resolveWhen('2026-03-29T02:30', 'Europe/Berlin')).toEqual({
      problem: 'nonexistent',
      before: { at: '2026-03-29T00:59:00.000Z', local: '2026-03-29T01:59:00+01:00' },
      after: { at: '2026-03-29T01:00:00.000Z', local: '2026-03-29T03:00:00+02:00' },
    });
    expect(resolveWhen('2026-11-01T01:30', 'America/St_Johns')).toEqual({
      problem: 'ambiguous',
      earlier: { at: '2026-11-01T04:00:00.000Z', local: '2026-11-01T01:30:00-02:30' },
      later: { at: '2026-11-01T05:00:00.000Z', local: '2026-11-01T01:30:00-03:30' },
    });
    // Samoa skipped this day.
    expect(resolveWhen('2011-12-30T12:00', 'Pacific/Apia')).toMatchObject({
      problem: 'nonexistent',
      after: { local: '2011-12-31T00:00:00+14:00' },
    });
  });

  it('refuses what is no date-time, and no zone', () => {
    expect(() => resolveWhen('2026-02-30T09:00', 'Europe/Berlin')).toThrow(RangeError);
    expect(() => resolveWhen('2026-11-23T09:00', 'Mars/Base')).toThrow(RangeError);
  });
});
