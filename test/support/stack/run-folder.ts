import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphanPostgres, stopOrphanTemporal } from '../../../infra/local/orphans.ts';
import { commandOf, isRunning } from '../../../infra/local/processes.ts';

const PREFIX = 'holdfast-test-';
/** Linux keeps this folder in memory. Containers often make it too small. */
const MEMORY_FOLDER = '/dev/shm';
const TMPFS = 0x01021994;
/** Many times what a run has there at once. */
const ENOUGH_BYTES = 3 * 1024 ** 3;

export const postgresFolder = (run: string): string => join(run, 'postgres');
export const temporalPidFile = (run: string): string => join(run, 'temporal.pid');

/** A folder for the servers of one test run. Also cleans up after runs that were killed. */
export async function makeRunFolder(): Promise<string> {
  await removeDeadRuns();
  const folder = await mkdtemp(join(await quickFolder(), PREFIX));
  await writeFile(join(folder, 'owner'), String(process.pid));
  // Started by root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(folder, 0o755);
  return folder;
}

/** In memory where there is room: every test file copies a database of 1,000 files, which takes a disk up to a second (docs/decisions/operation.md#tests). */
async function quickFolder(): Promise<string> {
  const found = await statfs(MEMORY_FOLDER).catch(() => undefined);
  const hasRoom = found?.type === TMPFS && Math.min(found.bavail * found.bsize, freemem()) > ENOUGH_BYTES;
  return hasRoom ? MEMORY_FOLDER : tmpdir();
}

async function removeDeadRuns(): Promise<void> {
  await Promise.all([...new Set([MEMORY_FOLDER, tmpdir()])].map(removeDeadRunsIn));
}

async function removeDeadRunsIn(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    const owner = Number.parseInt(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''), 10);
    // No owner yet: another run is just making it.
    if (!(owner > 0) || (isRunning(owner) && /vitest|node/.test(await commandOf(owner)))) continue;
    await stopOrphanPostgres(postgresFolder(folder));
    await stopOrphanTemporal(temporalPidFile(folder));
    await rm(folder, { recursive: true, force: true });
  }
}
