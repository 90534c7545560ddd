import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// One file without dependencies, so that users install only the output of `npm pack ./cli`.
// Tests name a folder for it: they run side by side, and each worker builds its own.
const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const manifest = JSON.parse(await readFile(`${root}cli/package.json`, 'utf8'));
const [folder = `${root}cli/dist`] = process.argv.slice(2);
await rm(folder, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['cli/main.ts'],
  outfile: `${folder}/holdfast.js`,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  legalComments: 'linked',
  // Names that CommonJS packages use at run time.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
await chmod(`${folder}/holdfast.js`, 0o755);
if (manifest.version !== version) {
  await writeFile(`${root}cli/package.json`, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
