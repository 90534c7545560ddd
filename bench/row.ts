import type { BenchRow } from './engine.ts';

/** One line of the bench. `ratio` is the number that `target` speaks of; rows without a floor are held against an absolute number. */
export type Row = Omit<BenchRow, 'floor'> & { readonly floor: number | null };

/** What a row must be: at most, or at least, so many times its floor. */
export interface Target {
  readonly sign: '<=' | '>=';
  readonly bound: number;
}

export const atMost = (bound: number): Target => ({ sign: '<=', bound });
export const atLeast = (bound: number): Target => ({ sign: '>=', bound });

/**
 * A row from what was measured. Without a ratio of its own it is `value / floor`; without a floor, the value itself.
 */
export function makeRow(
  name: string,
  target: Target,
  measured: { readonly value: number; readonly floor: number | null; readonly unit: string; readonly ratio?: number },
): Row {
  const { value, floor, unit } = measured;
  const ratio = measured.ratio ?? (floor === null ? value : value / floor);
  const pass = target.sign === '<=' ? ratio <= target.bound : ratio >= target.bound;
  return { name, value, floor, unit, ratio, target: `${target.sign} ${target.bound}`, pass };
}
