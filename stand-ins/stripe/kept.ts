import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LocalStackError } from '../../infra/local/local-stack-error.ts';
import type { State } from './state.ts';

const PAUSE_MS = 200;

/**
 * Reads what an earlier run knew, and keeps what changes: our database keeps customers and subscriptions too, and both must agree.
 * @returns writes the rest and ends
 * @throws LocalStackError a file that is damaged
 */
export async function keepIn(file: string, state: State): Promise<() => Promise<void>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) restore(file, text, state);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    timer = undefined;
    writing = writing.then(() => save(file, state));
  };
  state.onChange = () => {
    timer ??= setTimeout(write, PAUSE_MS);
  };
  return async () => {
    state.onChange = () => {};
    clearTimeout(timer);
    write();
    await writing;
  };
}

function restore(file: string, text: string, state: State): void {
  try {
    state.restore(JSON.parse(text));
  } catch {
    throw new LocalStackError(`${file} is damaged.`, '  npm start -- --fresh makes a new one and deletes the data.');
  }
}

/** The old file stays until the new one is whole. */
async function save(file: string, state: State): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(state.saved()), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
