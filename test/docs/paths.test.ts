import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { guides, ROOT } from './examples.ts';

const PAGES = [
  ...guides(),
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

/** A file with its folder, such as `api/pages/routes.ts`; not part of an address, and without placeholders. */
const FILE = /(?<![\w./:@<>{}~…-])(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|cjs|sql|json|py|toml|md)\b/g;

/** A folder of the tree in backticks, such as `store/migrations/`. */
const FOLDER =
  /`((?:schemas|domain|store|outbound|stand-ins|activities|workflows|workers|api|web|cli|infra|test|bench|fuzz|scripts|docs)\/[\w./-]*\/)`/g;

it.each(PAGES)('%s names files and folders that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/https?:\/\/\S+/g, '');
  const named = [...text.matchAll(FILE)].map(([path]) => path);
  const folders = [...text.matchAll(FOLDER)].map(([, path = '']) => path).filter((path) => path !== 'bench/results/');
  const places = (path: string) => [join(ROOT, path), join(ROOT, dirname(page), path)];
  expect([...named, ...folders].filter((path) => !places(path).some((place) => existsSync(place)))).toEqual([]);
});

it('CHANGELOG.md has no entry twice', () => {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const entries = [...text.matchAll(/^- .{40,}$/gm)].map(([entry]) => entry);
  expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([]);
});
