import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from './keep-running.ts';
import { ROOT } from './plan.ts';

const GRACE_MS = 20_000;

export interface NodePart extends Part {
  /** undefined: it did not start. */
  readonly pid: number | undefined;
  /** Lets the entry continue after `opened()`. */
  go(): void;
}

export interface NodePartOptions {
  /** Prefix of each line of its output. */
  readonly name: string;
  /** Relative to the project: `api/main.ts`. */
  readonly entry: string;
  /** The folder of the compiled code (launch.mjs). If missing, sources are compiled as they load. */
  readonly compiled?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
}

/** Starts worker or api in its own process group, so that Ctrl-C reaches it through the launcher. */
export function startNodePart({ name, entry, compiled, env, print }: NodePartOptions): NodePart {
  const place = (file: string): string =>
    compiled === undefined ? join(ROOT, file) : join(compiled, file.replace(/\.ts$/, '.mjs'));
  const flags = compiled === undefined ? ['--import', import.meta.resolve('tsx')] : ['--enable-source-maps'];
  const child = spawn(process.execPath, [...flags, place('infra/local/child-entry.ts'), place(entry)], {
    cwd: ROOT,
    env,
    detached: platform() !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', (line) => print(`${name.padEnd(6)} ${line}`));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    pid: child.pid,
    ended,
    // If the child has just died, its end is reported elsewhere.
    go: () => void (child.connected && child.send('go', () => {})),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const gone = await Promise.race([ended.then(() => true), delay(GRACE_MS, false, { ref: false })]);
      if (!gone) child.kill('SIGKILL');
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
