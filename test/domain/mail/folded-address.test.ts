import { describe, expect, it } from 'vitest';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';

describe('foldedAddress', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['A.da@googlemail.com', 'ada@gmail.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ['"ada"@example.com', 'ada@example.com'],
    // Nothing is left before the tag: then the tag is the name.
    ['+ada@example.com', '+ada@example.com'],
  ])('%s → %s', (address, folded) => {
    expect(foldedAddress(address)).toBe(folded);
    expect(foldedAddress(folded)).toBe(folded);
  });
});
