import { mkdir, writeFile } from 'node:fs/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { environment } from '../../infra/config.ts';

const HISTORIES = new URL('../histories/', import.meta.url);

/** The history of a run that handed over to a fresh one. */
export const CONTINUED = 'continued-as-new';

/** `npm run histories` sets it: each history is then written to test/histories. */
const recording = environment.RECORD_HISTORIES === 'true';

/** Writes a flow's history where those of its kind lie, if they are recorded. */
export async function keepHistory(
  kind: string,
  name: string,
  flow: Pick<WorkflowHandle, 'fetchHistory'>,
): Promise<void> {
  if (!recording) return;
  const folder = new URL(`${kind}/`, HISTORIES);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${historyToJSON(await flow.fetchHistory())}\n`);
}
