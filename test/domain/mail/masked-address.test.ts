import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskedAddress } from '../../../domain/mail/masked-address.ts';

it.each([
  ['ada@example.com', 'a…@example.com'],
  ['ADA.Lovelace+calendar@Example.com', 'A…@Example.com'],
  // One letter looks like any other: the mask says nothing of the length.
  ['a@example.com', 'a…@example.com'],
  ['ä@bücher.example', 'ä…@bücher.example'],
  ['9to5@example.com', '9…@example.com'],
  // Not a letter or digit: nothing of it is shown.
  ['"ada @ work"@example.com', '…@example.com'],
  ['😀@example.com', '…@example.com'],
  ['\u200bada@example.com', '…@example.com'],
  ['.ada@example.com', '…@example.com'],
  ['@example.com', '…@example.com'],
  ['ada_gmail.com#EXT#@acme.onmicrosoft.com', 'a…@acme.onmicrosoft.com'],
  ['ada@other@example.com', 'a…@example.com'],
  ['ada@[192.0.2.1]', 'a…@[192.0.2.1]'],
  // No domain: the whole text is the person's name.
  ['ada', 'a…'],
  ['ada@', 'a…'],
  ['', '…'],
])('%s is shown as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked);
});

it('keeps one letter and the domain of any address', () => {
  const local = fc.stringMatching(/^[a-z0-9][a-z0-9.+_-]{0,30}$/);
  fc.assert(
    fc.property(local, fc.domain(), (name, domain) => {
      expect(maskedAddress(`${name}@${domain}`)).toBe(`${name.charAt(0)}…@${domain}`);
    }),
  );
});
