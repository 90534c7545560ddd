/** The floor of the start row: only the two servers that the product needs, without data, with the same flags. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../infra/config.ts';
import type { KeptPart } from '../../infra/local/keep-running.ts';
import { runPostgres, runTemporal } from '../../infra/local/parts.ts';
import { localSecrets } from '../../infra/local/secrets.ts';
import { timeMs } from '../measure.ts';
import { benchPlan } from '../stack.ts';
import { serveFloor } from './floor-process.ts';

let running: KeptPart[] = [];
const nothing = (): void => {};

/** Starts both at once and waits until both answer. @returns milliseconds */
async function startServers(): Promise<number> {
  const plan = benchPlan();
  await mkdir(join(plan.folder, 'logs'), { recursive: true });
  const secrets = await localSecrets(plan.folder);
  return timeMs(async () => {
    running = await Promise.all([
      runPostgres(plan, secrets, nothing),
      runTemporal(plan, environment, new AbortController().signal, nothing),
    ]);
  });
}

serveFloor<'start' | 'stop', number>(
  async (ask) => {
    if (ask === 'start') return startServers();
    await Promise.all(running.map((part) => part.stop()));
    return 0;
  },
  () => Promise.all(running.map((part) => part.stop())),
);
