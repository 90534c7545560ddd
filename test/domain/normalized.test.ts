import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sixDigitsIn } from '../../domain/booking/six-digits.ts';
import { normalized } from '../../domain/normalized.ts';

/** Marks of two kinds in turn: `String.normalize` sorts them one by one, and needs 45 seconds for so many. */
const PILE = '\u0301\u0316'.repeat(190_000);

describe('text in one form of Unicode', () => {
  it('has no letter with more marks than a script has, and other text as it is', () => {
    expect(normalized(`a${PILE}b`, 'NFKD')).toHaveLength(32);
    expect(normalized(`\uff76${'\uff9e\u0316'.repeat(100_000)}`, 'NFKC').length).toBeLessThan(40);
    expect(normalized('Cafe\u0301 １２３', 'NFKC')).toBe('Café 123');
  });

  it('leaves out whatever becomes marks', () => {
    // Thai and Lao am become a mark and a letter, which ends the pile.
    const becomesMark = /^\p{M}+$/u;
    const isPiled = /^[\p{M}\uff9e\uff9f]$/u;
    const missed = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const sign = String.fromCodePoint(code);
      if (becomesMark.test(sign.normalize('NFKD')) && !isPiled.test(sign)) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it('finds no code behind text that nobody pastes', () => {
    expect(sixDigitsIn(`a${PILE}`)).toBeNull();
    expect(sixDigitsIn(`${' '.repeat(2_000)}123456`)).toBeNull();
  });

  it('is the only way to it on servers', () => {
    const callers = ['activities', 'api', 'cli', 'domain', 'infra', 'schemas', 'store', 'workers', 'workflows']
      .flatMap((folder) =>
        readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' }).map(
          (file) => `${folder}/${file}`,
        ),
      )
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => /\.normalize\(/.test(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')));
    expect(callers).toEqual(['domain/normalized.ts']);
  });
});
