import { describe, expect, it } from 'vitest';
import { describeError } from '../../../api/core/failures.ts';

const shown = (message: string, input: unknown) => describeError(new Error(message), input).message;

describe('what is logged of an error', () => {
  it('replaces what the caller sent, also where it overlaps, and keeps the rest', () => {
    const input = { email: 'ada@acme.test', nested: [{ code: '1234' }, 'acme.test', 'da@a'] };
    expect(shown('no ada@acme.test with 1234', input)).toBe('no [input] with [input]');
    expect(shown('short words stay: ada', { name: 'ada' })).toBe('short words stay: ada');
  });

  it('reads input of any depth', () => {
    let input: unknown = 'secret of the bottom';
    for (let depth = 0; depth < 50_000; depth++) input = [input];
    expect(shown('not the secret of the bottom', input)).toBe('not the [input]');
  });

  it('takes no longer than the input is long', () => {
    const wide = Array.from({ length: 20_000 }, (_, n) => `text ${n}`);
    const begin = performance.now();
    expect(shown('text 7 '.repeat(20_000), wide)).toBe('[a message of 140000 characters]');
    expect(shown('text 7 '.repeat(200), wide)).toBe('[input] '.repeat(200));
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
