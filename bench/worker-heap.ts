/** What a worker holds after a collection, by its inspector. */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'undici';
import type { Stack } from './stack.ts';

const INSPECTOR = 'http://127.0.0.1:9229/json';
const AFTER_SIGNAL_MS = 1_000;

/** Resident memory before and after a collection of the main thread, and that thread's heap; in words. */
export async function workerHeapMb(stack: Stack): Promise<string> {
  const before = stack.memoryMb('worker');
  process.kill(stack.pidOf('worker'), 'SIGUSR1');
  await delay(AFTER_SIGNAL_MS);
  const [target] = (await (await fetch(INSPECTOR)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const ask = (id: number, method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  const answer = (await ask(2, 'Runtime.evaluate', {
    expression: 'JSON.stringify(process.memoryUsage())',
  })) as { result: { value: string } };
  socket.close();
  const mb = Object.entries(JSON.parse(answer.result.value) as Record<string, number>)
    .map(([name, bytes]) => `${name} ${Math.round(bytes / 1_048_576)}`)
    .join(', ');
  return `${Math.round(before)} MB resident; after a collection ${mb}`;
}
