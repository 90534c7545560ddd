import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { unlessEnded } from '../../cli/commands/listen.ts';

const never = new Promise<never>(() => {});

it('an ask that is over leaves nothing at the signal, however many there are', async () => {
  const { signal } = new AbortController();
  for (let nth = 0; nth < 20; nth += 1) expect(await unlessEnded(Promise.resolve(nth), signal)).toBe(nth);
  await expect(unlessEnded(Promise.reject(new Error('refused')), signal)).rejects.toThrow('refused');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('an ask ends with the process, and one that begins after that at once', async () => {
  const ending = new AbortController();
  const asked = unlessEnded(never, ending.signal);
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(1);
  ending.abort();
  expect(await asked).toBeUndefined();
  expect(await unlessEnded(never, ending.signal)).toBeUndefined();
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
});
