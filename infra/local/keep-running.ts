import { LocalStackError } from './local-stack-error.ts';
import type { Say } from './tools.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** After running this long, the next pause is the shortest again. */
const WELL_AFTER_MS = 30_000;

/** A running process of the stack. */
export interface Part {
  /** Resolves with how it ended. Never rejects. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
}

export interface KeptPart {
  /** How often it has ended since it last ran long enough. */
  readonly failures: number;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Watches a part. If it ends unexpectedly, prints a message and starts it again after growing pauses.
 * @param first the running part.
 * @param start starts it again.
 */
export function keepRunning<P extends Part>(name: string, first: P, start: () => Promise<P>, say: Say): KeptPart {
  const stopping = new AbortController();
  let current: P | undefined = first;
  let failures = 0;

  const restart = async (): Promise<void> => {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    await pause(pauseMs, stopping.signal);
    if (stopping.signal.aborted) return;
    current = await start();
    if (stopping.signal.aborted) await current.stop();
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startMs = Date.now();
      const how = current ? await current.ended : 'it did not start';
      if (stopping.signal.aborted) return;
      current = undefined;
      failures = Date.now() - startMs > WELL_AFTER_MS ? 1 : failures + 1;
      say(`${name} ended (${how}); starting it again.`);
      await restart().catch((error: unknown) => {
        if (!stopping.signal.aborted) say(`${name}: ${describe(error)}`);
      });
    }
  };

  const watching = watch();
  return {
    get failures() {
      return failures;
    },
    async stop() {
      stopping.abort();
      await current?.stop();
      await watching;
    },
    kill() {
      stopping.abort();
      current?.kill();
    },
  };
}

/** Returns early if the signal is aborted. */
const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const describe = (error: unknown): string => {
  if (error instanceof LocalStackError) return `${error.message}\n${error.advice}`;
  return error instanceof Error ? error.message : String(error);
};
