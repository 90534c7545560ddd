/**
 * `npm run words`: part of `npm run check`. Refuses the words of scripts/word-rules.ts in the folders below. `npm run words -- --all` counts them
 * in the whole tree, `npm run words -- <path> …` lists them in files or folders.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type WordProblem, wordProblems } from './word-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folders and files that contain none of the words. The list only grows, until it is the whole tree. */
const CLEAN: readonly string[] = [
  'activities/members',
  'activities/prep',
  'activities/webhooks',
  'api/discovery',
  'api/handlers/activity',
  'api/handlers/bookable',
  'api/handlers/calendars',
  'api/handlers/links',
  'api/handlers/meetings',
  'api/handlers/oauth',
  'api/handlers/webhooks',
  'api/openapi',
  'api/pages/embed',
  'api/rest',
  'domain/availability',
  'domain/bookable',
  'domain/branding',
  'domain/calendars',
  'domain/forms',
  'domain/meetings',
  'domain/slots-answer',
  'domain/teams',
  'domain/webhooks',
  'scripts/client-runtimes',
  'scripts/python-client',
  'scripts/schema',
  'scripts/words.ts',
  'store/links',
  'workers/billing-setup',
];

/** Each with its reason. */
const EXEMPT: readonly RegExp[] = [
  // They name the words.
  /^scripts\/word-rules\.ts$/,
  /^test\/scripts\/word-rules\.test\.ts$/,
  // Generated, recorded or written by others.
  /^(docs\/openapi\.json|client\/contract\.ts|package-lock\.json)$/,
  /^test\/(histories|fixtures)\//,
  /^bench\/results\//,
];

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|cjs|sql|md|css)$/.test(path) && !EXEMPT.some((exempt) => exempt.test(path)));

const isBelow = (folders: readonly string[]) => (path: string) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`));

const problemsOf = (path: string): WordProblem[] => {
  try {
    return wordProblems(readFileSync(`${ROOT}/${path}`, 'utf8'), !path.endsWith('.md'));
  } catch (error) {
    // Deleted in the working tree, and not yet in the index.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const count = () => {
  const byFolder = new Map<string, number>();
  for (const path of files) {
    const folder = path
      .split('/')
      .slice(0, path.startsWith('api/') || path.startsWith('test/') ? 3 : 2)
      .join('/');
    const number = problemsOf(path).length;
    if (number > 0) byFolder.set(folder, (byFolder.get(folder) ?? 0) + number);
  }
  for (const [folder, number] of [...byFolder].sort(([, a], [, b]) => b - a)) console.log(`${number}\t${folder}`);
  console.log(`${[...byFolder.values()].reduce((sum, number) => sum + number, 0)}\tin all`);
};

const args = process.argv.slice(2);
if (args[0] === '--all') count();
else
  for (const path of files.filter(isBelow(args.length > 0 ? args : CLEAN)))
    for (const { line, word, instead } of problemsOf(path)) {
      console.error(`${path}:${line} "${word}": say ${instead}`);
      process.exitCode = 1;
    }
