import { expect, it } from 'vitest';
import { isJustProved } from '../../../../api/pages/booking/booking-state.ts';

const MADE = Date.parse('2026-11-23T09:00:00Z');
const MINUTE_MS = 60_000;

it.each([
  ['at once, with the code', true, 0, true],
  ['within 15 minutes', true, 15 * MINUTE_MS - 1, true],
  ['later: histories keep addresses', true, 15 * MINUTE_MS, false],
  ['without the code', false, 0, false],
])('a page that was reached %s: its guest is known: %s', (_case, proved, laterMs, known) => {
  expect(isJustProved({ proved, madeAtMs: MADE }, MADE + laterMs)).toBe(known);
});
