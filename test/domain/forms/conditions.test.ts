import { describe, expect, it } from 'vitest';
import { checkAnswers } from '../../../domain/forms/check-answers.ts';
import type { FormDefinition, FormField } from '../../../schemas/shapes/forms.ts';
import { form, sizes } from './form.ts';

describe('conditions', () => {
  const on = (
    condition: FormField['conditionalLogic'],
    first: Partial<FormField> & Pick<FormField, 'type'>,
  ): FormDefinition =>
    form(
      { key: 'first', ...first },
      { key: 'second', type: 'short_text', required: true, ...(condition ? { conditionalLogic: condition } : {}) },
    );
  const asks = (definition: FormDefinition, given: Record<string, unknown>): boolean => {
    const checked = checkAnswers(definition, given);
    return !checked.ok && checked.reason === 'answer_required' && checked.key === 'second';
  };

  it.each([
    ['equals', true, true, true],
    ['equals', true, false, false],
    ['equals', true, undefined, false],
    ['not_equals', true, false, true],
    ['not_equals', true, true, false],
    ['not_equals', true, undefined, true],
    ['in', [true], true, true],
    ['in', [true], undefined, false],
    ['in', [], true, false],
  ] as const)('%s %j, answered %j: asked is %j', (op, value, first, asked) => {
    const definition = on({ all: [{ key: 'first', op, value }] }, { type: 'boolean' });
    expect(asks(definition, { first })).toBe(asked);
  });

  it('distinguishes numbers from text', () => {
    const definition = on({ all: [{ key: 'first', op: 'equals', value: '5' }] }, { type: 'number' });
    expect(asks(definition, { first: 5 })).toBe(false);
  });

  it('holds for several choices when one of them equals, or all do', () => {
    const one = on({ all: [{ key: 'first', op: 'equals', value: 'small' }] }, { type: 'multi_select', config: sizes });
    expect(asks(one, { first: ['solo', 'small'] })).toBe(true);
    expect(asks(one, { first: ['solo'] })).toBe(false);
    const all = on(
      { all: [{ key: 'first', op: 'equals', value: ['small', 'solo'] }] },
      { type: 'multi_select', config: sizes },
    );
    expect(asks(all, { first: ['solo', 'small'] })).toBe(true);
    expect(asks(all, { first: ['small'] })).toBe(false);
    const some = on(
      { all: [{ key: 'first', op: 'in', value: ['small', 'large'] }] },
      { type: 'multi_select', config: sizes },
    );
    expect(asks(some, { first: ['solo', 'large'] })).toBe(true);
    expect(asks(some, { first: ['solo'] })).toBe(false);
  });

  it('wants all of all and one of any', () => {
    const logic = {
      all: [{ key: 'first', op: 'not_equals', value: 9 }] as const,
      any: [
        { key: 'first', op: 'equals', value: 1 },
        { key: 'first', op: 'equals', value: 2 },
      ] as const,
    };
    const definition = on({ all: [...logic.all], any: [...logic.any] }, { type: 'number' });
    expect(asks(definition, { first: 2 })).toBe(true);
    expect(asks(definition, { first: 3 })).toBe(false);
    expect(asks(on({ all: [], any: [] }, { type: 'number' }), {})).toBe(true);
  });

  it('ignores an answer to a hidden question, even one that would not fit', () => {
    const definition = on({ all: [{ key: 'first', op: 'equals', value: true }] }, { type: 'boolean' });
    expect(checkAnswers(definition, { first: false, second: 99 })).toMatchObject({
      ok: true,
      answers: [{ key: 'first' }],
    });
  });

  it('counts a hidden answer as none for the questions that hang on it', () => {
    const chain = form(
      { key: 'a', type: 'boolean' },
      { key: 'b', type: 'boolean', conditionalLogic: { all: [{ key: 'a', op: 'equals', value: true }] } },
      {
        key: 'c',
        type: 'short_text',
        required: true,
        conditionalLogic: { all: [{ key: 'b', op: 'equals', value: true }] },
      },
    );
    expect(checkAnswers(chain, { a: false, b: true })).toMatchObject({ ok: true, answers: [{ key: 'a' }] });
    expect(checkAnswers(chain, { a: true, b: true })).toMatchObject({ ok: false, key: 'c', reason: 'answer_required' });
  });

  it('sees no later question, so that two that hang on each other are both hidden', () => {
    const circle = form(
      { key: 'a', type: 'boolean', conditionalLogic: { all: [{ key: 'b', op: 'equals', value: true }] } },
      { key: 'b', type: 'boolean', conditionalLogic: { all: [{ key: 'a', op: 'equals', value: true }] } },
    );
    expect(checkAnswers(circle, { a: true, b: true })).toEqual({ ok: true, answers: [], ignored: [] });
  });
});
