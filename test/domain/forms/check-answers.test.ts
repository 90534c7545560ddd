import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckedAnswers, checkAnswers } from '../../../domain/forms/check-answers.ts';
import type { FormDefinition, FormField } from '../../../schemas/forms.ts';

const form = (...fields: readonly (Partial<FormField> & Pick<FormField, 'key' | 'type'>)[]): FormDefinition => ({
  slug: 'intake',
  name: 'Intake',
  fields: fields.map((field) => ({ label: `What is ${field.key}?`, required: false, ...field })),
});

const sizes = {
  options: [
    { value: 'solo', label: 'Just me' },
    { value: 'small', label: '2 to 10' },
    { value: 'large', label: 'More than 10' },
  ],
};

/** One optional field of a type, answered. */
const answered = (type: FormField['type'], value: unknown, config?: FormField['config']): CheckedAnswers =>
  checkAnswers(form({ key: 'field', type, ...(config ? { config } : {}) }), { field: value });

const ruleOf = (checked: CheckedAnswers): string => (checked.ok ? 'accepted' : `${checked.reason}: ${checked.rule}`);

describe('an answer that fits its field is kept, with what people read', () => {
  it.each<[FormField['type'], unknown, string]>([
    ['short_text', 'Pricing', 'Pricing'],
    ['short_text', 'Grüße 👋', 'Grüße 👋'],
    ['long_text', 'First\n\tSecond\r\nThird', 'First\n\tSecond\r\nThird'],
    ['email', 'sam@example.com', 'sam@example.com'],
    ['phone', '+4930123456', '+4930123456'],
    ['number', 12.5, '12.5'],
    ['number', 0, '0'],
    ['number', -3, '-3'],
    ['boolean', true, 'Yes'],
    ['boolean', false, 'No'],
    ['date', '2028-02-29', '2028-02-29'],
    ['url', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ])('%s %j', (type, value, display) => {
    expect(answered(type, value)).toEqual({
      ok: true,
      answers: [{ key: 'field', label: 'What is field?', value, display }],
    });
  });

  it('shows the label of a chosen option and keeps its value', () => {
    expect(answered('single_select', 'small', sizes)).toMatchObject({
      answers: [{ value: 'small', display: '2 to 10' }],
    });
  });

  it('joins the labels of several options, each once', () => {
    expect(answered('multi_select', ['large', 'solo', 'large'], sizes)).toMatchObject({
      answers: [{ value: ['large', 'solo'], display: 'More than 10, Just me' }],
    });
  });
});

describe('an answer that does not fit is refused with the rule it broke', () => {
  it.each<[FormField['type'], unknown, string]>([
    ['short_text', 5, 'must be text'],
    ['short_text', 'two\nlines', 'must be one line without control characters'],
    ['short_text', 'nul\u0000', 'must be one line without control characters'],
    ['short_text', 'next\u0085line', 'must be one line without control characters'],
    ['short_text', 'half \ud83d', 'must be well-formed Unicode'],
    ['long_text', 'bell\u0007', 'must have no control characters except line breaks and tabs'],
    ['long_text', 'nul\u0000', 'must have no control characters except line breaks and tabs'],
    ['long_text', '\udc00', 'must be well-formed Unicode'],
    ['email', 'sam@', 'must be an email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'must be an email address'],
    ['phone', '030123456', 'must be a phone number with country code, digits only: +4930123456'],
    ['phone', '+0301234567', 'must be a phone number with country code, digits only: +4930123456'],
    ['phone', '+1234567890123456', 'must be a phone number with country code, digits only: +4930123456'],
    ['number', '12', 'must be a number'],
    ['number', Number.POSITIVE_INFINITY, 'must be a number'],
    ['boolean', 'true', 'must be true or false'],
    ['date', '2026-02-30', 'must be a date as YYYY-MM-DD: 2026-11-23'],
    ['date', '23.11.2026', 'must be a date as YYYY-MM-DD: 2026-11-23'],
    ['url', 'example.com', 'must be a web address with http:// or https://'],
    ['url', 'javascript:alert(1)', 'must be a web address with http:// or https://'],
    ['url', 'https://exa\nmple.com', 'must be a web address with http:// or https://'],
    ['url', ' https://example.com', 'must be a web address with http:// or https://'],
  ])('%s %j', (type, value, rule) => {
    expect(answered(type, value)).toEqual({ ok: false, key: 'field', reason: 'answer_invalid', rule });
  });

  it('limits text even where the host set no limit', () => {
    expect(answered('short_text', 'x'.repeat(500)).ok).toBe(true);
    expect(ruleOf(answered('short_text', 'x'.repeat(501)))).toContain('at most 500 characters');
    expect(answered('long_text', 'x'.repeat(5_000)).ok).toBe(true);
    expect(ruleOf(answered('long_text', 'x'.repeat(5_001)))).toContain('at most 5000 characters');
  });

  it("holds text to the host's limit", () => {
    expect(answered('short_text', 'abc', { maxLength: 3 }).ok).toBe(true);
    expect(ruleOf(answered('short_text', 'abcd', { maxLength: 3 }))).toContain('at most 3 characters');
  });

  it("holds numbers to the host's range, ends included", () => {
    const range = { min: 1, max: 9 };
    expect(answered('number', 1, range).ok).toBe(true);
    expect(answered('number', 9, range).ok).toBe(true);
    expect(ruleOf(answered('number', 0.9, range))).toContain('must be 1 or more');
    expect(ruleOf(answered('number', 9.1, range))).toContain('must be 9 or less');
  });

  it('names the options, with what to send and what it means', () => {
    const rule = 'answer_invalid: must be one of "solo" (Just me), "small" (2 to 10), "large" (More than 10)';
    expect(ruleOf(answered('single_select', 'Just me', sizes))).toBe(rule);
    expect(ruleOf(answered('single_select', ['solo'], sizes))).toBe(rule);
  });

  it('takes several choices as an array alone, as many as the host wants', () => {
    expect(ruleOf(answered('multi_select', 'solo', sizes))).toContain('must be an array of values out of "solo"');
    expect(ruleOf(answered('multi_select', ['solo', 'giant'], sizes))).toContain('must be an array of values out of');
    expect(ruleOf(answered('multi_select', ['solo'], { ...sizes, min: 2 }))).toContain('must name 2 values or more');
    expect(ruleOf(answered('multi_select', ['solo', 'small'], { ...sizes, max: 1 }))).toContain('1 values or fewer');
  });
});

describe('what counts as an answer', () => {
  const needed = form({ key: 'topic', type: 'short_text', required: true });

  it.each([[undefined], [{}], [{ topic: null }], [{ topic: '' }], [{ topic: ' \t' }], [{ topic: [] }]])(
    '%j leaves a required question open',
    (given) => {
      expect(checkAnswers(needed, given)).toEqual({
        ok: false,
        key: 'topic',
        reason: 'answer_required',
        rule: 'needs an answer: What is topic?',
      });
    },
  );

  it('takes false as an answer to a required question', () => {
    expect(checkAnswers(form({ key: 'agreed', type: 'boolean', required: true }), { agreed: false }).ok).toBe(true);
  });

  it('keeps nothing for an optional question left blank', () => {
    expect(checkAnswers(form({ key: 'site', type: 'url' }), { site: '' })).toEqual({ ok: true, answers: [] });
  });

  it('takes no answers where the event asks nothing', () => {
    expect(checkAnswers(null, undefined)).toEqual({ ok: true, answers: [] });
    expect(checkAnswers(null, { topic: 'x' })).toMatchObject({
      reason: 'answer_invalid',
      key: 'topic',
      rule: 'is no field here: this event asks no questions, leave customFields out',
    });
  });

  it('refuses a key that no field has, and names those that exist', () => {
    expect(checkAnswers(needed, { topic: 'x', Topic: 'y' })).toEqual({
      ok: false,
      key: 'Topic',
      reason: 'answer_invalid',
      rule: 'is no field of this form; its fields are topic',
    });
  });

  it('shortens a key that no field has', () => {
    const refused = checkAnswers(needed, { [`x${'\n'.repeat(9)}${'y'.repeat(9_000)}`]: 1 });
    expect(refused).toMatchObject({ ok: false, key: expect.stringMatching(/^x y{1,57}…$/) });
  });

  it('answers in the order of the form, whatever the order of the call', () => {
    const two = form({ key: 'a', type: 'number' }, { key: 'b', type: 'number' });
    const checked = checkAnswers(two, { b: 2, a: 1 });
    expect(checked.ok && checked.answers.map((answer) => answer.key)).toEqual(['a', 'b']);
  });
});

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

  it('tells numbers from text', () => {
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
    expect(checkAnswers(circle, { a: true, b: true })).toEqual({ ok: true, answers: [] });
  });
});

describe('names that every object has', () => {
  it('are no answers', () => {
    const definition = form({ key: 'constructor', type: 'short_text', required: true });
    expect(ruleOf(checkAnswers(definition, {}))).toContain('answer_required');
    expect(checkAnswers(definition, { constructor: 'hm' })).toMatchObject({ answers: [{ value: 'hm' }] });
  });

  it('are unknown keys where no field has them', () => {
    const given = JSON.parse('{"__proto__": {"topic": "x"}}') as Record<string, unknown>;
    const refused = checkAnswers(form({ key: 'topic', type: 'short_text', required: true }), given);
    expect(refused).toMatchObject({ key: '__proto__', reason: 'answer_invalid' });
  });

  it('are harmless in answers without a prototype', () => {
    const given = Object.assign(Object.create(null) as Record<string, unknown>, { topic: 'x' });
    expect(checkAnswers(form({ key: 'topic', type: 'short_text' }), given).ok).toBe(true);
  });
});

describe('whatever is sent', () => {
  const types = ['short_text', 'long_text', 'email', 'phone', 'number', 'boolean', 'date', 'url'] as const;
  const everything = form(
    ...types.map((type) => ({ key: type, type })),
    { key: 'one', type: 'single_select', config: sizes },
    {
      key: 'many',
      type: 'multi_select',
      config: sizes,
      conditionalLogic: { any: [{ key: 'one', op: 'in', value: ['solo'] }] },
    },
  );
  const keys = everything.fields.map((field) => field.key);
  const answer = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.webUrl(),
    fc.emailAddress(),
    fc.constantFrom('solo', ['solo', 'small'], '2026-11-23', '+4930123456', true),
  );

  it('is accepted or refused, never thrown at, and what is accepted PostgreSQL and JSON can hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), answer, { maxKeys: 4 }), (given) => {
        const checked = checkAnswers(everything, given);
        if (!checked.ok) {
          expect(checked.rule).not.toBe('');
          return;
        }
        for (const { key, value, display } of checked.answers) {
          expect(keys).toContain(key);
          expect(JSON.parse(JSON.stringify({ value, display }))).toEqual({
            value: Object.is(value, -0) ? 0 : value,
            display,
          });
          expect(display.includes('\u0000')).toBe(false);
          expect(display.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is accepted again when what was accepted is sent again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), answer, { maxKeys: 4 }), (given) => {
        const first = checkAnswers(everything, given);
        fc.pre(first.ok);
        const again = Object.fromEntries(first.ok ? first.answers.map(({ key, value }) => [key, value]) : []);
        expect(checkAnswers(everything, again)).toEqual(first);
      }),
      { numRuns: 500 },
    );
  });
});
