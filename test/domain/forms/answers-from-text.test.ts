import { describe, expect, it } from 'vitest';
import { answersFromText } from '../../../domain/forms/answers-from-text.ts';
import { checkAnswers } from '../../../domain/forms/check-answers.ts';
import type { FormDefinition, FormField } from '../../../schemas/shapes/forms.ts';

const types = [
  'short_text',
  'long_text',
  'email',
  'phone',
  'number',
  'single_select',
  'multi_select',
  'boolean',
  'date',
  'url',
];
const options = ['solo', 'small'].map((value) => ({ value, label: value.toUpperCase() }));

/** One field of each type, keyed by its type. */
const form: FormDefinition = {
  slug: 'intake',
  name: 'Intake',
  fields: types.map((type) => ({
    key: type,
    type: type as FormField['type'],
    label: type,
    required: false,
    config: { options },
  })),
};

describe('text becomes the value its field takes', () => {
  it.each<[string, unknown, unknown]>([
    ['short_text', ' Pricing ', 'Pricing'],
    ['short_text', '42', '42'],
    ['short_text', 'true', 'true'],
    ['long_text', 'one\r\ntwo', 'one\ntwo'],
    ['number', '42', 42],
    ['number', '-1.5', -1.5],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['single_select', 'solo', 'solo'],
    ['multi_select', 'solo', ['solo']],
    ['multi_select', ['solo', 'small'], ['solo', 'small']],
    ['date', '2026-11-23', '2026-11-23'],
    ['email', 'sam+work@example.com', 'sam+work@example.com'],
    ['phone', '+49 (30) 123-456', '+4930123456'],
    ['url', 'https://example.com', 'https://example.com'],
  ])('%s %j is %j', (key, text, value) => {
    const answers = answersFromText(form, { [key]: text });
    expect(answers[key]).toEqual(value);
    expect(checkAnswers(form, answers)).toMatchObject({ ok: true, answers: [{ key, value }] });
  });

  it('takes back a plus sign that the query made a space', () => {
    expect(answersFromText(form, { phone: ' 4930123456', email: 'sam work@example.com' })).toMatchObject({
      phone: '+4930123456',
      email: 'sam+work@example.com',
    });
  });
});

describe('text that does not fit is refused by the check, by the rule of its field', () => {
  it.each([
    ['number', '1,5', 'must be a number'],
    ['number', '0x10', 'must be a number'],
    ['number', '9'.repeat(400), 'must be a number'],
    ['boolean', 'yes', 'must be true or false'],
    ['short_text', ['a', 'b'], 'must be text'],
    ['single_select', ['solo', 'small'], 'must be one of "solo" (SOLO), "small" (SMALL)'],
  ])('%s %j', (key, text, rule) => {
    expect(checkAnswers(form, answersFromText(form, { [key]: text }))).toMatchObject({ ok: false, key, rule });
  });

  it('keeps keys that the form lacks, so that the check names them', () => {
    expect(checkAnswers(form, answersFromText(form, { nonsense: 'x' }))).toMatchObject({ ignored: ['nonsense'] });
  });
});

it('takes empty texts of a web form as no answers', () => {
  const given = Object.fromEntries(types.map((type) => [type, '']));
  expect(checkAnswers(form, answersFromText(form, given))).toEqual({ ok: true, answers: [], ignored: [] });
});

it('makes nothing of names that every object has', () => {
  const given = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, unknown>;
  const answers = answersFromText(form, given);
  expect(Object.keys(answers)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(answers)).toBeNull();
});
