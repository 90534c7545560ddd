import { join } from 'node:path';
import { inject } from 'vitest';
import { compile } from '../../../infra/local/compile.mjs';
import { ROOT } from '../../../infra/local/plan.ts';

const FOLDER = join(ROOT, 'node_modules', '.cache', 'holdfast', `test-${process.env.VITEST_POOL_ID ?? process.pid}`);

let built: Promise<string> | undefined;

/**
 * The folder of worker and api as `npm start` compiles them. From the sources, a start of the api costs 4.7 s of CPU instead of 0.6 s.
 * The project `kills` compiles once for all its workers; in other projects each test worker compiles once.
 * @throws what esbuild throws
 */
export function compiledProcesses(): Promise<string> {
  built ??= compiledFolder();
  return built;
}

async function compiledFolder(): Promise<string> {
  const known = inject('compiledFolder');
  if (!known) await compile(ROOT, FOLDER, 'production');
  return known ?? FOLDER;
}
