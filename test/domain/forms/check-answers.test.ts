import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckedAnswers,
  checkAnswers,
  ignoredNotice,
  unknownAnswers,
} from '../../../domain/forms/check-answers.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { form, sizes } from './form.ts';

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
      ignored: [],
    });
  });

  it.each(['+49 30 123456', '+49 (30) 123-456', '0049 30 123456'])('keeps the phone number %s as E.164', (typed) => {
    expect(answered('phone', typed)).toMatchObject({ answers: [{ value: '+4930123456', display: '+4930123456' }] });
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
    ['short_text', 'next\u2028line', 'must be one line without control characters'],
    ['short_text', 'next\u2029part', 'must be one line without control characters'],
    ['short_text', 'half \ud83d', 'must be well-formed Unicode'],
    ['long_text', 'bell\u0007', 'must have no control characters except line breaks and tabs'],
    ['long_text', 'nul\u0000', 'must have no control characters except line breaks and tabs'],
    ['long_text', '\udc00', 'must be well-formed Unicode'],
    ['email', 'sam@', 'must be an email address'],
    ['email', `${'a'.repeat(250)}@example.com`, 'must be an email address'],
    ['phone', '+49 30 letters', 'must be a phone number with its country code, such as +4930123456'],
    ['phone', '030123456', 'must be a phone number with its country code, such as +4930123456'],
    ['phone', '+0301234567', 'must be a phone number with its country code, such as +4930123456'],
    ['phone', '+1234567890123456', 'must be a phone number with its country code, such as +4930123456'],
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
    expect(checkAnswers(form({ key: 'site', type: 'url' }), { site: '' })).toEqual({
      ok: true,
      answers: [],
      ignored: [],
    });
  });

  it('ignores answers where the event asks nothing, and says so', () => {
    expect(checkAnswers(null, undefined)).toEqual({ ok: true, answers: [], ignored: [] });
    expect(checkAnswers(null, { topic: 'x' })).toEqual({ ok: true, answers: [], ignored: ['topic'] });
    expect(ignoredNotice(null, ['topic'])).toBe('Ignored answers: topic; this event asks no questions.');
    expect(ignoredNotice(null, [])).toBeUndefined();
  });

  it('ignores a key that no field has, and names those that exist', () => {
    const checked = checkAnswers(needed, { topic: 'x', Topic: 'y' });
    expect(checked).toMatchObject({ ok: true, answers: [{ key: 'topic', value: 'x' }], ignored: ['Topic'] });
    expect(ignoredNotice(needed, ['Topic'])).toBe('Ignored answers: Topic; the fields of this form are topic.');
    expect(checkAnswers(needed, { Topic: 'y' })).toMatchObject({ ok: false, key: 'topic', reason: 'answer_required' });
  });

  it('names for callers who are refused the nearest question, or all', () => {
    expect(unknownAnswers(needed, ['topics'])).toEqual([
      { ok: false, key: 'topics', reason: 'answer_unknown', rule: 'no question asks for it, did you mean topic?' },
    ]);
    expect(unknownAnswers(needed, ['phone'])[0]?.rule).toBe('no question asks for it, the questions are topic');
    expect(unknownAnswers(null, ['phone'])[0]?.rule).toBe('no question asks for it: this event has none');
  });

  it('lists all questions once, names ten unknown keys at most, and counts the others', () => {
    const refused = unknownAnswers(needed, ['topics', 'phone', 'fax', ...Array.from({ length: 9 }, (_, n) => `k${n}`)]);
    expect(refused.slice(0, 3).map(({ rule }) => rule)).toEqual([
      'no question asks for it, did you mean topic?',
      'no question asks for it, the questions are topic',
      'no question asks for it',
    ]);
    expect(refused).toHaveLength(11);
    expect(refused.at(-1)).toMatchObject({ key: '', rule: 'has 2 more answers that no question asks for' });
  });

  it('refuses 20,000 unknown keys beside fifty long questions in no time and few words: a body can hold as many', () => {
    const words = (n: number) => `${n}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const asked = form(
      ...Array.from({ length: 50 }, (_, n) => ({
        key: `question_about_the_thing_numb_${words(n)}`,
        type: 'short_text' as const,
      })),
    );
    const keys = Array.from({ length: 20_000 }, (_, n) => `q${words(n)}uestion_thing`);
    const beganMs = performance.now();
    const refused = unknownAnswers(asked, keys);
    expect(performance.now() - beganMs).toBeLessThan(1_000);
    expect(JSON.stringify(refused).length).toBeLessThan(5_000);
  });

  it('shortens a key that no field has, and names ten at most', () => {
    const checked = checkAnswers(needed, { topic: 'x', [`x${'\n'.repeat(9)}${'y'.repeat(9_000)}`]: 1 });
    expect(checked).toMatchObject({ ok: true, ignored: [expect.stringMatching(/^x y{1,57}…$/)] });
    const many = Array.from({ length: 12 }, (_, number) => `k${number}`);
    expect(ignoredNotice(null, many)).toContain('k9 and 2 more;');
  });

  it('answers in the order of the form, whatever the order of the call', () => {
    const two = form({ key: 'a', type: 'number' }, { key: 'b', type: 'number' });
    const checked = checkAnswers(two, { b: 2, a: 1 });
    expect(checked.ok && checked.answers.map((answer) => answer.key)).toEqual(['a', 'b']);
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
    const checked = checkAnswers(form({ key: 'topic', type: 'short_text' }), given);
    expect(checked).toEqual({ ok: true, answers: [], ignored: ['__proto__'] });
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
