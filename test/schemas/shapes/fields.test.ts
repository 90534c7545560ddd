import { describe, expect, it } from 'vitest';
import { line } from '../../../schemas/shapes/fields.ts';

const takes = (text: string, min = 1) => line(min, 80).safeParse(text).success;

describe('one line of people’s text', () => {
  it.each(['Zoë Ångström', 'דנה כהן', 'مريم', 'می‌خواهم', '👩‍👩‍👧 family', '  padded', 'a b', '日本 花子'])(
    'takes %s',
    (text) => {
      expect(takes(text)).toBe(true);
    },
  );

  it.each([
    ['a direction override', 'CI\u202eexe'],
    ['an isolate', 'CI\u2066x'],
    ['a mark of direction', 'CI\u200f'],
    ['a C1 control', 'CI\u009b31m'],
    ['an escape', 'CI\u001b[31m'],
    ['a line separator', 'a\u2028b'],
    ['a zero-width space', 'a\u200bb'],
    ['a byte order mark', '\ufeffa'],
    ['half a surrogate pair', 'a\ud800'],
    ['spaces only', '   '],
    ['other spaces only', '\u00a0\u3000'],
    ['nothing', ''],
  ])('refuses %s', (_name, text) => {
    expect(takes(text)).toBe(false);
  });

  it('may be blank where it may be empty', () => {
    expect([takes('', 0), takes('  ', 0), takes('\u202e', 0)]).toEqual([true, true, false]);
  });

  it('reads long nonsense in one pass', () => {
    const began = performance.now();
    expect(takes(`${'a'.repeat(100_000)}\u0000`)).toBe(false);
    expect(takes(' '.repeat(100_000))).toBe(false);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
