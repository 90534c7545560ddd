import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readGuide } from './examples.ts';

/** How many files each may touch. */
const LIMITS = {
  'Add an operation': 6,
  'Add a setting of an event type': 10,
  'Add a flow': 9,
  'Add a mail': 5,
  'Add a language': 2,
} as const;

/** The files of a recipe: the path that begins each step. A part in angle brackets stands for any name. */
const filesOf = (recipe: string): string[] => {
  const [, section = ''] = readGuide('CONTRIBUTING.md').split(`\n## ${recipe}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\d+\. `(?<path>[^`]+)`/gm)].map(({ groups }) => groups?.path ?? '');
};

/** All paths of the tree that a pattern names. */
function matching(pattern: string): string[] {
  let found = [''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    const name = new RegExp(`^${part.replaceAll('.', '\\.').replaceAll(/<[\w-]+>/g, '[\\w-]+')}$`);
    found = found.flatMap((folder) => {
      const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
      const isLast = part === pattern.split('/').findLast((one) => one !== '');
      return entries
        .filter((entry) => name.test(entry.name) && (isLast || entry.isDirectory()))
        .map((entry) => join(folder, entry.name));
    });
  }
  return found;
}

describe.each(Object.entries(LIMITS))('%s', (recipe, limit) => {
  const files = filesOf(recipe);

  it(`touches at most ${limit} files, each once`, () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(limit);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(files)('%s: such files exist', (pattern) => {
    expect(matching(pattern).length).toBeGreaterThan(0);
  });
});

it('each step of a recipe begins with its file', () => {
  for (const recipe of Object.keys(LIMITS)) {
    const [, section = ''] = readGuide('CONTRIBUTING.md').split(`\n## ${recipe}\n`);
    const steps = (section.split('\n## ')[0] ?? '').match(/^\d+\. /gm) ?? [];
    expect([recipe, steps.length]).toEqual([recipe, filesOf(recipe).length]);
  }
});
