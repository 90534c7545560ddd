import { describe, expect, it } from 'vitest';
import { formOf, type Question } from '../../../../domain/event-types/imports/questions.ts';

const asks = (key: string): Question => ({ key, label: 'Why?', type: 'short_text', required: false });

describe('questions of another service', () => {
  it('have keys that differ, and none beyond the fiftieth is looked at', () => {
    let read = 0;
    const counted = Object.defineProperty(asks('a'), 'key', {
      get: () => {
        read += 1;
        return 'a';
      },
    });
    const { fields, notes } = formOf([asks('a_2'), ...Array.from({ length: 11_000 }, () => counted)]);
    const keys = fields.map(({ key }) => key);
    expect(new Set(keys).size).toBe(50);
    expect(keys.slice(0, 4)).toEqual(['a_2', 'a', 'a_3', 'a_4']);
    expect(notes).toEqual(['A form has at most 50 questions: 10951 more are left out.']);
    expect(read).toBe(49);
  });

  it('have a key of the first signs of what is said', () => {
    const { fields } = formOf([asks(`Größe${'\u0301\u0316'.repeat(30_000)}`), asks('\u0301'.repeat(60_000))]);
    expect(fields.map(({ key }) => key)).toEqual(['gro_e', 'question']);
  });
});
