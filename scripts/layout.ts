/** Part of `npm run check`: refuses folders and files outside the layout (scripts/layout-rules.ts). */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layoutProblems, TREE } from './layout-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[\\/](dist|node_modules)\b/.test(entry.parentPath.slice(ROOT.length - 1)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const rootFolders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `${name}/`);

const problems = layoutProblems([...rootFolders, ...[...TREE, 'test'].flatMap(filesOf)]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
