import { expect, it } from 'vitest';
import { FAILURE_KEPT_MS } from '../../../domain/prep/merge-facts.ts';
import { retryInMs } from '../../../domain/prep/pack-state.ts';

const minutes = (...args: Parameters<typeof retryInMs>) => (retryInMs(...args) ?? Number.NaN) / 60_000;

it('waits longer each time, and ends after three', () => {
  expect([0, 1, 2].map((retries) => minutes('source_failed', retries, 0))).toEqual([65, 240, 1_440]);
  expect([0, 1, 2].map((retries) => minutes('given_up', retries, 0))).toEqual([15, 65, 240]);
  expect([retryInMs('source_failed', 3, 0), retryInMs('given_up', 3, 0)]).toEqual([null, null]);
});

it('is spread, and never within the time for which a failure is kept', () => {
  expect(minutes('source_failed', 0, 1)).toBe(78);
  expect(retryInMs('source_failed', 0, 0)).toBeGreaterThan(FAILURE_KEPT_MS);
});
