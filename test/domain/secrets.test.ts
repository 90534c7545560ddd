import { expect, it } from 'vitest';
import { sameCode } from '../../domain/secrets.ts';

it.each([
  ['abc', 'abc', true],
  ['abd', 'abc', false],
  ['ab', 'abc', false],
  ['', 'abc', false],
  // As many UTF-16 units, not as many bytes.
  ['äbc', 'abc', false],
  ['😀', 'ab', false],
])('%j is %j: %s', (given, expected, same) => {
  expect(sameCode(given, expected)).toBe(same);
});
