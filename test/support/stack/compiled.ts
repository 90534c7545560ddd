import { join } from 'node:path';
import { compile } from '../../../infra/local/compile.mjs';
import { ROOT } from '../../../infra/local/plan.ts';

const FOLDER = join(ROOT, 'node_modules', '.cache', 'holdfast', `test-${process.env.VITEST_POOL_ID ?? process.pid}`);

let built: Promise<string> | undefined;

/**
 * The folder of worker and api as `npm start` compiles them. From the sources, a start of the api costs 4.7 s of CPU instead of 0.6 s.
 * Each test worker compiles once.
 * @throws what esbuild throws
 */
export function compiledProcesses(): Promise<string> {
  built ??= compile(ROOT, FOLDER, 'production').then(() => FOLDER);
  return built;
}
