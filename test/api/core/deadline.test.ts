import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Sleep, withDeadline } from '../../../api/core/deadline.ts';

const waitsFor = () => 'database' as const;
const never = new Promise<never>(() => {});

it('does not count what a call sleeps on purpose, and ends it soon after it hangs', async () => {
  const sleep = new Sleep();
  const work = async (hangs: boolean) => {
    await sleep.during(delay(120));
    if (hangs) await never;
    return 'changed';
  };
  expect(await withDeadline(work(false), { deadlineMs: 40, sleep, waitsFor })).toBe('changed');
  const startedMs = performance.now();
  await expect(withDeadline(work(true), { deadlineMs: 40, sleep: new Sleep(), waitsFor })).rejects.toMatchObject({
    code: 'service.unavailable',
  });
  expect(performance.now() - startedMs).toBeLessThan(110);
});

it('gives back what a call holds once it sleeps, once', async () => {
  const sleep = new Sleep();
  const given: string[] = [];
  sleep.onBegin(() => given.push('turn'));
  const asleep = sleep.during(delay(5));
  expect(given).toEqual(['turn']);
  await asleep;
  await sleep.during(delay(1));
  expect(given).toEqual(['turn']);
});
