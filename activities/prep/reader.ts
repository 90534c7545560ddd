import { Worker } from 'node:worker_threads';
import type { SiteFacts } from '../../domain/prep/source.ts';
import { SourceFailed } from './source-answer.ts';

interface PageJob {
  readonly url: string;
  readonly body: Uint8Array;
  readonly contentType: string;
}
interface RobotsJob {
  readonly fileUrl: string;
  readonly file: string;
  readonly pageUrl: string;
}

/** A request to the thread. */
export type ReaderJob = ({ readonly kind: 'page' } & PageJob) | ({ readonly kind: 'robots' } & RobotsJob);

/** Reads texts of strangers in a thread of its own, so that no flow or call waits for them. */
export interface Reader {
  /** @throws SourceFailed `unreadable` if it takes too long, and any error in our code */
  readPage(page: PageJob): Promise<SiteFacts>;
  /** @throws as `readPage` */
  mayRead(robots: RobotsJob): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** For one text. Most take a few milliseconds; a busy machine takes longer. */
  readonly maxMs?: number;
  /** A page is 2 MB at most. */
  readonly maxMemoryMb?: number;
  readonly threadFile?: URL;
}

type Reply = 'ready' | { readonly answer: unknown } | { readonly fault: string };

/** Makes the one thread of a process at its first text, and another after one that was stopped. Texts wait for each other. */
export function createReader({
  maxMs = 5_000,
  maxMemoryMb = 128,
  threadFile = new URL('./reader-thread.mjs', import.meta.url),
}: ReaderOptions = {}): Reader {
  let thread: Promise<Worker> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<Worker> => {
    const worker = new Worker(threadFile, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    let fault: unknown;
    // It ends by itself when a text needs too much memory: the next text gets another one.
    worker.on('error', (error) => {
      fault = error;
    });
    worker.on('exit', () => {
      thread = undefined;
    });
    await replyOf(worker).catch(() => {
      throw new Error('the thread of readers does not start', { cause: fault });
    });
    return worker;
  };

  const run = async (job: ReaderJob): Promise<unknown> => {
    thread ??= start();
    const worker = await thread;
    // Only while it reads does it keep the process alive.
    worker.ref();
    const timer = setTimeout(() => void worker.terminate(), maxMs);
    try {
      const reply = replyOf(worker);
      worker.postMessage(job);
      const result = await reply;
      if (result !== 'ready' && 'answer' in result) return result.answer;
      throw new Error(`a text could not be read: ${result === 'ready' ? 'no answer' : result.fault}`);
    } finally {
      clearTimeout(timer);
      worker.unref();
    }
  };

  const inTurn = (job: ReaderJob): Promise<unknown> => {
    const done = last.then(() => run(job));
    last = done.catch(() => {});
    return done;
  };
  return {
    readPage: (page) => inTurn({ kind: 'page', ...page }) as Promise<SiteFacts>,
    mayRead: (robots) => inTurn({ kind: 'robots', ...robots }) as Promise<boolean>,
    close: async () => {
      await (await thread)?.terminate();
    },
  };
}

/** The next message of the thread. @throws SourceFailed it ended before */
const replyOf = (worker: Worker): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new SourceFailed('unreadable'));
    worker.once('exit', onExit).once('message', (reply: Reply) => {
      worker.off('exit', onExit);
      resolve(reply);
    });
  });
