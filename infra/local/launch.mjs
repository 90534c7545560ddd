/**
 * `npm start`. Plain JavaScript, because TypeScript is not compiled yet. It compiles the project once for each state of its
 * sources and runs the compiled launcher. Compiling while loading would take seconds at every start.
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { filesIn, hashOf, webBuild } from './web-build.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'holdfast');
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1_000;
const FOLDERS = [
  'activities',
  'api',
  'domain',
  'infra',
  'outbound',
  'schemas',
  'stand-ins',
  'store',
  'texts',
  'web',
  'workers',
  'workflows',
];
/** Every npm install writes the second file; it lists the installed packages. */
const SETTINGS = ['tsconfig.json', 'node_modules/.package-lock.json'];
// biome-ignore lint/style/noProcessEnv: infra/config.ts is not compiled yet
const nodeEnv = process.env.NODE_ENV || 'production';

/** A hash of everything that the compiled code depends on. */
const fingerprint = () => hashOf([ROOT, nodeEnv], [...SETTINGS, ...filesIn(FOLDERS, /\.(tsx?|mjs)$/)]);

/** The folder of the current compiled code; compiles it if missing. */
async function compiledFolder() {
  const folder = join(CACHE, fingerprint());
  const now = new Date();
  const isThere = await utimes(folder, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  try {
    const { compile } = await import('./compile.mjs');
    await compile(ROOT, draft, nodeEnv);
    // The sources changed during the compilation: the result fits no hash.
    if (join(CACHE, fingerprint()) !== folder) return await compiledFolder();
    // Rename into place: an interrupted compilation never looks complete.
    await rename(draft, folder).catch((error) => {
      // Another start made it first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeUnused(now.getTime());
  return folder;
}

async function removeUnused(nowMs) {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > KEPT_FOR_MS) await rm(folder, { recursive: true, force: true });
  }
}

process.setSourceMapsEnabled(true);
const web = await webBuild(() => console.log('  0.0 s  Building the pages (once after each change).'));
const folder = await compiledFolder().catch((error) => {
  // The compiler has printed the error.
  console.error(`Holdfast could not start: its code does not compile.${error.errors ? '' : ` ${error.stack}`}`);
  process.exit(1);
});
const { launch } = await import(pathToFileURL(join(folder, 'infra', 'local', 'start.mjs')).href);
await launch(folder, web);
