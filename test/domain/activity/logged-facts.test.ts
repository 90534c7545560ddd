import { expect, it } from 'vitest';
import { loggedFacts } from '../../../domain/activity/logged-facts.ts';

const bytes = (facts: unknown) => Buffer.byteLength(JSON.stringify(facts));

it('keeps usual facts as they are', () => {
  const facts = {
    ...{
      before: { name: 'Intro', hosts: ['a', 'b'], limit: null },
      after: { name: 'Intro call', hosts: [], limit: 3 },
    },
    ...{ revision: 4, quiet: false },
  };
  expect(loggedFacts(facts)).toEqual(facts);
  expect(loggedFacts({ at: new Date(0), none: undefined })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
});

it('cuts a long text, and no character in two', () => {
  expect(loggedFacts({ text: 'x'.repeat(501) })).toEqual({ text: `${'x'.repeat(500)}…` });
  expect(loggedFacts({ text: 'x'.repeat(500) })).toEqual({ text: 'x'.repeat(500) });
  expect(JSON.stringify(loggedFacts({ text: `x${'😀'.repeat(400)}` }))).not.toContain('\\ud');
});

it.each([
  ['many texts', { after: { list: Array.from({ length: 90 }, (_, nth) => `${nth} ${'x'.repeat(400)}`) } }],
  ['many keys', { after: Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`key ${nth}`, nth])) }],
  ['long keys', { after: { ['k'.repeat(60_000)]: 1 } }],
  [
    'wide and deep',
    { a: Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => ({ b: ['c', { d: 'é' }] }))) },
  ],
  ['texts of many bytes', { a: '語'.repeat(500), b: '語'.repeat(500), c: '語'.repeat(500) }],
  [
    'many long facts',
    Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`${nth}${'x'.repeat(50)}`, 'y'.repeat(90)])),
  ],
])('makes %s short enough', (_, facts) => {
  expect(bytes(loggedFacts(facts))).toBeLessThanOrEqual(4_000);
});

it('says how much is left out', () => {
  const { list } = loggedFacts({ list: Array.from({ length: 103 }, (_, nth) => nth) }) as { list: unknown[] };
  expect(list).toHaveLength(101);
  expect(list.at(-1)).toBe('… 3 more');
});
