import { expect, it } from 'vitest';
import { kolmogorovSmirnov, median } from './timing.ts';

const spread = (from: number, step: number) => Array.from({ length: 200 }, (_, index) => from + index * step);

it('finds the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
});

// The p-values of scipy.stats.ks_2samp(method='asymp') are 1, 0.9 and 2e-6 for these distances (0, 0.05 and 0.25 of 200 and 200).
it('tells the same from the shifted', () => {
  expect(kolmogorovSmirnov(spread(0, 1), spread(0, 1))).toBe(1);
  expect(kolmogorovSmirnov(spread(0, 1), spread(10, 1))).toBeGreaterThan(0.8);
  expect(kolmogorovSmirnov(spread(0, 1), spread(50, 1))).toBeLessThan(1e-4);
});
