import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersFromText, askedKeys } from '../../../domain/forms/answers-from-text.ts';
import { checkAnswers } from '../../../domain/forms/check-answers.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const field = (key: string, more: Partial<FormField>): FormField => ({
  key,
  type: 'short_text',
  label: key,
  required: false,
  ...more,
});

describe('askedKeys', () => {
  const form = [
    field('customer', { type: 'boolean' }),
    field('since', { type: 'number', conditionalLogic: { all: [{ key: 'customer', op: 'equals', value: true }] } }),
    field('why', { conditionalLogic: { all: [{ key: 'since', op: 'equals', value: 3 }] } }),
  ];

  it('follows a chain of answers, each as its type reads it', () => {
    expect([...askedKeys(form, {})]).toEqual(['customer']);
    expect([...askedKeys(form, { customer: 'true', since: '2' })]).toEqual(['customer', 'since']);
    expect([...askedKeys(form, { customer: 'true', since: '3' })]).toEqual(['customer', 'since', 'why']);
  });

  it('takes no answer from a question that is not asked', () => {
    expect([...askedKeys(form, { customer: 'false', since: '3' })]).toEqual(['customer']);
  });

  it('asks what checkAnswers asks, of any form with any answers', () => {
    const keys = ['q0', 'q1', 'q2', 'q3', 'q4'];
    const kinds = fc.constantFrom<FormField['type']>('boolean', 'single_select', 'multi_select', 'short_text');
    const value = fc.constantFrom<unknown>('a', 'b', true, false, ['a', 'b'], ['c']);
    const comparison = (index: number) =>
      fc.record({
        key: fc.constantFrom(...keys.slice(0, Math.max(1, index))),
        op: fc.constantFrom('equals', 'not_equals', 'in'),
        value,
      });
    const logic = (index: number) =>
      fc.option(
        fc.record({
          all: fc.array(comparison(index), { maxLength: 2 }),
          any: fc.array(comparison(index), { maxLength: 2 }),
        }),
        {
          nil: undefined,
        },
      );
    const fields = fc.tuple(
      ...keys.map((key, index) =>
        fc.tuple(kinds, logic(index)).map(([type, conditionalLogic]) =>
          field(key, {
            type,
            ...(type.endsWith('select') ? { config: { options } } : {}),
            ...(conditionalLogic === undefined || index === 0 ? {} : { conditionalLogic: conditionalLogic as never }),
          }),
        ),
      ),
    );
    const wanted = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(fields, wanted, (asked, texts) => {
        const text = Object.fromEntries(
          asked.map(({ key, type }, index) => [
            key,
            type === 'boolean' && texts[index] ? String(texts[index] === 'a') : texts[index],
          ]),
        );
        // Make every question that applies required: the server then names the first missing answer, or accepts all.
        const shown = askedKeys(asked, text);
        const required = asked.map((one) => ({ ...one, required: true }));
        const checked = checkAnswers(
          { slug: 's', name: 'S', fields: required },
          answersFromText({ fields: asked }, text),
        );
        const unanswered = asked.find(({ key }) => shown.has(key) && !text[key])?.key;
        if (checked.ok) expect(checked.answers.map(({ key }) => key)).toEqual([...shown]);
        else expect(checked).toMatchObject({ reason: 'answer_required', key: unanswered });
      }),
    );
  });
});
