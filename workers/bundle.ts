import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The folders that workflow code may import (.dependency-cruiser.cjs). A change in any of these files makes a new bundle. */
const SOURCES = ['workflows', 'domain', 'schemas'];
const KEPT_FOR_MS = 24 * 60 * 60 * 1_000;

/**
 * The workflow code as one file, built once for each state of its sources: bundling takes seconds.
 * @param folder where bundles are kept; those unused for a day are removed.
 * @param onBuild called before the slow step.
 * @returns the path of the bundle.
 */
export async function workflowBundle(folder: string, onBuild: () => void = () => {}): Promise<string> {
  const path = join(folder, `workflow-bundle.${await fingerprint()}.js`);
  const now = new Date();
  const isThere = await utimes(path, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  onBuild();
  await mkdir(folder, { recursive: true });
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(ROOT, 'workflows/index.ts'),
    logger: quiet,
  });
  // Renamed into place: two processes may build at once, and neither may read half a file.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, path);
  await removeUnused(folder, now.getTime());
  return path;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const sdk = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  hash.update(`${sdk.version}\n${process.version}\n`);
  for (const source of SOURCES) {
    const names = await readdir(join(ROOT, source), { recursive: true });
    for (const name of names.filter((entry) => /\.tsx?$/.test(entry)).sort()) {
      hash.update(`${source}/${name}\n`).update(await readFile(join(ROOT, source, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeUnused(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('workflow-bundle.')) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (nowMs - mtimeMs > KEPT_FOR_MS) await rm(join(folder, name), { force: true });
  }
}

const nothing = (): void => {};
const quiet = {
  log: nothing,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
};
