import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POLL_MS = 20;
const TAIL_LINES = 12;

export interface Daemon {
  readonly pid: number;
  /** Resolves with how it ended ("exit code 1", "SIGKILL"). Never rejects. */
  readonly ended: Promise<string>;
  /** Sends the signal, then SIGKILL after `graceMs`. Resolves when the process is gone. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
  /** SIGKILL, without waiting. */
  kill(): void;
}

export interface DaemonOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Starts a server in its own process group, writing to a file. Ctrl-C in the terminal reaches only the launcher,
 * which stops its parts in order. If the launcher dies, its servers lose no pipe.
 * @throws if the command cannot be started (not found, not allowed).
 */
export async function startDaemon({ command, args, logFile, env, user }: DaemonOptions): Promise<Daemon> {
  const log = await open(logFile, 'a');
  try {
    const child = spawn(command, args, {
      detached: platform() !== 'win32',
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
      ...(env && { env }),
      ...user,
    });
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    await once(child, 'spawn');
    const pid = child.pid as number;
    return {
      pid,
      ended,
      stop: (signal = 'SIGTERM', graceMs = 10_000) => stopChild(pid, ended, signal, graceMs),
      kill: () => void (isRunning(pid) && process.kill(pid, 'SIGKILL')),
    };
  } finally {
    await log.close();
  }
}

async function stopChild(pid: number, ended: Promise<unknown>, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (!isRunning(pid)) return;
  process.kill(pid, signal);
  const gone = await Promise.race([ended.then(() => true), delay(graceMs, false, { ref: false })]);
  if (gone) return;
  process.kill(pid, 'SIGKILL');
  await ended;
}

/** True if a process of this id exists and we may signal it. A zombie is not running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (platform() !== 'linux') return true;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a process; empty if there is none or the system does not show it (Windows). */
export async function commandOf(pid: number): Promise<string> {
  try {
    if (platform() === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    if (platform() === 'win32') return '';
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trim();
  } catch {
    return '';
  }
}

/**
 * Stops a server that a killed run left behind. Its command line must contain `mark`: the system may have given
 * the id to another process.
 * @returns true if there was one.
 */
export async function stopOrphan(
  pid: number,
  mark: string,
  signal: NodeJS.Signals,
  graceMs = 10_000,
): Promise<boolean> {
  if (!isRunning(pid) || !(await commandOf(pid)).includes(mark)) return false;
  process.kill(pid, signal);
  for (let waitedMs = 0; isRunning(pid); waitedMs += POLL_MS) {
    if (waitedMs > graceMs) process.kill(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  return true;
}

/** The last lines of a log, indented, for an error message. */
export async function tailOf(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.trimEnd().split('\n').slice(-TAIL_LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}
