import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

/**
 * The ratio of paired times: the Hodges-Lehmann estimate of the logarithms. A machine that is busy for a while slows both calls of a pair, so
 * it falls out; the ratio of the two medians would need twice as many calls for the same precision.
 * @param one times in any unit, above zero
 * @param other times of the same pairs, in the same order
 */
export function ratioOfPairs(one: readonly number[], other: readonly number[]): number {
  const logs = one.map((time, index) => Math.log(time / (other[index] ?? time)));
  const averages = logs.flatMap((log, index) => logs.slice(index).map((later) => (log + later) / 2));
  return Math.exp(Float64Array.from(averages).sort()[Math.floor(averages.length / 2)] ?? 0);
}

/**
 * The two-sided p-value of the two-sample Kolmogorov-Smirnov test: how likely two samples of one distribution differ as much. Asymptotic, with
 * Stephens' correction (Numerical Recipes, 14.3.3); right for samples of 100 and more.
 */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((values) => values.toSorted((x, y) => x - y)) as [number[], number[]];
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i] as number, b[j] as number);
    while (i < a.length && (a[i] as number) <= at) i++;
    while (j < b.length && (b[j] as number) <= at) j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (size + 0.12 + 0.11 / size) * distance;
  let sum = 0;
  for (let k = 1; k <= 100; k++) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return lambda < 0.2 ? 1 : Math.min(1, Math.max(0, sum));
}

/** Calls of each of two groups in a round: the issue of each such promise names 200. */
export const PAIRS = 200;
const WARM_UP = 20;
/**
 * Two groups are called in pairs, in a random order within each, so that a busy machine slows both alike. While its noise hides
 * whether their times agree, another round is added to what was measured: noise shrinks with more calls, a leak does not. After the last round
 * the bounds hold for all that was measured, or the test fails.
 */
const ROUNDS = 4;
const RATIO_WITHIN = 0.05;
const LEAST_P = 0.01;

export interface Measured {
  readonly ms: number;
  /** Of the answer, without what differs between any two calls. */
  readonly shape: string;
}

/** The unmeasured preparation of a call; it returns the call. */
export type Prepared = () => Promise<() => Promise<Measured>>;

/** Measures a call. */
export async function timed<Answer>(call: () => Promise<Answer>, shape: (answer: Answer) => string): Promise<Measured> {
  const fromMs = performance.now();
  const answer = await call();
  return { ms: performance.now() - fromMs, shape: shape(answer) };
}

/** An answer without its ids and instants. */
export const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
      : typeof value === 'string'
        ? value.replace(/^[0-9a-f-]{36}$/, 'id').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
        : value;

/**
 * Calls two groups, one call after the other: their answers are the same, and so are their times.
 * @param newPairs a round of {@link PAIRS} calls of each group, of new addresses
 * @throws Error if the bounds do not hold after the last round, with the figures after each
 */
export async function expectNoDifference(
  newPairs: () => Promise<readonly (readonly [one: Prepared, other: Prepared])[]>,
): Promise<void> {
  const times: readonly [number[], number[]] = [[], []];
  const figures: { readonly ratio: number; readonly p: number }[] = [];
  const isAlike = () => {
    const last = figures.at(-1);
    return last !== undefined && Math.abs(last.ratio - 1) <= RATIO_WITHIN && last.p > LEAST_P;
  };
  for (let round = 0; round < ROUNDS && !isAlike(); round++) {
    const shapes = [new Set<string>(), new Set<string>()] as const;
    for (const [index, pair] of (await newPairs()).entries()) {
      const first = randomInt(2) as 0 | 1;
      for (const group of [first, (1 - first) as 0 | 1]) {
        const { ms, shape } = await (await pair[group]())();
        shapes[group].add(shape);
        if (index >= WARM_UP / 2) times[group].push(ms);
      }
    }
    expect([...shapes[0]]).toEqual([...shapes[1]]);
    figures.push({ ratio: ratioOfPairs(...times), p: kolmogorovSmirnov(...times) });
  }
  process.stdout.write(`${expect.getState().currentTestName}: ${JSON.stringify(figures)}\n`);
  expect({ isAlike: isAlike(), figures }).toEqual({ isAlike: true, figures });
}
