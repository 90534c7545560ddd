import { expect, it } from 'vitest';
import { monthOf, monthsLater, packEndsMs } from '../../../domain/billing/credits.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

it('months later keep the day, or take the last one of a short month', () => {
  expect(iso(monthsLater(at('2027-01-31T10:00:00Z'), 1))).toBe('2027-02-28T10:00:00.000Z');
  expect(iso(monthsLater(at('2027-12-15T10:00:00Z'), 2))).toBe('2028-02-15T10:00:00.000Z');
  expect(iso(packEndsMs(at('2028-02-29T00:00:00Z')))).toBe('2029-02-28T00:00:00.000Z');
});

it('a month of a period: a year has twelve, and the last ends with it', () => {
  const year = { periodStartMs: at('2027-01-31T00:00:00Z'), periodEndMs: at('2028-01-31T00:00:00Z') };
  const months = [
    '2027-01-31T00:00:00Z',
    '2027-02-27T23:59:59Z',
    '2027-02-28T00:00:00Z',
    '2028-01-30T00:00:00Z',
    '2028-03-01T00:00:00Z',
  ];
  expect(months.map((now) => Object.values(monthOf(year, at(now))).map(iso))).toEqual([
    ['2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
    ['2027-01-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
    ['2027-02-28T00:00:00.000Z', '2027-03-31T00:00:00.000Z'],
    ['2027-12-31T00:00:00.000Z', '2028-01-31T00:00:00.000Z'],
    ['2027-12-31T00:00:00.000Z', '2028-01-31T00:00:00.000Z'],
  ]);
});
