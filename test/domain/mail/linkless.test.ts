import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkless, spelledHost } from '../../../domain/mail/linkless.ts';

/** What mail programs make a link of, roughly: a scheme, www, or a name with a known ending. */
const READS_AS_LINK = /:\/\/|www\.|[\p{L}\p{N}-]\.(?:com|org|net|example|io|xyz|de|рф)\b/iu;

describe('linkless', () => {
  it.each([
    ['Claim your prize at https://evil.example', 'Claim your prize at […]'],
    ['Prize: HTTPS://evil.example/x?y=1#z now', 'Prize: […] now'],
    ['go to evil.com/prize', 'go to […]'],
    ['go to evil.com:8080', 'go to […]'],
    ['go to evil.com today', 'go to evil com today'],
    ['(evil.com)', '(evil com)'],
    ['www.evil.com', '[…]'],
    ['//evil.com', '[…]'],
    ['javascript:alert(1)', '[…]'],
    ['mailto:x@evil.com', '[…]'],
    ['write to prize@evil.com', 'write to […]'],
    ['[Claim](https://evil.com)', '[…]'],
    ['[Claim](evil)', '[…]'],
    ['<a href=evil>Claim</a>', '[…] […]'],
    ['evil\u200b.com', 'evil com'],
    ['evil\u202e.com', 'evil com'],
    ['evil\ufeff.com', 'evil com'],
    ['e\u00advil.c\u200dom', 'evil com'],
    ['evil。com', 'evil com'],
    ['ｅｖｉｌ．ｃｏｍ／ｘ', '[…]'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e com'],
    ['пример.рф', 'пример рф'],
    ['evil.xn--p1ai', 'evil xn--p1ai'],
    ['http:evil.com', '[…]'],
    ['192.0.2.7', '[…]'],
    ['https:\\\\evil.com', '[…]'],
    ['i❤.ws/x', '[…]'],
    ['i❤️.ws', 'i❤ ws'],
    ['❤.ws/claim', '[…]'],
    ['ev!.com/a', '[…]'],
    ["evil'.com/a", '[…]'],
    ['"evil".com/x', '[…]'],
    ['evil .com/prize', 'evil […]'],
    ['evil.com?a', '[…]'],
    ['evil!.com:8080', '[…]'],
    ['evil[.]com', 'evil com'],
    ['evil[.]com/a', '[…]'],
    ['evil(.)com', 'evil com'],
    ['evil%2ecom/a', '[…]'],
    ['evil%252Ecom', 'evil com'],
    ['evil&#46;com', 'evil com'],
    ['evil&#x2E;com/a', '[…]'],
    ['evil&period;com', 'evil com'],
    ['bit۔ly/x', '[…]'],
    ['bitꓸly/x', '[…]'],
    ['bitꓸly', 'bit ly'],
    ['prize@❤.ws', '[…]'],
    ['a.b.evil.com', 'a.b evil com'],
    ['localhost:80/x', '[…]'],
    ['localhost/x', '[…]'],
    ['[::1]/x', '[…]'],
    ['[2001:db8::7]:80', '[…]'],
    ['2130706433/', '[…]'],
    ['2130706433:80/x', '[…]'],
    ['0x7f000001/x', '[…]'],
    ['app:evil.com', '[…]'],
  ])('%j → %j', (text, safe) => {
    expect(linkless(text)).toBe(safe);
  });

  it.each([
    'Q3 review 10.5',
    'Intro call, 30 min.',
    'e.g. a demo at 3 p.m.',
    'Node 22.1.0 / Temporal: first steps',
    'Kick-off: Team A & Team B (1/2)',
    'What now...then?',
    'नमस्ते क्\u200dष 👩\u200d💻 call',
    '½ hour with @ada',
    'Gespräch mit Dr. Müller',
    'Budget 1.250,00 €',
    'Weekly: what’s next?',
    '10:30 call',
    'A/B test 24/7',
    'and/or',
    'e.g. this',
    'v2.0',
    '9:30/10:00',
    '[10:30] stand-up',
    'localhost: first steps',
    '.NET for beginners',
    'So… what now?',
    '100% (50/50)',
    // A number has no link to check; mail programs of phones offer to call it (docs/decisions/mail.md#text-for-strangers).
    'Call +1-900-555-1234',
  ])('leaves %j as it is', (text) => {
    expect(linkless(text)).toBe(text);
  });

  it.each([
    'a',
    'a.',
    '1a',
    'a:',
    'a:a',
    '@',
    'a@',
    '.',
    '.a',
    '[',
    '[:',
    ':',
    '/',
    '&#0',
    '%25',
    'xn--',
    '❤.',
    'a1+',
    '<',
    '8',
  ])('takes linear time for 100,000 characters of %j', (part) => {
    const text = part.repeat(100_000 / part.length);
    const startedAt = performance.now();
    linkless(text);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('keeps no link, however it is wrapped', () => {
    const part = fc.constantFrom(
      'evil.com',
      'https://evil.example/a',
      'www.evil.org',
      'prize',
      ' ',
      '(',
      '"',
      '\u200b',
      '。',
      '👋',
      ',',
      '\u202e',
      '.io',
      '❤',
      '!',
      '[.]',
      '%2e',
      '۔',
      '/x',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(linkless(parts.join(''))).not.toMatch(READS_AS_LINK);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['attacker.example:8443', 'attacker[.]example[:]8443'],
  ['127.0.0.1:49152', '127[.]0[.]0[.]1[:]49152'],
  ['localhost:8080', 'localhost[:]8080'],
  ['com.evil.app://', 'com[.]evil[.]app[:]//'],
  ['[::1]:8080', '[::1]:8080'],
])('the host %s is spelled %s: whole, and no link', (host, spelled) => {
  expect(spelledHost(host)).toBe(spelled);
  expect(spelled).not.toMatch(READS_AS_LINK);
});
