import type { BenchRow } from './engine.ts';

/** One line of the bench. `target` limits `ratio`; for rows without a floor, the value itself. */
export type Row = Omit<BenchRow, 'floor'> & { readonly floor: number | null };

/** The limit of a row: at most, or at least, this many times its floor. */
export interface Target {
  readonly sign: '<=' | '>=';
  readonly bound: number;
}

export const atMost = (bound: number): Target => ({ sign: '<=', bound });
export const atLeast = (bound: number): Target => ({ sign: '>=', bound });

/**
 * Makes a row. The default ratio is `value / floor`; without a floor, the value.
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
