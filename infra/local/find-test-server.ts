import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import type { FindOptions } from './find-temporal.ts';
import { LocalStackError } from './local-stack-error.ts';
import { type Found, findOnPath, isExecutable, isReachable, outputOf, runSlowly, type Say } from './tools.ts';

const VERSION = '1.38.0';
const OLDEST_JAVA = 17;
const NAME = 'temporal-test-server';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>copy</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>${NAME}</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

const WRAPPER = `#!/bin/sh
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -cp "$folder/lib/*" io.temporal.testserver.TestServer "$@"
`;

/**
 * Finds the time-skipping test server (days pass in milliseconds): in the cache, by the official download, or by Maven and Java.
 * Only tests need it.
 * @returns the path of a program for `createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`.
 * @throws LocalStackError that says for each way why it failed.
 */
export async function findTestServer({ env, say, cache = cacheFolder(), signal }: FindOptions): Promise<string> {
  const ways: [string, () => Promise<Found>][] = [
    ['the cache', () => fromCache(cache)],
    ['the official download', () => fromDownload(cache, say)],
    ['Maven and Java', () => fromMaven(cache, env, say, signal)],
  ];
  const tried: string[] = [];
  for (const [name, look] of ways) {
    const found = await look();
    if ('path' in found) return found.path;
    tried.push(`  ${name}: ${found.whyNot}`);
  }
  const advice = `  Install Maven and Java ${OLDEST_JAVA} or later, or let this machine reach https://temporal.download once.`;
  throw new LocalStackError('No time-skipping Temporal test server was found.', [...tried, advice].join('\n'));
}

const builtFolder = (cache: string): string => join(cache, `${NAME}-${VERSION}`);
const downloadFolder = (cache: string): string => join(cache, 'test-server-download');

async function fromCache(cache: string): Promise<Found> {
  const built = join(builtFolder(cache), NAME);
  if (await isExecutable(built)) return { path: built };
  const names = await readdir(downloadFolder(cache)).catch(() => []);
  const name = names.find((entry) => entry.startsWith(NAME) && !entry.endsWith('.downloading'));
  return name === undefined ? { whyNot: `nothing in ${cache}` } : { path: join(downloadFolder(cache), name) };
}

async function fromDownload(cache: string, say: Say): Promise<Found> {
  if (!(await isReachable('https://temporal.download/')))
    return { whyNot: 'https://temporal.download is not reachable' };
  const sdk = await import('@temporalio/testing').catch(() => undefined);
  if (!sdk) return { whyNot: '@temporalio/testing is not installed' };
  say('Downloading the time-skipping test server (about 50 MB, once).');
  try {
    await mkdir(downloadFolder(cache), { recursive: true });
    const executable = { type: 'cached-download', downloadDir: downloadFolder(cache), ttl: '3650d' } as const;
    const started = await sdk.TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    await started.teardown();
  } catch (error) {
    return { whyNot: `it failed: ${String(error)}` };
  }
  return fromCache(cache);
}

async function fromMaven(cache: string, env: NodeJS.ProcessEnv, say: Say, signal?: AbortSignal): Promise<Found> {
  if (platform() === 'win32') return { whyNot: 'the wrapper is a shell script' };
  const [maven, java] = await Promise.all([findOnPath('mvn', env.PATH ?? ''), findOnPath('java', env.PATH ?? '')]);
  if (maven === undefined || java === undefined)
    return { whyNot: `no ${maven === undefined ? 'mvn' : 'java'} on PATH` };
  const version = javaMajor((await outputOf(java, ['-version'])) ?? '');
  if (version < OLDEST_JAVA) return { whyNot: `${java} is older than ${OLDEST_JAVA}` };
  say('Getting the time-skipping test server with Maven (38 MB, some seconds, once).');
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'copying-'));
  try {
    await writeFile(join(draft, 'pom.xml'), POM);
    const goals = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    const step = 'Copying the test server';
    const failure = await runSlowly(maven, goals, { cwd: draft, env, say, step, ...(signal && { signal }) });
    if (failure !== undefined) return { whyNot: `mvn failed:\n    ${failure.replaceAll('\n', '\n    ')}` };
    await writeFile(join(draft, NAME), WRAPPER);
    await chmod(join(draft, NAME), 0o755);
    // Another run has made the same.
    await rename(draft, builtFolder(cache)).catch(() => {});
    return fromCache(cache);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** @param said what `java -version` prints: `openjdk version "17.0.15" …`. 0 if unknown. */
export const javaMajor = (said: string): number => Number(/version "(\d+)/.exec(said)?.[1] ?? 0);
