import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { routesOnly } from './cli-routes.mjs';

// Files without dependencies, so that users install only the output of `npm pack ./cli`.
// Tests name a folder for it: they run side by side, and each worker builds its own.
const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const manifest = JSON.parse(await readFile(`${root}cli/package.json`, 'utf8'));
const [folder = `${root}cli/dist`] = process.argv.slice(2);
/** zod brings the messages of fifty languages, which takes longer to load than the rest of it. */
const englishOnly = {
  name: 'english-only',
  setup: ({ onResolve }) =>
    onResolve({ filter: /locales\/index\.js$/ }, ({ importer, path }) =>
      importer.includes('/zod/') ? { path: resolve(dirname(importer), path, '../en.js') } : undefined,
    ),
};
await rm(folder, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { holdfast: 'cli/main.ts' },
  outdir: folder,
  // What a command does not need is not loaded: start-up is measured (`cli_start`).
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [englishOnly, routesOnly(`${root}node_modules/.cache/holdfast/cli-routes-${process.pid}`)],
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
