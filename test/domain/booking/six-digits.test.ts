import { describe, expect, it } from 'vitest';
import { sixDigitsIn } from '../../../domain/booking/six-digits.ts';

describe('sixDigitsIn', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['123\u00a0456', '123456'],
    ['１２３４５６', '123456'],
    ['482913 is your code for Intro call with Ada Lovelace', '482913'],
    ['Your code is 482 913. It works until 14:08 on 2026-11-24.', '482913'],
    ['Tuesday, 24 November 2026, 09:00\nYour booking code\n482913\nThe code works once, within 10 minutes', '482913'],
  ])('finds it in %j', (text, code) => {
    expect(sixDigitsIn(text)).toBe(code);
  });

  it.each(['', '12345', '1234567', '12 34 56', 'code', '+49 30 1234567', '2026-11-24 14:08', '12345a6'])(
    'finds none in %j',
    (text) => {
      expect(sixDigitsIn(text)).toBeNull();
    },
  );
});
