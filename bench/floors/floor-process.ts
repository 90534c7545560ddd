/**
 * Floors run in their own processes, so that they and the load that measures them do not slow each other down. The
 * bench sends one request at a time; the floor answers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { environment } from '../../infra/config.ts';

export interface FloorProcess<Ask, Answer> {
  readonly pid: number | undefined;
  ask(question: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply = { readonly answer: unknown } | { readonly failure: string };

/** Starts a file of this folder; `args` reach it on its command line. */
export function startFloor<Ask, Answer>(file: string, args: readonly string[] = []): FloorProcess<Ask, Answer> {
  const child = fork(new URL(file, import.meta.url), [...args], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { ...environment, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit').then(
    ([code, signal]) => new Error(`${file} ended (${signal ?? `exit code ${code}`})`),
  );
  return {
    pid: child.pid,
    ask: async (question) => {
      const reply = receive(child);
      child.send({ question });
      const result = await Promise.race([reply, ended]);
      if (result instanceof Error) throw result;
      if ('failure' in result) throw new Error(`${file}: ${result.failure}`);
      return result.answer as Answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

const receive = async (child: ChildProcess): Promise<Reply> => (await once(child, 'message'))[0] as Reply;

/** The floor's side: answers requests until the bench disconnects, then cleans up and ends. */
export function serveFloor<Ask, Answer>(
  answer: (question: Ask) => Promise<Answer>,
  close: () => Promise<unknown> = async () => {},
): void {
  const send = (reply: Reply): void => void process.send?.(reply);
  process.on('message', ({ question }: { question: Ask }) => {
    answer(question).then(
      (result) => send({ answer: result }),
      (error: unknown) => send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => {
    close().finally(() => process.exit(0));
  });
}
