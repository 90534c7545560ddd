import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The processes to compile. */
const ENTRIES = ['infra/local/start.ts', 'infra/local/child-entry.ts', 'workers/main.ts', 'api/main.ts'];

/** Native packages, loaded late. oidc-provider, too: it names its records by its classes, which the compiler may rename. */
const LEFT_OUT = ['@temporalio/*', '@napi-rs/canvas', 'oidc-provider'];

/** Names that CommonJS packages use at run time. */
const REQUIRE = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/**
 * Maps the first place of a file only: reading the maps of packages takes longer than reading the packages, and at the first error it blocks
 * the API. A map without any place is ignored by esbuild, which then makes its own.
 */
const noMap = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/** Lets compiled code find the files beside its source. */
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
 * Compiles the processes of the local stack with the packages that they use. Node needs much longer to find a thousand small files
 * than to run them.
 * @param {string} root the project
 * @param {string} folder output folder, with the folders of the sources inside; must be below node_modules
 * @param {string} nodeEnv the NODE_ENV of the output
 * @throws what esbuild throws; it has printed each mistake on stderr
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
