import { expect, it } from 'vitest';
import { addressFromQuery } from '../../../domain/mail/query-address.ts';

it.each([
  ['foo bar@example.com', 'foo+bar@example.com'],
  ['foo+bar@example.com', 'foo+bar@example.com'],
  ['foo a b@example.com', 'foo+a+b@example.com'],
  ['foo@example.com', 'foo@example.com'],
  // A quoted local part is the one place where an address has a space.
  ['"foo bar"@example.com', '"foo bar"@example.com'],
  // Around an address a space is a slip of the pen, and no domain has a plus sign.
  [' foo@example.com ', ' foo@example.com '],
  ['foo@exam ple.com', 'foo@exam ple.com'],
  ['foo bar', 'foo bar'],
  ['', ''],
])('%j is read as %j', (text, address) => {
  expect(addressFromQuery(text)).toBe(address);
});
