/** Part of `npm run check`: refuses folders and files outside the layout (scripts/layout-rules.ts). */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layoutProblems } from './layout-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const problems = layoutProblems(['schemas', 'domain', 'store', 'activities', 'api', 'test'].flatMap(filesOf));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
