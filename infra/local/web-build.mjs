/** The browser code, built once for each state of its sources. Plain JavaScript: npm start runs it before anything is compiled. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'holdfast-web');
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1_000;
const FOLDERS = ['domain', 'schemas', 'texts', 'web'];
/** Every npm install writes the second file; it lists the installed packages. */
const SETTINGS = ['tsconfig.json', 'node_modules/.package-lock.json', 'infra/local/build-web.mjs'];

const fingerprint = () => hashOf([ROOT], [...SETTINGS, ...filesIn(FOLDERS, /\.(tsx?|css|json)$/)]);

/**
 * Paths of the sources in folders, sorted, without what was built. Folder by folder: `readdirSync` with `recursive` asks the system about
 * each file again, which takes it 60 ms for ours instead of 4.
 * @param {readonly string[]} folders relative to the project
 * @param {RegExp} pattern of names
 */
export function filesIn(folders, pattern) {
  const found = [];
  const look = (folder) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'dist') look(path);
      } else if (pattern.test(entry.name)) found.push(path);
    }
  };
  for (const folder of folders) look(folder);
  return found.sort();
}

/** Reads one file after the other: reading hundreds of small files at once takes Node four times as long. */
export function hashOf(words, files) {
  const hash = createHash('sha256').update(`${words.join('\n')}\n`);
  for (const file of files) hash.update(`${file}\n`).update(textOf(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

function textOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return '';
  }
}

const isThere = (folder, now) =>
  utimes(folder, now, now).then(
    () => true,
    () => false,
  );

/** In a process of its own: it frees its memory when done, and works beside the rest of the start. */
const build = (folder) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'infra/local/build-web.mjs'), folder], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The pages do not build.'))));
  });

async function make(folder, nowMs) {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  try {
    await build(draft);
    // Rename into place: an interrupted build never looks complete.
    await rename(draft, folder).catch((error) => {
      // Another start made it first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeUnused(nowMs);
}

async function removeUnused(nowMs) {
  for (const name of await readdir(CACHE)) {
    const folder = join(CACHE, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > KEPT_FOR_MS) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The folder of the current build, known at once; `ready` resolves when it exists.
 * @param {() => void} onBuild called before the slow step
 * @returns {Promise<{folder: string, ready: Promise<void>}>} `ready` rejects if the build fails; the bundler has printed why
 */
export async function webBuild(onBuild = () => {}) {
  const folder = join(CACHE, fingerprint());
  const now = new Date();
  if (await isThere(folder, now)) return { folder, ready: Promise.resolve() };
  onBuild();
  const ready = make(folder, now.getTime());
  // The caller awaits it later; until then a rejection must not end the process.
  ready.catch(() => {});
  return { folder, ready };
}
