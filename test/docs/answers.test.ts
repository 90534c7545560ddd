import { describe, expect, it } from 'vitest';
import { differences } from './answers.ts';
import { blocksIn } from './examples.ts';

describe('an answer of a guide', () => {
  const documented = {
    id: '01a1feb7-30f8-72bc-bb00-b8513e9fdb09',
    at: '2026-11-23T09:00:00.000Z',
    text: 'Booked: …. Bye.',
  };
  const actual = {
    id: '11a1feb7-30f8-72bc-bb00-b8513e9fdb00',
    at: '2027-01-01T10:30:00.000Z',
    text: 'Booked: now. Bye.',
  };

  it('may have other ids, instants and what … stands for', () => {
    expect(differences(documented, actual)).toEqual([]);
    expect(differences({ list: [{ text: 'a…' }] }, { list: [{ text: 'abc' }, 'more'] })).toEqual([]);
    expect(differences({ codeExpiresInSeconds: 600 }, { codeExpiresInSeconds: 599 })).toEqual([]);
  });

  it.each([
    ['another text', { ...actual, text: 'Booked: now. By.' }],
    ['an ending too much', { ...actual, text: 'Booked: now. Bye. ' }],
    ['no instant', { ...actual, at: 'tomorrow' }],
    ['a field less', { id: actual.id, at: actual.at }],
    ['a field more', { ...actual, more: 1 }],
    ['nothing at all', null],
  ])('is wrong when the real one has %s', (_, wrong) => {
    expect(differences(documented, wrong)).toHaveLength(1);
  });

  it('is wrong when a number or a list differs', () => {
    expect(differences({ left: 4 }, { left: 3 })).toHaveLength(1);
    expect(differences({ list: ['a', 'b'] }, { list: ['a'] })).toHaveLength(1);
  });
});

it('finds blocks, their names and their answers', () => {
  const text = [
    '```sh',
    'one',
    '```',
    '<!-- test: x -->',
    '```ts',
    'two',
    '',
    'three',
    '```',
    '',
    '<!-- answer -->',
    '```json',
    '{"a":1}',
    '```',
  ];
  expect(blocksIn(text.join('\n'))).toEqual([
    { name: undefined, language: 'sh', text: 'one', answer: undefined },
    { name: 'x', language: 'ts', text: 'two\n\nthree', answer: { a: 1 } },
  ]);
});
