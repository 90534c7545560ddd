import { describe, expect, it } from 'vitest';
import { dayAfterKey, isDayKey, type KeyRange } from '../../../web/picker/day-keys.ts';
import { weeksOf } from '../../../web/picker/month-weeks.ts';

/** November 2026, in which only these days have times; other months are unknown. */
const OPEN = new Set(['2026-11-24', '2026-11-26', '2026-11-27', '2026-11-30']);
const range: KeyRange = {
  first: '2026-11',
  last: '2028-02',
  weekStartsOn: 1,
  isOff: (date) => date.startsWith('2026-11') && !OPEN.has(date),
};
const to = (key: string, from: string, isFar = false) => dayAfterKey(key, isFar, from, range);

describe('the keys of a month', () => {
  it.each([
    ['ArrowRight', '2026-11-24', '2026-11-26'],
    ['ArrowLeft', '2026-11-30', '2026-11-27'],
    ['ArrowLeft', '2026-11-24', null],
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowDown', '2026-11-30', '2026-12-07'],
    ['ArrowDown', '2026-11-26', '2026-12-03'],
    ['ArrowUp', '2026-12-03', '2026-11-26'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['PageUp', '2026-12-27', '2026-11-27'],
    ['PageDown', '2028-02-20', '2028-02-29'],
    ['PageDown', '2028-02-29', null],
    ['Home', '2026-11-27', '2026-11-24'],
    ['End', '2026-11-24', '2026-11-27'],
    ['End', '2026-11-30', '2026-11-30'],
    ['Enter', '2026-11-24', null],
  ])('%s from %s leads to %s', (key, from, next) => {
    expect(to(key, from)).toBe(next);
  });

  it('go further with Shift', () => {
    expect(to('ArrowRight', '2026-12-31', true)).toBe('2027-01-31');
    expect(to('PageDown', '2026-11-30', true)).toBe('2027-11-30');
  });

  it('are no others', () => {
    expect(['ArrowUp', 'Home', 'Tab', 'a', 'toString'].filter(isDayKey)).toEqual(['ArrowUp', 'Home']);
  });
});

describe('the weeks of a month', () => {
  it('begin on the reader’s first day, and leave out other months', () => {
    const november = weeksOf('2026-11', 1);
    expect(november).toHaveLength(6);
    expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(november[5]?.filter((date) => date !== null)).toEqual(['2026-11-30']);
    expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01');
    // 28 days that begin on the first day of a week.
    expect(weeksOf('2027-02', 1)).toHaveLength(4);
  });

  it.each([0, 1, 6] as const)('have each day once, in order, with weeks from day %i', (weekStartsOn) => {
    for (const [month, days] of [
      ['2026-12', 31],
      ['2028-02', 29],
    ] as const) {
      const all = weeksOf(month, weekStartsOn)
        .flat()
        .filter((date) => date !== null);
      expect(all).toHaveLength(days);
      expect(all).toEqual(all.toSorted());
    }
  });
});
