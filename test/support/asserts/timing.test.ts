import { expect, it } from 'vitest';
import { kolmogorovSmirnov, ratioOfPairs } from './timing.ts';

const spread = (from: number, step: number) => Array.from({ length: 200 }, (_, index) => from + index * step);

it('finds the ratio of paired times, however busy the machine is from pair to pair', () => {
  const load = spread(1, 0.1);
  expect(ratioOfPairs(load, load)).toBe(1);
  expect(
    ratioOfPairs(
      load.map((ms) => 1.06 * ms),
      load,
    ),
  ).toBeCloseTo(1.06);
  // Noise that hits single calls of both groups alike.
  const noisy = (from: number) => load.map((ms, index) => ms * ((index + from) % 7 === 0 ? 5 : 1));
  expect(ratioOfPairs(noisy(0), noisy(3))).toBeCloseTo(1);
});

// The p-values of scipy.stats.ks_2samp(method='asymp') are 1, 0.9 and 2e-6 for these distances (0, 0.05 and 0.25 of 200 and 200).
it('tells the same from the shifted', () => {
  expect(kolmogorovSmirnov(spread(0, 1), spread(0, 1))).toBe(1);
  expect(kolmogorovSmirnov(spread(0, 1), spread(10, 1))).toBeGreaterThan(0.8);
  expect(kolmogorovSmirnov(spread(0, 1), spread(50, 1))).toBeLessThan(1e-4);
});
