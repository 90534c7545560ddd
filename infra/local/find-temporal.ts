import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { LocalStackError } from './local-stack-error.ts';
import {
  type Found,
  findOnPath,
  isExecutable,
  isReachable,
  outputOf,
  programName,
  runSlowly,
  type Say,
} from './tools.ts';

/** The last version that `go install` accepts: later ones have replace directives. */
const GO_VERSION = '1.5.1';
const GO_MODULE = `github.com/temporalio/cli/cmd/temporal@v${GO_VERSION}`;
const OLDEST = [1, 3] as const;

export interface FindOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly say: Say;
  /** The folder for downloads and builds. Default: in the user's cache. */
  readonly cache?: string;
  /** Aborts a build that is no longer needed. */
  readonly signal?: AbortSignal;
}

/**
 * Finds the `temporal` program: on PATH, in the cache, by the official download, or by building it with Go. Downloads
 * and builds stay in the user's cache.
 * @returns its path.
 * @throws LocalStackError that says for each way why it failed.
 */
export async function findTemporal({ env, say, cache = cacheFolder(), signal }: FindOptions): Promise<string> {
  const ways: [string, () => Promise<Found>][] = [
    ['temporal on PATH', () => fromPath(env)],
    ['the cache', () => fromCache(cache)],
    ['the official download', () => fromDownload(cache, say)],
    ['a Go toolchain', () => fromGo(cache, env, say, signal)],
  ];
  const tried: string[] = [];
  for (const [name, look] of ways) {
    const found = await look();
    if ('path' in found) return found.path;
    tried.push(`  ${name}: ${found.whyNot}`);
  }
  throw new LocalStackError(
    'No Temporal server was found, and none could be built.',
    [
      ...tried,
      '  Any of these helps: install the Temporal CLI (https://docs.temporal.io/cli) · install Go 1.24 or later ·',
      '  set TEMPORAL_ADDRESS to a Temporal server of your own.',
    ].join('\n'),
  );
}

async function fromPath(env: NodeJS.ProcessEnv): Promise<Found> {
  const path = await findOnPath('temporal', env.PATH ?? '');
  if (path === undefined) return { whyNot: 'not there' };
  const said = await outputOf(path, ['--version']);
  return said !== undefined && isRecent(said) ? { path } : { whyNot: `${path} is older than 1.3` };
}

/** @param said for example `temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)`; builds by `go install` say 0.0.0-DEV. */
export function isRecent(said: string): boolean {
  const version = /temporal version v?(\d+)\.(\d+)\.\d+(-DEV)?/.exec(said);
  if (!version) return false;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return version[3] !== undefined || major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

const builtFolder = (cache: string): string => join(cache, `temporal-${GO_VERSION}`);
const downloadFolder = (cache: string): string => join(cache, 'temporal-download');

async function fromCache(cache: string): Promise<Found> {
  const built = join(builtFolder(cache), programName('temporal'));
  if (await isExecutable(built)) return { path: built };
  const downloaded = await findDownloaded(cache);
  return downloaded === undefined ? { whyNot: `nothing in ${cache}` } : { path: downloaded };
}

async function findDownloaded(cache: string): Promise<string | undefined> {
  const folder = downloadFolder(cache);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith('temporal') && !entry.endsWith('.downloading')).sort()) {
    const path = join(folder, name);
    if (isRecent((await outputOf(path, ['--version'])) ?? '')) return path;
  }
  return undefined;
}

/** The SDK, a development dependency, knows which build fits it and where to download it. */
async function fromDownload(cache: string, say: Say): Promise<Found> {
  if (!(await isReachable('https://temporal.download/')))
    return { whyNot: 'https://temporal.download is not reachable' };
  const sdk = await import('@temporalio/testing').catch(() => undefined);
  if (!sdk) return { whyNot: '@temporalio/testing is not installed (npm install without --omit=dev)' };
  say('Downloading the Temporal dev server (about 60 MB, once).');
  try {
    await mkdir(downloadFolder(cache), { recursive: true });
    const server = {
      executable: { type: 'cached-download', downloadDir: downloadFolder(cache), ttl: '3650d' },
    } as const;
    const started = await sdk.TestWorkflowEnvironment.createLocal({ server });
    await started.teardown();
  } catch (error) {
    return { whyNot: `it failed: ${String(error)}` };
  }
  const path = await findDownloaded(cache);
  return path === undefined ? { whyNot: 'it produced no program' } : { path };
}

async function fromGo(cache: string, env: NodeJS.ProcessEnv, say: Say, signal?: AbortSignal): Promise<Found> {
  const go = await findOnPath('go', env.PATH ?? '');
  if (go === undefined) return { whyNot: 'no go on PATH' };
  say(`Building the Temporal dev server with ${go} (about 4 minutes on 2 cores, once): go install ${GO_MODULE}`);
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'building-'));
  try {
    const options = { env: { ...env, GOBIN: draft }, say, step: 'Building Temporal', ...(signal && { signal }) };
    const failure = await runSlowly(go, ['install', GO_MODULE], options);
    if (failure !== undefined) return { whyNot: `go install failed:\n    ${failure.replaceAll('\n', '\n    ')}` };
    const path = join(builtFolder(cache), programName('temporal'));
    await mkdir(builtFolder(cache), { recursive: true });
    await rename(join(draft, programName('temporal')), path);
    return { path };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
