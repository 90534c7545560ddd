import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { WorkerIdentity } from '../store/ops/worker-heartbeats.ts';

const HASH_LENGTH = 12;

/** Names the code of this worker: BUILD_ID, else the package's version and a hash of the workflow bundle. */
export async function buildOf(
  { buildId }: { readonly buildId?: string | undefined },
  bundlePath: string,
): Promise<string> {
  if (buildId !== undefined) return buildId;
  const [manifest, bundle] = await Promise.all([
    readFile(new URL('../package.json', import.meta.url), 'utf8'),
    readFile(bundlePath),
  ]);
  const { version } = JSON.parse(manifest) as { version: string };
  return `${version}-${createHash('sha256').update(bundle).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** How Temporal names this worker in its lists of pollers and in histories. */
export const identityOf = ({ build }: Pick<WorkerIdentity, 'build'>): string => `${process.pid}@${hostname()} ${build}`;
