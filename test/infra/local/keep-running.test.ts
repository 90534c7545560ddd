import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRunning, type Part } from '../../../infra/local/keep-running.ts';

interface FakePart extends Part {
  end(how: string): void;
  readonly stopped: boolean;
}

const fakePart = (): FakePart => {
  let end = (_how: string): void => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  let stopped = false;
  return {
    ended,
    end,
    get stopped() {
      return stopped;
    },
    async stop() {
      stopped = true;
      end('asked');
    },
    kill: () => end('SIGKILL'),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('keepRunning', () => {
  it('starts a part again that died, and says so', async () => {
    const said: string[] = [];
    const [first, second] = [fakePart(), fakePart()];
    const kept = keepRunning(
      'The api',
      first,
      async () => second,
      (line) => said.push(line),
    );
    first.end('SIGKILL');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said).toEqual(['The api ended (SIGKILL); starting it again.']);
    await kept.stop();
    expect(second.stopped).toBe(true);
  });

  it('waits longer each time, and begins anew once a part ran well', async () => {
    const starts: number[] = [];
    let current = fakePart();
    const start = async () => {
      starts.push(Date.now());
      current = fakePart();
      return current;
    };
    const kept = keepRunning('The api', current, start, () => {});
    const diedMs: number[] = [];
    for (let round = 0; round < 4; round++) {
      diedMs.push(Date.now());
      current.end('exit code 1');
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(starts.map((startMs, round) => startMs - (diedMs[round] ?? 0))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(kept.failures).toBe(4);
    await vi.advanceTimersByTimeAsync(60_000);
    current.end('exit code 1');
    await vi.advanceTimersByTimeAsync(600);
    expect(kept.failures).toBe(1);
    expect(starts).toHaveLength(5);
    await kept.stop();
  });

  it('tries again when starting fails, with the reason', async () => {
    const said: string[] = [];
    const second = fakePart();
    const start = vi
      .fn<() => Promise<FakePart>>()
      .mockRejectedValueOnce(new Error('port taken'))
      .mockResolvedValue(second);
    const first = fakePart();
    const kept = keepRunning('PostgreSQL', first, start, (line) => said.push(line));
    first.end('SIGKILL');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(start).toHaveBeenCalledTimes(2);
    expect(said).toContain('PostgreSQL: port taken');
    await kept.stop();
  });

  it('starts nothing any more once it was asked to stop', async () => {
    const start = vi.fn<() => Promise<FakePart>>();
    const first = fakePart();
    const kept = keepRunning('The worker', first, start, () => {});
    first.end('exit code 1');
    await vi.advanceTimersByTimeAsync(100);
    await kept.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).not.toHaveBeenCalled();
  });
});
