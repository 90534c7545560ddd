import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const OPERATIONS = /[\\/]schemas[\\/]operations[\\/](.+)\.ts$/;

/** What a call needs of an operation (cli/client.ts). */
const routeOf = ({ surface, method, path, contentType }) => ({
  surface,
  method,
  path,
  ...(contentType && { contentType }),
});

/** An export that is an area becomes its routes; one of any other kind is left out, so that whoever imports it gets an error of the build. */
function routesOf(exported) {
  const areas = Object.entries(exported).filter(([, area]) =>
    Object.values(area).every((one) => one?.method && one.path),
  );
  return areas.map(([name, area]) => {
    const routes = Object.fromEntries(Object.entries(area).map(([key, operation]) => [key, routeOf(operation)]));
    return `export const ${name} = ${JSON.stringify(routes)};`;
  });
}

/**
 * A command calls an operation by its method and path; the server checks what it takes, and building those schemas took a quarter of
 * a command's start. Commands get the routes alone. Completion, which completes by the schemas, has them: it imports `schemas/contract.ts`.
 * @param folder for the compiled operations; emptied
 */
export const routesOnly = (folder) => ({
  name: 'routes-only',
  setup({ onResolve, onLoad, onStart, onEnd }) {
    onStart(async () => {
      await mkdir(folder, { recursive: true });
      await build({
        absWorkingDir: root,
        entryPoints: ['schemas/operations/**/*.ts'],
        outbase: 'schemas/operations',
        outdir: folder,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
      });
    });
    onResolve({ filter: OPERATIONS }, ({ path, importer, resolveDir }) =>
      importer.startsWith(join(root, 'cli')) ? { path: resolve(resolveDir, path), namespace: 'routes' } : undefined,
    );
    onLoad({ filter: OPERATIONS, namespace: 'routes' }, async ({ path }) => {
      const [, name] = OPERATIONS.exec(path);
      return { contents: routesOf(await import(pathToFileURL(join(folder, `${name}.mjs`)))).join('\n') };
    });
    onEnd(() => rm(folder, { recursive: true, force: true }));
  },
});
