import { expect, it } from 'vitest';
import { requiredFieldKeys } from '../../../domain/forms/conditions.ts';

it('names what every booking answers, not what a condition may ask', () => {
  const question = { type: 'short_text', label: 'x' } as const;
  const whenFirst = { all: [{ key: 'always', op: 'equals' as const, value: 'x' }] };
  const fields = [
    { ...question, key: 'always', required: true },
    { ...question, key: 'optional', required: false },
    { ...question, key: 'sometimes', required: true, conditionalLogic: whenFirst },
    { ...question, key: 'unconditional', required: true, conditionalLogic: { all: [] } },
  ];
  expect(requiredFieldKeys({ slug: 'x', name: 'X', fields })).toEqual(['always', 'unconditional']);
});
