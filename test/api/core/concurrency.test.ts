import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConcurrencyLimiter } from '../../../api/core/concurrency.ts';
import { CONCURRENCY } from '../../../domain/concurrency.ts';

/** Lets promises that are settled run. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('concurrency limiter', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Acquires permits; `begun` has the names of the calls that got one, in order. */
  const setUp = () => {
    const limiter = new ConcurrencyLimiter(CONCURRENCY.flowCalls);
    const begun: string[] = [];
    const leaves = new Map<string, () => void>();
    const ask = (person: string, name: string) =>
      limiter.acquire(person).then((leave) => {
        begun.push(name);
        leaves.set(name, leave);
      });
    const many = (person: string, count: number) =>
      Array.from({ length: count }, (_, index) => ask(person, `${person}${index}`));
    return { ask, many, begun, leave: (name: string) => leaves.get(name)?.() };
  };

  it('lets four calls of one person run, and the next when one ends', async () => {
    const { many, begun, leave } = setUp();
    many('a', 6);
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
    leave('a2');
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  });

  it('releases a permit once, however often it is called', async () => {
    const { many, begun, leave } = setUp();
    many('a', 6);
    await settle();
    leave('a0');
    leave('a0');
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  });

  it('is not held up by another person who has many calls', async () => {
    const { many, ask, begun } = setUp();
    many('a', 20);
    ask('b', 'b0');
    await settle();
    expect(begun).toContain('b0');
  });

  it('serves people in rotation once the capacity is used, whoever asked first and most', async () => {
    const { many, begun, leave } = setUp();
    for (const person of ['a', 'b', 'c']) many(person, 4);
    await settle();
    expect(begun).toHaveLength(12);
    many('a', 8);
    many('d', 2);
    many('e', 1);
    await settle();
    expect(begun).toHaveLength(12);
    for (const name of ['a0', 'a1', 'b0', 'b1']) leave(name);
    await settle();
    expect(begun.slice(12).sort()).toEqual(['a0', 'a1', 'd0', 'e0']);
  });

  it('refuses a call that gets no permit within 1.5 s, and never starts it', async () => {
    const { many, ask, begun, leave } = setUp();
    many('a', 4);
    const late = ask('a', 'late');
    const refused = expect(late).rejects.toMatchObject({
      code: 'rate.limited',
      details: { reason: 'too_many_at_once', limit: 4, retryAfterSeconds: 1 },
    });
    await vi.advanceTimersByTimeAsync(1_500);
    await refused;
    leave('a0');
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
    await ask('a', 'next');
    expect(begun).toContain('next');
  });

  it('does not refuse a person as too many where others use the capacity', async () => {
    const { many, ask } = setUp();
    for (const person of ['a', 'b', 'c']) many(person, 4);
    await settle();
    const refused = expect(ask('d', 'd0')).rejects.toMatchObject({
      code: 'service.unavailable',
      message: expect.stringContaining('Repeat the same call'),
    });
    await vi.advanceTimersByTimeAsync(1_500);
    await refused;
  });

  it('refuses at once what is one more than sixteen that wait', async () => {
    const { many, ask } = setUp();
    const waiting = many('a', 20).slice(4);
    await expect(ask('a', 'one more')).rejects.toMatchObject({ details: { reason: 'too_many_at_once' } });
    const refused = Promise.allSettled(waiting);
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await refused).every(({ status }) => status === 'rejected')).toBe(true);
  });
});
