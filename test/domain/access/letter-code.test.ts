import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newUserCode } from '../../../domain/access/device-code.ts';
import { letterCodeOf, readLetterCode, shownLetterCode } from '../../../domain/access/letter-code.ts';

describe('a letter code', () => {
  it('is eight consonants, shown in two halves', () => {
    for (let n = 0; n < 200; n++)
      expect(shownLetterCode(newUserCode())).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('uses all its letters', () => {
    const seen = new Set(Array.from({ length: 300 }, newUserCode).join(''));
    expect(seen.size).toBe(20);
  });

  it('is the number in its bytes, to the base of twenty', () => {
    const bytes = (number: bigint) => {
      const eight = Buffer.alloc(8);
      eight.writeBigUInt64BE(number);
      return eight;
    };
    expect(letterCodeOf(bytes(0n))).toBe('BBBBBBBB');
    expect(letterCodeOf(bytes(21n))).toBe('CCBBBBBB');
    expect(letterCodeOf(bytes(20n ** 8n - 1n))).toBe('ZZZZZZZZ');
    expect(letterCodeOf(bytes(20n ** 8n))).toBe('BBBBBBBB');
  });

  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'B C D F – G H J K', 'bcdf—ghjk', 'BCDF\u2011GHJK'])(
    'is read from %j',
    (typed) => {
      expect(readLetterCode(typed)).toBe('BCDFGHJK');
    },
  );

  it.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ0', 'BCDF_GHJK', 'ＢＣＤＦＧＨＪＫ', 'BCDF-GHJK;drop'])(
    'is not read from %j',
    (typed) => {
      expect(readLetterCode(typed)).toBeUndefined();
    },
  );

  it('is read from whatever people make of it, and only then', () => {
    const noise = fc.array(fc.constantFrom(' ', '-', '–', '\t'), { maxLength: 3 }).map((parts) => parts.join(''));
    const letter = fc.constantFrom(...'BCDFGHJKLMNPQRSTVWXZ');
    fc.assert(
      fc.property(fc.array(fc.tuple(letter, noise, fc.boolean()), { maxLength: 12 }), (parts) => {
        const typed = parts.map(([char, around, lower]) => (lower ? char.toLowerCase() : char) + around).join('');
        const letters = parts.map(([char]) => char).join('');
        expect(readLetterCode(typed)).toBe(letters.length === 8 ? letters : undefined);
      }),
    );
  });
});
