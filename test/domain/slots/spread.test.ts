import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadStarts } from '../../../domain/slots/spread.ts';
import { localParts } from '../../../domain/time/local.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = Date.parse('2026-11-23T00:00:00Z');

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
/** Quarter hours of a month in which the clocks change in Berlin and New York. */
const quarters = fc
  .uniqueArray(fc.integer({ min: 0, max: 4 * 24 * 30 }), { maxLength: 300 })
  .map((all) =>
    all.toSorted((one, other) => one - other).map((nth) => Date.parse('2026-10-20T00:00:00Z') + nth * 900_000),
  );
const limits = fc.integer({ min: 1, max: 50 });

const dayOf = (zone: string) => (ms: number) => localParts(ms, zone).dateLocal;
const halfOf = (zone: string) => (ms: number) => (localParts(ms, zone).minuteOfDay < 720 ? 'morning' : 'afternoon');

describe('spread', () => {
  it('gives offered starts alone, each once, in order, as many as the limit lets', () => {
    fc.assert(
      fc.property(quarters, limits, zones, (starts, limit, zone) => {
        const picked = spreadStarts(starts, limit, zone);
        expect(picked).toHaveLength(Math.min(limit, starts.length));
        expect(picked).toEqual([...new Set(picked)].toSorted((one, other) => one - other));
        for (const start of picked) expect(starts).toContain(start);
      }),
    );
  });

  it('spreads over as many days as there are, the earliest first', () => {
    fc.assert(
      fc.property(quarters, limits, zones, (starts, limit, zone) => {
        const all = [...new Set(starts.map(dayOf(zone)))];
        const picked = [...new Set(spreadStarts(starts, limit, zone).map(dayOf(zone)))];
        expect(picked).toEqual(all.slice(0, limit));
      }),
    );
  });

  it('takes both halves of a day that gives several, where both are open', () => {
    fc.assert(
      fc.property(quarters, limits, zones, (starts, limit, zone) => {
        const picked = spreadStarts(starts, limit, zone);
        for (const day of new Set(picked.map(dayOf(zone)))) {
          const on = (list: readonly number[]) => list.filter((start) => dayOf(zone)(start) === day);
          const open = new Set(on(starts).map(halfOf(zone)));
          const given = new Set(on(picked).map(halfOf(zone)));
          if (on(picked).length > 1) expect(given.size).toBe(open.size);
        }
      }),
    );
  });

  it('lets mornings and afternoons take turns where each day gives one', () => {
    const week = Array.from(
      { length: 7 * 16 },
      (_, nth) => MONDAY + Math.floor(nth / 16) * DAY_MS + (9 + (nth % 16) / 2) * HOUR_MS,
    );
    const halves = spreadStarts(week, 6, 'UTC').map(halfOf('UTC'));
    expect(halves).toEqual(['morning', 'afternoon', 'morning', 'afternoon', 'morning', 'afternoon']);
  });

  it('is not a row: of one open day the picks lie apart', () => {
    const day = Array.from({ length: 32 }, (_, nth) => MONDAY + 8 * HOUR_MS + nth * 900_000);
    const picked = spreadStarts(day, 4, 'UTC');
    const gaps = picked.slice(1).map((start, index) => start - (picked[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR_MS);
  });
});
