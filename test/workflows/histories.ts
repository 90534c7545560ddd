import { mkdir, writeFile } from 'node:fs/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { environment } from '../../infra/config.ts';

const HISTORIES = new URL('../histories/', import.meta.url);

/** The history of a run that continued as new. */
export const CONTINUED = 'continued-as-new';

/** The history of a booking whose reminders left while a mail of a change did not. */
export const REMINDED_BESIDE = 'reminded-while-a-mail-waits';

/** The history of a booking whose host got the mail after the event was written, and the guest before. */
export const HOST_MAILED_LATER = 'host-mailed-once-the-event-is-written';

/** The folder of a flow's histories, by the workflow's name: `signIn` has `sign-in`. */
export const historyFolder = (flow: string): string => flow.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `npm run histories` sets it: each history is then written to test/histories. */
const recording = environment.RECORD_HISTORIES === 'true';

/** Writes a flow's history into the folder of its kind, if histories are recorded. */
export async function keepHistory(
  kind: string,
  name: string,
  flow: Pick<WorkflowHandle, 'fetchHistory'>,
): Promise<void> {
  if (!recording) return;
  const folder = new URL(`${kind}/`, HISTORIES);
  await mkdir(folder, { recursive: true });
  const history = withoutPlaces(historyToJSON(await flow.fetchHistory()));
  await writeFile(new URL(`${name}.json`, folder), `${history}\n`);
}

/** Stack traces name folders of the machine that records, and replay does not read them: only their first line stays. */
const withoutPlaces = (json: string): string =>
  json.replaceAll(
    /("stackTrace": ")((?:[^"\\]|\\.)*)"/g,
    (_all, name: string, trace: string) => `${name}${trace.split('\\n', 1)[0]}"`,
  );
