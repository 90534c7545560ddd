import { execFile, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REACH_TIMEOUT_MS = 5_000;
const STILL_BUSY_MS = 15_000;

/** Prints progress. */
export type Say = (line: string) => void;

/** One way to get a program: its path, or why this way failed. */
export type Found = { readonly path: string } | { readonly whyNot: string };

export const programName = (name: string): string => (platform() === 'win32' ? `${name}.exe` : name);

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds a program on PATH. */
export async function findOnPath(name: string, path: string): Promise<string | undefined> {
  const names = platform() === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of path.split(delimiter).filter(Boolean))
    for (const candidate of names) if (await isExecutable(join(folder, candidate))) return join(folder, candidate);
  return undefined;
}

/** What a program prints, both streams; undefined if it cannot run or fails. */
export async function outputOf(command: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(command, args);
    return `${stdout}${stderr}`;
  } catch {
    return undefined;
  }
}

/** True if a server answers within 5 s. Check this before a long download. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a long step and prints every 15 s that it is still busy.
 * @returns undefined on success, else the end of the program's output.
 */
export async function runSlowly(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly say: Say;
    readonly step: string;
    readonly signal?: AbortSignal;
  },
): Promise<string | undefined> {
  const startMs = Date.now();
  const timer = setInterval(() => {
    options.say(`${options.step}: still busy after ${Math.round((Date.now() - startMs) / 1000)} s`);
  }, STILL_BUSY_MS);
  try {
    return await new Promise((resolve) => {
      let printed = '';
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(options.cwd && { cwd: options.cwd }),
        ...(options.env && { env: options.env }),
        ...(options.signal && { signal: options.signal }),
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          printed = `${printed}${chunk}`.slice(-4_000);
        });
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code) => resolve(code === 0 ? undefined : printed.trim() || `exit code ${code}`));
    });
  } finally {
    clearInterval(timer);
  }
}
