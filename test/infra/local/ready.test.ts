import { afterEach, expect, it, vi } from 'vitest';
import { waitForSlots, withNews } from '../../../infra/local/ready.ts';

afterEach(() => vi.useRealTimers());

it('says every five seconds that it still waits, until the work succeeds or fails', async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const done = withNews('the worker', say, new Promise((resolve) => setTimeout(resolve, 12_000, 'done')));
  const failed = withNews('the API', say, Promise.reject(new Error('away'))).catch(String);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failed).toBe('Error: away');
  expect(await done).toBe('done');
  expect(said).toEqual(['Still waiting for the worker.', 'Still waiting for the worker.']);
});

it('stops waiting when the launcher stops', async () => {
  const stop = new AbortController();
  const waiting = waitForSlots({ public: 9 }, {}, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
