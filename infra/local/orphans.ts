import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopOrphan } from './processes.ts';

/** Stops the PostgreSQL of a data folder whose launcher was killed. Returns true if there was one. */
export async function stopOrphanPostgres(dataFolder: string): Promise<boolean> {
  const pidFile = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(pidFile, 10);
  return pid > 0 && stopOrphan(pid, dataFolder, 'SIGINT');
}

/** Stops the Temporal of a killed run. Returns true if there was one. */
export async function stopOrphanTemporal(pidFile: string): Promise<boolean> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  const stopped = pid > 0 && (await stopOrphan(pid, 'server start-dev', 'SIGTERM'));
  await rm(pidFile, { force: true });
  return stopped;
}
