/** The middle one; of an even count the upper of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** One round: what the floor and the product took, or did, side by side. */
export interface Pair {
  readonly floor: number;
  readonly value: number;
}

/** Rounds as one line: the median of each side, and the median of the ratios, each of one round. */
export const summarize = (pairs: readonly Pair[]): Pair & { readonly ratio: number } => ({
  floor: median(pairs.map(({ floor }) => floor)),
  value: median(pairs.map(({ value }) => value)),
  ratio: median(pairs.map(({ floor, value }) => value / floor)),
});

/** How long something takes, in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Does `count` things, `atOnce` of them at any time. @returns things per second. */
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
