import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Words of pages, and of what is mailed. */
const FOLDERS = ['../../../web/texts/', '../../../activities/mail/texts/'].map(
  (path) => new URL(path, import.meta.url),
);
const FILES = [
  ...FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => new URL(file, folder))),
  new URL('../../../domain/booking/meeting-words.ts', import.meta.url),
  new URL('../../../web/app/dashboard/availability/reason-words.ts', import.meta.url),
].filter(({ pathname }) => !pathname.endsWith('/locale.ts'));

/** Texts that are one and the same in both languages: names of products, and what has no words in it. */
const ALIKE = new Set([
  'Google Meet',
  'Microsoft Teams',
  'Microsoft 365',
  'Outlook.com',
  'Online',
  'Text',
  'optional',
  'Passkey',
  'MCP',
  'Agent',
  'Name',
  // Values of a choice, and roles whose name is the same.
  'none',
  'member',
  'manager',
]);

type Said = string | null | ((...given: unknown[]) => unknown) | readonly Said[] | { readonly [key: string]: Said };
interface Words {
  readonly en: Said;
  readonly de: Said;
}

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && 'en' in value && 'de' in value;

const modules = await Promise.all(
  FILES.map(async ({ href, pathname }) => ({
    file: pathname.split('/').slice(-2).join('/'),
    words: Object.entries((await import(href)) as object),
  })),
);
const areas = modules.flatMap(({ file, words }) =>
  words.flatMap(([name, value]) => (isWords(value) ? [{ name: `${file} ${name}`, words: value }] : [])),
);

/** What functions are called with: numbers that decide on a plural, and names as they come. */
const SAMPLES: readonly (readonly unknown[])[] = [
  [1, 1, 1, 1],
  [2, 5, 2, 5],
  [0, null, null, null],
  [null, 3, 3, 3],
  ['Ada', 'Acme', 'Grace', '14:00'],
  ['owner', 'owner', 'owner', 'owner'],
];

type Leaf = readonly [path: string, value: string | null | ((...given: unknown[]) => unknown)];

function leavesOf(said: Said, path = ''): Leaf[] {
  if (said === null || typeof said === 'string' || typeof said === 'function') return [[path, said]];
  return Object.entries(said).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

const pathsOf = (said: Said): string[] => leavesOf(said).map(([path, value]) => `${path}: ${kindOf(value)}`);
const kindOf = (value: Leaf[1]): string =>
  typeof value === 'function' ? `of ${value.length}` : value === null ? 'nothing' : 'text';

/** All that a leaf can say, with the samples that it takes. */
function sayings([, value]: Leaf): string[] {
  if (value === null) return [];
  if (typeof value === 'string') return [value];
  return SAMPLES.flatMap((sample) => {
    try {
      const said = value(...sample.slice(0, Math.max(value.length, 1)));
      // Some say a title and a text.
      const parts: unknown[] = typeof said === 'object' && said !== null ? Object.values(said) : [said];
      return parts.filter((part) => typeof part === 'string');
    } catch {
      // Not every function takes every kind of value.
      return [];
    }
  });
}

const withoutSamples = (said: string): string => said.replaceAll(/Ada|Acme|Grace|null|owner/g, '');

it('finds every area', () => {
  expect(areas.length).toBeGreaterThan(8);
});

describe.each(areas)('$name', ({ words }) => {
  it('says in German all that it says in English', () => {
    expect(pathsOf(words.de)).toEqual(pathsOf(words.en));
  });

  it('says something for every sample, and never "undefined"', () => {
    for (const language of [words.en, words.de])
      for (const leaf of leavesOf(language)) {
        const said = sayings(leaf);
        if (leaf[1] !== null) expect(said, `${leaf[0]} takes none of the samples`).not.toEqual([]);
        for (const one of said) expect(one, leaf[0]).not.toMatch(/undefined|NaN|\[object|=>/);
      }
  });

  it('differs in German, but for names that are alike', () => {
    const german = new Map(leavesOf(words.de).map((leaf) => [leaf[0], sayings(leaf)]));
    const alike = leavesOf(words.en).flatMap((leaf) => {
      const said = sayings(leaf);
      const same = said.length > 0 && said.every((one, index) => one === german.get(leaf[0])?.[index]);
      return same && said.some((one) => /\p{L}{2}/u.test(withoutSamples(one))) ? said : [];
    });
    expect(alike.filter((text) => !ALIKE.has(text))).toEqual([]);
  });

  it('is polite in German: Sie, never du', () => {
    for (const leaf of leavesOf(words.de))
      for (const said of sayings(leaf)) expect(said, leaf[0]).not.toMatch(/\b(du|dich|dir|dein\w*|euch|euer\w*)\b/i);
  });
});
