import { expect, it } from 'vitest';
import { sameCode } from '../../domain/secrets.ts';

it.each([
  ['abc', 'abc', true],
  ['abd', 'abc', false],
  ['ab', 'abc', false],
  ['', 'abc', false],
  // The same number of UTF-16 units, but not of bytes.
  ['äbc', 'abc', false],
  ['😀', 'ab', false],
])('%j is %j: %s', (given, expected, same) => {
  expect(sameCode(given, expected)).toBe(same);
});
