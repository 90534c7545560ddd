import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** What runs as a process. */
const ENTRIES = ['infra/local/start.ts', 'infra/local/child-entry.ts', 'workers/main.ts', 'api/main.ts'];

/** Native, and loaded as late as can be. */
const LEFT_OUT = ['@temporalio/*'];

/** What packages in the old format ask for by name while they run. */
const REQUIRE = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** A source map that says nothing: those of packages would take longer to read than the packages. */
const noMap = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64');

/** Compiled code lies elsewhere than its source, yet finds the files beside its source. */
const ownCode = {
  name: 'own code',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

const packages = {
  name: 'packages',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${noMap}`,
      loader: 'js',
    }));
  },
};

/**
 * Compiles the processes of the local stack, with the packages that they use: a thousand small files take Node much longer to find
 * than to run.
 * @param {string} root the project
 * @param {string} folder where the code goes, in the folders of its sources; must lie below node_modules
 * @param {string} nodeEnv the NODE_ENV that it is for
 * @throws what esbuild throws; it has told stderr of each mistake
 */
export const compile = (root, folder, nodeEnv) =>
  build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: folder,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: LEFT_OUT,
    banner: { js: REQUIRE },
    define: { 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [ownCode, packages],
  });
