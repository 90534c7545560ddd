/** The median; for an even count, the upper one of the middle two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** One round: the measurements of floor and product. */
export interface Pair {
  readonly floor: number;
  readonly value: number;
}

/** Summary of the rounds: the median of each side and the median of the rounds' ratios. */
export const summarize = (pairs: readonly Pair[]): Pair & { readonly ratio: number } => ({
  floor: median(pairs.map(({ floor }) => floor)),
  value: median(pairs.map(({ value }) => value)),
  ratio: median(pairs.map(({ floor, value }) => value / floor)),
});

/** Duration of some work, in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Runs `count` tasks, `atOnce` at a time. @returns tasks per second. */
export async function ratePerSecond(
  count: number,
  atOnce: number,
  work: (nth: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  const tookMs = await timeMs(() => Promise.all(Array.from({ length: atOnce }, lane)));
  return (count * 1_000) / tookMs;
}
