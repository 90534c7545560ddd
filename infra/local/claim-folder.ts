import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalStackError } from './local-stack-error.ts';
import { stopOrphanPostgres, stopOrphanTemporal } from './orphans.ts';
import { commandOf, isRunning } from './processes.ts';
import type { Say } from './tools.ts';

export const postgresFolder = (folder: string): string => join(folder, 'postgres');
export const temporalPidFile = (folder: string): string => join(folder, 'temporal.pid');
/** Name of a data folder that is being deleted. */
const outgoing = (folder: string): string => `${postgresFolder(folder)}.old`;
/** Part of the command line of `npm start`. */
const LAUNCHER = 'launch.mjs';
const launcherPidFile = (folder: string): string => join(folder, 'launcher.pid');

/**
 * Claims the folder of this stack for one launcher. Stops servers that a killed launcher left running. `fresh` also deletes
 * the data, but not those of stacks at other ports, which have folders of their own inside.
 * @throws LocalStackError while another launcher runs here.
 */
export async function claimFolder(folder: string, fresh: boolean, say: Say): Promise<void> {
  const pid = Number.parseInt(await readFile(launcherPidFile(folder), 'utf8').catch(() => ''), 10);
  if (pid > 0 && pid !== process.pid && isRunning(pid) && (await commandOf(pid)).includes(LAUNCHER)) {
    throw new LocalStackError(
      `Holdfast already runs from this folder (process ${pid}).`,
      '  Stop it there with Ctrl-C, or start a second one beside it: npm start -- --port-offset 100',
    );
  }
  if (await stopOrphanPostgres(postgresFolder(folder)))
    say('Stopped a PostgreSQL that an interrupted run had left behind.');
  if (await stopOrphanTemporal(temporalPidFile(folder)))
    say('Stopped a Temporal that an interrupted run had left behind.');
  // Left by an interrupted --fresh.
  await rm(outgoing(folder), { recursive: true, force: true });
  if (fresh) await dropData(folder);
  await mkdir(join(folder, 'logs'), { recursive: true });
  await writeFile(launcherPidFile(folder), String(process.pid));
}

export const releaseFolder = (folder: string): Promise<void> => rm(launcherPidFile(folder), { force: true });

/** Renames the database before deleting it: a half-deleted folder would block the next start. */
async function dropData(folder: string): Promise<void> {
  await rename(postgresFolder(folder), outgoing(folder)).catch(ignoreMissing);
  const names = await readdir(folder).catch(() => []);
  const ours = names.filter((name) => !name.startsWith('offset-'));
  await Promise.all(ours.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
