import { writeFile } from 'node:fs/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

export const HISTORIES = new URL('../histories/booking/', import.meta.url);

/** The history of a run that handed over to a fresh one. */
export const CONTINUED = 'continued-as-new';

/** `npm run histories` sets it: each history is then written to test/histories. */
const recording = process.env.RECORD_HISTORIES === 'true';

/** Writes a flow's history, where they are recorded. */
export async function keepHistory(name: string, flow: Pick<WorkflowHandle, 'fetchHistory'>): Promise<void> {
  if (!recording) return;
  await writeFile(new URL(`${name}.json`, HISTORIES), `${historyToJSON(await flow.fetchHistory())}\n`);
}
