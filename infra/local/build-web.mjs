/** `node infra/local/build-web.mjs <folder>`: builds the browser code. `npm run build` writes it to the folder that production reads. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COMPRESSED = /\.(js|css)$/;

/** Compress here, once, not at each request. */
async function compress(folder) {
  const names = (await readdir(folder)).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name));
      const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text, { level: 9 })]);
      await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)]);
    }),
  );
}

// Always, also in tests: React's development checks would double the download.
// biome-ignore lint/style/noProcessEnv: bundlers read it
process.env.NODE_ENV = 'production';
const outDir = resolve(process.argv[2] ?? 'web/dist');
const configFile = join(ROOT, 'web/app/vite.config.ts');
const languages = (await readdir(join(ROOT, 'texts'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
// One build for each language, so that a browser loads the texts of one. Files without texts are the same in all of them.
for (const [index, { name: mode }] of languages.entries())
  await build({ configFile, mode, build: { outDir, emptyOutDir: index === 0 } });
await compress(join(outDir, 'assets'));
