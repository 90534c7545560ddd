import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePlan, parseOptions, ROOT } from '../../../infra/local/plan.ts';
import { freePort, PORTS } from '../../../infra/local/ports.ts';
import { isRunning } from '../../../infra/local/processes.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 120_000;

/** A launcher of its own: its ports and folder belong to nobody else on this machine. */
class Launcher {
  readonly offset = String(5_000 + (process.pid % 4_000));
  readonly plan = makePlan({}, parseOptions(['--port-offset', this.offset]));
  output = '';
  #child: ChildProcess | undefined;

  async start(env: NodeJS.ProcessEnv): Promise<void> {
    this.output = '';
    const args = ['infra/local/launch.mjs', '--port-offset', this.offset];
    const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk;
      });
    await expect
      .poll(() => this.output, { timeout: START_TIMEOUT_MS, interval: 50 })
      .toMatch(/Holdfast is ready|could not start/);
    expect(this.output).toContain('Ctrl-C stops everything.');
  }

  /** Sends the signal and waits for the end. @returns the exit code, null when the signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.kill(signal);
    return ended;
  }

  /** Process ids of what the launcher started. */
  async parts(): Promise<number[]> {
    const { stdout } = await run('pgrep', ['-P', String(this.#child?.pid)]);
    return stdout.trim().split(/\s+/).map(Number);
  }
}

const launcher = new Launcher();
const env: NodeJS.ProcessEnv = {};
beforeAll(async () => {
  // The tests of other checkouts may use the same offset: ports that are free now.
  for (const { variable } of Object.values(PORTS)) env[variable] = String((await freePort()) - Number(launcher.offset));
  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'APP_URL', 'PUBLIC_URL', 'MCP_URL']) env[name] = '';
});
afterAll(async () => {
  await launcher.end('SIGTERM');
  await rm(launcher.plan.folder, { recursive: true, force: true });
});

it('prints commands that book a slot as they are, heals, survives kill -9 and stops without a trace', async () => {
  await launcher.start(env);
  const [, text = ''] = /Try this in another terminal:\n\n([\s\S]+?)\n\nCtrl-C/.exec(launcher.output) ?? [];
  const { stdout } = await run('sh', ['-c', text]);
  const said = [/^\d{6}$/m, /"status":"confirmed"/, /"status":"rescheduled"/, /"status":"canceled"/];
  expect(said.map((words) => stdout.search(words))).toEqual(
    said.map((words) => stdout.search(words)).toSorted((a, b) => a - b),
  );
  for (const words of said) expect(stdout).toMatch(words);
  expect(stdout).not.toContain('"error"');
  expect(launcher.output).toMatch(/ s {2}Starting the worker/);

  const temporalPid = Number(await readFile(join(launcher.plan.folder, 'temporal.pid'), 'utf8'));
  process.kill(temporalPid, 'SIGKILL');
  await expect
    .poll(() => launcher.output, { timeout: 30_000 })
    .toContain('Temporal ended (SIGKILL); starting it again.');

  await launcher.end('SIGKILL');
  await launcher.start(env);
  expect(launcher.output).toContain('Stopped a PostgreSQL that an interrupted run had left behind.');

  const parts = await launcher.parts();
  expect(parts).toHaveLength(4);
  expect(await launcher.end('SIGINT')).toBe(0);
  expect(launcher.output).toContain('Nothing is left running.');
  expect(parts.filter(isRunning)).toEqual([]);
}, 300_000);
