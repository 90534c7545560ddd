import { expect, test } from 'vitest';
import { createStartPace } from '../../../activities/prep/start-pace.ts';

const MS = 1_000_000;
const startsOf = (moments: readonly number[], pace = createStartPace()) => moments.filter(pace);

test('five start at once, then two a second', () => {
  expect(startsOf([MS, MS, MS, MS, MS, MS, MS, MS + 500, MS + 600, MS + 1_000])).toEqual([
    ...[MS, MS, MS, MS, MS],
    ...[MS + 500, MS + 1_000],
  ]);
});

test('once ten were put off within fifteen seconds none starts, until the rush is over', () => {
  const pace = createStartPace();
  expect(startsOf(new Array(15).fill(MS), pace)).toHaveLength(5);
  expect(startsOf([MS + 5_000, MS + 14_900], pace)).toEqual([]);
  // Two were put off within the last fifteen seconds.
  expect(startsOf([MS + 15_100], pace)).toEqual([MS + 15_100]);
});
