import { describe, expect, it } from 'vitest';
import { checkOf, UNCHECKED, withResults } from '../../../domain/booking/live-check.ts';

const period = { startMs: 1_000, endMs: 2_000 };

describe('a live check', () => {
  it('gathers what one look after the other finds, and holds for its own time alone', () => {
    const first = withResults(UNCHECKED, period, { free: ['a'], busy: ['b'] });
    const both = withResults(first, period, { free: ['c'], busy: [] });
    expect(checkOf(both, period)).toEqual({ period, free: new Set(['a', 'c']), busy: new Set(['b']) });
    const longer = { ...period, endMs: 3_000 };
    expect(checkOf(both, longer)).toBe(UNCHECKED);
    expect(withResults(both, longer, { free: ['d'], busy: [] })).toEqual({
      period: longer,
      free: new Set(['d']),
      busy: new Set(),
    });
  });
});
