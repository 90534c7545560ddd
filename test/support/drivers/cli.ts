import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const PACKAGE = join(ROOT, '.local', `cli-${process.env.VITEST_POOL_ID}`);
/** The file that `npm pack ./cli` packs. It starts ten times faster than the sources. Each test worker builds its own once. */
export const CLI_FILE = join(PACKAGE, 'dist/holdfast.js');
let built: Promise<void> | undefined;
const build = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, ['scripts/build-cli.mjs', dirname(CLI_FILE)], { cwd: ROOT });
  await copyFile(join(ROOT, 'cli/package.json'), join(PACKAGE, 'package.json'));
};
/** Builds the file, once. @returns its path */
export async function buildCli(): Promise<string> {
  built ??= build();
  await built;
  return CLI_FILE;
}

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as the JSON document that --json promises. */
  json(): Record<string, unknown>;
}

/** A command that runs until it is ended, such as `listen`. */
export interface RunningCli {
  /** The output so far, of stdout and stderr. */
  said(): string;
  /** Sends a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<CliRun>;
}

export interface Cli {
  /** The folder of its profiles. */
  readonly configDir: string;
  /** The same installation with other environment variables. */
  within(env: Readonly<Record<string, string>>): Cli;
  run(...args: string[]): Promise<CliRun>;
  /** Runs a command whose answer nobody reads: the pipe is closed before it. */
  runUnread(...args: string[]): Promise<CliRun>;
  /** Runs a command and passes its stderr so far to a callback after every piece. */
  runWatchingStderr(onStderr: (soFar: string) => void, ...args: string[]): Promise<CliRun>;
  /** Starts a command that runs until it is ended. */
  start(...args: string[]): RunningCli;
  /** Runs a command and pipes these lines into it, as they come. The input ends after the last. */
  runWithInput(lines: AsyncIterable<string>, ...args: string[]): Promise<CliRun>;
}

/**
 * The command line tool as users run it: a process with its own settings folder and no terminal.
 * @param origins set by the environment until a login; afterwards the profile must have them
 */
export async function installCli(
  origins: { readonly appUrl: string; readonly publicUrl: string },
  env: Readonly<Record<string, string>> = {},
): Promise<Cli> {
  await buildCli();
  return cliIn(await mkdtemp(join(tmpdir(), 'holdfast-cli-')), origins, env);
}

interface Watching {
  readonly onStderr?: (soFar: string) => void;
  readonly onStdout?: (soFar: string) => void;
  readonly onStart?: (child: Pick<ChildProcess, 'kill'>) => void;
}

function running(start: (watching: Watching) => Promise<CliRun>): RunningCli {
  let [stdout, stderr] = ['', ''];
  let kill: ChildProcess['kill'] = () => false;
  const ended = start({
    onStdout: (soFar) => {
      stdout = soFar;
    },
    onStderr: (soFar) => {
      stderr = soFar;
    },
    onStart: (child) => {
      kill = child.kill.bind(child);
    },
  });
  return {
    said: () => stdout + stderr,
    end: (signal) => {
      kill(signal);
      return ended;
    },
  };
}

function cliIn(
  configDir: string,
  origins: { readonly appUrl: string; readonly publicUrl: string },
  env: Readonly<Record<string, string>>,
): Cli {
  const originEnv = { HOLDFAST_URL: origins.appUrl, HOLDFAST_PUBLIC_URL: origins.publicUrl };
  const start = (
    {
      onStderr = () => {},
      onStdout = () => {},
      onStart = () => {},
      lines,
      isUnread = false,
    }: Watching & { lines?: AsyncIterable<string>; isUnread?: boolean },
    args: readonly string[],
  ): Promise<CliRun> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [CLI_FILE, ...args], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH ?? '',
          NO_COLOR: '1',
          HOLDFAST_CONFIG_DIR: configDir,
          ...(existsSync(join(configDir, 'profiles.json')) ? {} : originEnv),
          ...env,
        },
        stdio: [lines ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
      onStart(child);
      if (lines && child.stdin) pipeline(lines, child.stdin).catch(() => {});
      let stdout = '';
      let stderr = '';
      if (isUnread) child.stdout.destroy();
      child.stdout.on('data', (part: Buffer) => {
        stdout += part;
        onStdout(stdout);
      });
      child.stderr.on('data', (part: Buffer) => {
        stderr += part;
        onStderr(stderr);
      });
      child.once('error', reject);
      child.once('close', (exitCode) =>
        resolve({ exitCode, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }),
      );
    });
  const within = (more: Readonly<Record<string, string>>) => cliIn(configDir, origins, { ...env, ...more });
  return {
    ...{ configDir, within },
    run: (...args) => start({}, args),
    runUnread: (...args) => start({ isUnread: true }, args),
    runWatchingStderr: (onStderr, ...args) => start({ onStderr }, args),
    start: (...args) => running((watching) => start(watching, args)),
    runWithInput: (lines, ...args) => start({ lines }, args),
  };
}
