import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The file that `npm pack ./cli` packs: it starts ten times as fast as its sources. Built once by each test file. */
export const CLI_FILE = join(ROOT, 'cli/dist/holdfast.js');
let built: Promise<unknown> | undefined;
const build = () => promisify(execFile)(process.execPath, ['scripts/build-cli.mjs'], { cwd: ROOT });

export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as the JSON document that --json promises. */
  json(): Record<string, unknown>;
}

export interface Cli {
  /** Where its profiles lie. */
  readonly configDir: string;
  /** The same installation in another environment. */
  within(env: Readonly<Record<string, string>>): Cli;
  run(...args: string[]): Promise<CliRun>;
  /** The same, told of each piece of stderr: what it says to people while it waits. */
  runWatchingStderr(onStderr: (soFar: string) => void, ...args: string[]): Promise<CliRun>;
}

/**
 * The command line tool as its users run it: a process, with settings of its own and no terminal.
 * @param origins told by the environment until there is a login: from then on the profile has to know them
 */
export async function installCli(
  origins: { readonly appUrl: string; readonly publicUrl: string },
  env: Readonly<Record<string, string>> = {},
): Promise<Cli> {
  built ??= build();
  await built;
  return cliIn(await mkdtemp(join(tmpdir(), 'holdfast-cli-')), origins, env);
}

function cliIn(
  configDir: string,
  origins: { readonly appUrl: string; readonly publicUrl: string },
  env: Readonly<Record<string, string>>,
): Cli {
  const told = { HOLDFAST_URL: origins.appUrl, HOLDFAST_PUBLIC_URL: origins.publicUrl };
  const runWatchingStderr = (onStderr: (soFar: string) => void, ...args: string[]): Promise<CliRun> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [CLI_FILE, ...args], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH ?? '',
          NO_COLOR: '1',
          HOLDFAST_CONFIG_DIR: configDir,
          ...(existsSync(join(configDir, 'profiles.json')) ? {} : told),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (part: Buffer) => {
        stdout += part;
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
  return { configDir, within, runWatchingStderr, run: (...args) => runWatchingStderr(() => {}, ...args) };
}
