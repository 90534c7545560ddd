import { expect, it } from 'vitest';
import { followedAnswers } from '../../../domain/forms/conditions.ts';
import { form } from './form.ts';

const { fields } = form(
  { key: 'uses', type: 'boolean' },
  { key: 'which', type: 'short_text', conditionalLogic: { all: [{ key: 'uses', op: 'equals', value: true }] } },
  {
    key: 'why',
    type: 'short_text',
    conditionalLogic: {
      all: [{ key: 'which', op: 'not_equals', value: 'Paper' }],
      any: [{ key: 'uses', op: 'equals', value: true }],
    },
  },
  { key: 'topic', type: 'short_text' },
);
const followed = (...keys: string[]) => Object.fromEntries(followedAnswers(fields, keys));

it('an answer follows the one on which its question depends, of several the last', () => {
  expect(followed('uses', 'which', 'why', 'topic')).toEqual({ which: 'uses', why: 'which' });
});

it('it follows none that was not answered, or that the form does not have any more', () => {
  expect(followed('uses', 'why')).toEqual({ why: 'uses' });
  expect(followed('why', 'topic', 'gone')).toEqual({});
  expect(followedAnswers([], ['uses', 'which']).size).toBe(0);
});
