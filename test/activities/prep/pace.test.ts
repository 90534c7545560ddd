import { beforeEach, describe, expect, it } from 'vitest';
import { createPace } from '../../../activities/prep/pace.ts';

/** Sleeps of real timers would make this slow: the times stay below a third of a second. */
const pace = (more: Partial<Parameters<typeof createPace>[0]> = {}) =>
  createPace({ intervalMs: 40, maxWaitMs: 100, ...more });

describe('the pace of requests to one server', () => {
  it('gives each a moment of its own, in the order of their coming', async () => {
    const { wait } = pace({ maxWaitMs: 1_000 });
    const startMs = performance.now();
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map(async (nth) => (await wait('a.test')) && order.push(nth)));
    expect(order).toEqual([1, 2, 3, 4]);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(3 * 40 - 5);
  });

  it('lets the first go at once, and servers do not wait for each other', async () => {
    const { wait } = pace({ intervalMs: 10_000, maxWaitMs: 0 });
    expect(await Promise.all(['a.test', 'b.test', 'a.test', 'c.test'].map(wait))).toEqual([true, true, false, true]);
  });
});

describe('by the clock', () => {
  let nowMs = 1_000;
  beforeEach(() => {
    nowMs = 1_000;
  });

  it('who would wait too long hears so at once, and takes no moment from others', async () => {
    const { wait } = pace({ intervalMs: 100, maxWaitMs: 0, now: () => nowMs });
    expect(await wait('a.test')).toBe(true);
    for (let nth = 0; nth < 1_000; nth++) expect(await wait('a.test')).toBe(false);
    nowMs += 99;
    expect(await wait('a.test')).toBe(false);
    nowMs += 1;
    // The thousand who were refused left no queue behind.
    expect(await wait('a.test')).toBe(true);
  });

  it('an idle server has no moments saved up', async () => {
    const { wait } = pace({ intervalMs: 100, maxWaitMs: 0, now: () => nowMs });
    await wait('a.test');
    nowMs += 3_600_000;
    expect([await wait('a.test'), await wait('a.test')]).toEqual([true, false]);
  });

  it('remembers a bounded number of servers, those asked last', async () => {
    const { wait } = pace({ intervalMs: 100, maxWaitMs: 0, servers: 2, now: () => nowMs });
    for (const server of ['a.test', 'b.test', 'c.test']) await wait(server);
    expect(await Promise.all(['b.test', 'c.test'].map(wait))).toEqual([false, false]);
    expect(await wait('a.test')).toBe(true);
  });
});
