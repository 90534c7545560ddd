import { expect, it } from 'vitest';
import { formChanges } from '../../../domain/event-types/form-changes.ts';

const asks = (key: string, more: object = {}) => ({ key, label: `About ${key}`, type: 'short_text', ...more });
const form = (...fields: ReturnType<typeof asks>[]) => ({ name: 'Before we meet', fields });

it('names the questions that changed, came and went, by key and label alone', () => {
  const before = form(asks('a'), asks('b', { helpText: 'x'.repeat(500) }), asks('c'));
  const after = form(asks('a'), asks('b', { helpText: 'y'.repeat(500) }), asks('d', { required: true }));
  expect(formChanges(before, after)).toEqual({
    before: { form: { questions: [asked('b'), asked('c')] } },
    after: { form: { questions: [asked('b'), asked('d')] } },
  });
});

const asked = (key: string) => ({ key, label: `About ${key}` });

it('sees another order, name and description', () => {
  expect(formChanges(form(asks('a'), asks('b')), { ...form(asks('b'), asks('a')), description: 'Why' })).toEqual({
    before: { form: { description: null, questions: [], order: ['a', 'b'] } },
    after: { form: { description: 'Why', questions: [], order: ['b', 'a'] } },
  });
});

it('has nothing of a form that is the same, whatever the order of its keys', () => {
  const stored = { ...form(), fields: [{ type: 'short_text', label: 'About a', key: 'a' }] };
  expect(formChanges(stored, form(asks('a', { helpText: undefined })))).toBeNull();
  expect(formChanges(null, null)).toBeNull();
});

it('has all questions of a form that came or went', () => {
  expect(formChanges(null, form(asks('a')))).toEqual({
    before: { form: null },
    after: { form: { name: 'Before we meet', questions: [asked('a')] } },
  });
});
