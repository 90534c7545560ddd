import { expect, test } from 'vitest';
import { createStartPace } from '../../../activities/prep/start-pace.ts';

const waitsOf = (count: number, nowMs: number, pace = createStartPace()) =>
  Array.from({ length: count }, () => pace(nowMs));

test('five start at once, then two a second', () => {
  expect(waitsOf(8, 1_000_000)).toEqual([0, 0, 0, 0, 0, 500, 1_000, 1_500]);
});

test('after a rest five start at once again', () => {
  const pace = createStartPace();
  waitsOf(8, 1_000_000, pace);
  expect(waitsOf(6, 1_060_000, pace)).toEqual([0, 0, 0, 0, 0, 500]);
});

test('nobody waits for longer than ten minutes', () => {
  const waits = waitsOf(5_000, 1_000_000);
  expect(Math.max(...waits)).toBe(600_000);
  expect(waits.at(-1)).toBe(600_000);
});
