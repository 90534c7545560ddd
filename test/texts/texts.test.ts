import { describe, expect, it } from 'vitest';
import { texts } from '../../texts/en/index.ts';
import { LANGUAGES } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';

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
  'Holdfast',
  'Grace Hopper',
  'Link',
  'Code',
  'Code: ',
  'App',
  'Team',
  'Teams',
  'Person',
  'Passkeys',
  'Webhook',
  'Webhooks',
  'Test',
  'Admin',
  'Manager',
  'In',
  // Values of a choice, and roles whose name is the same.
  'none',
  'member',
  'manager',
]);

type Said = string | null | ((...given: unknown[]) => unknown) | readonly Said[] | { readonly [key: string]: Said };
/** Every text of every language but English. */
const translations = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  Object.entries(texts).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, english]) => ({
      ...{ name: `${area}.${name} in ${language}`, language, english: english as Said },
      translation: translated<unknown>(english, language) as Said,
    })),
  ),
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

/** What functions that take one object are called with. */
const OBJECTS = [[{ event_name: 'Ada', guest_name: 'Acme', host_name: 'Grace', start: '14:00' }]];
const takesObject = (text: unknown): boolean => /^\(\{/.test(String(text));

type Leaf = readonly [path: string, value: string | null | ((...given: unknown[]) => unknown)];

function leavesOf(said: Said, path = ''): Leaf[] {
  if (said === null || typeof said === 'string' || typeof said === 'function') return [[path, said]];
  return Object.entries(said).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

const pathsOf = (said: Said): string[] =>
  leavesOf(said)
    .map(([path, value]) => `${path}: ${kindOf(value)}`)
    .sort();
const kindOf = (value: Leaf[1]): string =>
  typeof value === 'function' ? `of ${value.length}` : value === null ? 'nothing' : 'text';

/** All that a leaf can say, with the samples that it takes. */
function sayings([, value]: Leaf): string[] {
  if (value === null) return [];
  if (typeof value === 'string') return [value];
  return (takesObject(value) ? OBJECTS : SAMPLES).flatMap((sample) => {
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

it('finds every text', () => {
  expect(translations.length).toBeGreaterThan(150);
});

it('refuses what is no text of texts/en', () => {
  expect(() => translated({ title: 'Check your email' }, 'de')).toThrow('only exports of texts/en');
});

describe.each(translations)('$name', ({ language, english, translation }) => {
  it('has every text of the English ones', () => {
    expect(pathsOf(translation)).toEqual(pathsOf(english));
  });

  it('returns a text for every sample, and never "undefined"', () => {
    for (const text of [english, translation])
      for (const leaf of leavesOf(text)) {
        const said = sayings(leaf);
        if (leaf[1] !== null) expect(said, `${leaf[0]} takes none of the samples`).not.toEqual([]);
        for (const one of said) expect(one, leaf[0]).not.toMatch(/undefined|NaN|\[object|=>/);
      }
  });

  it('differs from English, but for names that are alike', () => {
    const translated = new Map(leavesOf(translation).map((leaf) => [leaf[0], sayings(leaf)]));
    const alike = leavesOf(english).flatMap((leaf) => {
      const said = sayings(leaf);
      const same = said.length > 0 && said.every((one, index) => one === translated.get(leaf[0])?.[index]);
      return same && said.some((one) => /\p{L}{2}/u.test(withoutSamples(one))) ? said : [];
    });
    expect(alike.filter((text) => !ALIKE.has(text))).toEqual([]);
  });

  it.runIf(language === 'de')('is polite in German: Sie, never du', () => {
    for (const leaf of leavesOf(translation))
      for (const said of sayings(leaf)) expect(said, leaf[0]).not.toMatch(/\b(du|dich|dir|dein\w*|euch|euer\w*)\b/i);
  });
});
