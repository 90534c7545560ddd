import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Modules that start servers, reach the run's servers, or start a browser. A test file that reaches one of them is not pure. */
const SERVERS: readonly string[] = [
  'test/support/stack/database.ts',
  'test/support/stack/own-temporal.ts',
  'test/support/stack/time-skipping.ts',
  'test/support/stack/compiled.ts',
  'test/support/drivers/chromium.ts',
  'infra/local/postgres.ts',
  'infra/local/launch.mjs',
];

/** The module that runs the product as processes and kills them. Its tests wait for timeouts more than they compute. */
const KILLABLE: readonly string[] = ['test/support/stack/processes.ts'];

export interface TestGroups {
  /** Tests without a server, a database or a browser. */
  readonly pure: string[];
  /** Tests that kill processes of the product. */
  readonly kills: string[];
  /** All other tests: they need the run's PostgreSQL and Temporal, or a browser. */
  readonly stack: string[];
}

/**
 * Groups all test files by what their imports reach, without running them. Type imports do not count: they are erased.
 * Reads each reachable file once, in half a second for the whole repository.
 * @param root the absolute folder of the repository
 * @returns paths relative to the root, with slashes
 */
export function groupTestFiles(root: string): TestGroups {
  const importsOf = importReader(root);
  const groups: TestGroups = { pure: [], kills: [], stack: [] };
  for (const name of readdirSync(join(root, 'test'), { recursive: true }).map(String).sort()) {
    if (!TEST_FILE.test(name)) continue;
    const reached = reachable(join(root, 'test', name), importsOf);
    const reachesAny = (files: readonly string[]): boolean => files.some((file) => reached.has(join(root, file)));
    const group = reachesAny(KILLABLE) ? groups.kills : reachesAny(SERVERS) ? groups.stack : groups.pure;
    group.push(relative(root, join(root, 'test', name)).replaceAll('\\', '/'));
  }
  return groups;
}

const TEST_FILE = /\.test\.tsx?$/;

type ReadImports = (file: string) => readonly string[];

/** `import … from './x'`, `export … from './x'`, `import './x'`, but not `import type`; and `import('./x')`. */
const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s+(?!type\b)(?:[^'";=]*?\s*from\s*)?'(?<from>\.[^']+)'|\bimport\(\s*'(?<dynamic>\.[^']+)'/g;
/** A program of the repository that a test starts by its path. */
const PROGRAM = /'(?<path>(?:infra|workers|api|scripts|cli)\/[\w./-]+\.(?:ts|mjs))'/g;

function importReader(root: string): ReadImports {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const found = known.get(file) ?? readImports(root, file);
    known.set(file, found);
    return found;
  };
}

function readImports(root: string, file: string): readonly string[] {
  if (!/\.(?:tsx?|mjs)$/.test(file) || !existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(IMPORT)].map(({ groups }) =>
    resolve(dirname(file), groups?.from ?? groups?.dynamic ?? ''),
  );
  const programs = TEST_FILE.test(file)
    ? [...text.matchAll(PROGRAM)].map(({ groups }) => join(root, groups?.path ?? ''))
    : [];
  return [...imported, ...programs];
}

function reachable(start: string, importsOf: ReadImports): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set is walked in the order of insertion, with what is added on the way.
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  return reached;
}
