import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphanPostgres, stopOrphanTemporal } from '../../../infra/local/orphans.ts';
import { commandOf, isRunning } from '../../../infra/local/processes.ts';

const PREFIX = 'holdfast-test-';

export const postgresFolder = (run: string): string => join(run, 'postgres');
export const temporalPidFile = (run: string): string => join(run, 'temporal.pid');

/** A folder for the servers of one test run. Also cleans up after runs that were killed. */
export async function makeRunFolder(): Promise<string> {
  await removeDeadRuns();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await writeFile(join(folder, 'owner'), String(process.pid));
  // As root, PostgreSQL runs as somebody else, who must pass through here.
  await chmod(folder, 0o755);
  return folder;
}

async function removeDeadRuns(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const owner = Number.parseInt(await readFile(join(folder, 'owner'), 'utf8').catch(() => ''), 10);
    // No owner yet: another run is just making it.
    if (!(owner > 0) || (isRunning(owner) && /vitest|node/.test(await commandOf(owner)))) continue;
    await stopOrphanPostgres(postgresFolder(folder));
    await stopOrphanTemporal(temporalPidFile(folder));
    await rm(folder, { recursive: true, force: true });
  }
}
