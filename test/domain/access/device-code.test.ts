import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newDeviceCode, newUserCode, readUserCode, shownUserCode } from '../../../domain/access/device-code.ts';
import { deviceKeyName } from '../../../domain/access/device-session.ts';

describe('a user code', () => {
  it('is eight consonants, shown in two halves', () => {
    for (let n = 0; n < 200; n++)
      expect(shownUserCode(newUserCode())).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('uses all its letters', () => {
    const seen = new Set(Array.from({ length: 300 }, newUserCode).join(''));
    expect(seen.size).toBe(20);
  });

  it.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'B C D F – G H J K', 'bcdf—ghjk', 'BCDF\u2011GHJK'])(
    'is read from %j',
    (typed) => {
      expect(readUserCode(typed)).toBe('BCDFGHJK');
    },
  );

  it.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ0', 'BCDF_GHJK', 'ＢＣＤＦＧＨＪＫ', 'BCDF-GHJK;drop'])(
    'is not read from %j',
    (typed) => {
      expect(readUserCode(typed)).toBeUndefined();
    },
  );

  it('is read from whatever people make of it, and only then', () => {
    const noise = fc.array(fc.constantFrom(' ', '-', '–', '\t'), { maxLength: 3 }).map((parts) => parts.join(''));
    const letter = fc.constantFrom(...'BCDFGHJKLMNPQRSTVWXZ');
    fc.assert(
      fc.property(fc.array(fc.tuple(letter, noise, fc.boolean()), { maxLength: 12 }), (parts) => {
        const typed = parts.map(([char, around, lower]) => (lower ? char.toLowerCase() : char) + around).join('');
        const letters = parts.map(([char]) => char).join('');
        expect(readUserCode(typed)).toBe(letters.length === 8 ? letters : undefined);
      }),
    );
  });
});

it('makes device codes of 43 characters, each another', () => {
  const codes = Array.from({ length: 100 }, newDeviceCode);
  for (const code of codes) expect(code).toMatch(/^[\w-]{43}$/);
  expect(new Set(codes).size).toBe(100);
});

describe('the key of a device is called', () => {
  const long = 'x'.repeat(79);
  it.each([
    ['Claude', 'Terminal', 'Claude · Terminal'],
    ['Claude', null, 'Claude'],
    [null, 'Terminal', 'Terminal'],
    [null, null, 'Connected device'],
    [long, long, long],
  ])('%s, %s: %s', (agent, client, name) => {
    expect(deviceKeyName(agent, client)).toBe(name);
  });
});
