import { describe, expect, it } from 'vitest';
import { returnPath } from '../../../api/auth/return-to.ts';

describe('returnPath', () => {
  it.each(['/', '/device?code=BCDF-GHJK', '/a/b?c=d#e', '/a?next=//b'])('keeps a path of ours: %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it('writes other letters as browsers do', () => {
    expect(returnPath('/é?q=a b')).toBe('/%C3%A9?q=a%20b');
  });

  it.each([
    undefined,
    '',
    'device',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/a\r\nSet-Cookie: x',
    '/\tx',
    ' //evil.test',
    `/${'a'.repeat(2_000)}`,
  ])('leads home instead of %s', (given) => {
    expect(returnPath(given)).toBe('/');
  });

  it('never answers what a browser takes for another site', () => {
    for (const given of ['/./', '/../', '/./../', '/a/../', '/%2E%2e/', '/;/']) {
      for (const rest of ['/evil.test', '\\evil.test', '//evil.test']) {
        const landed = new URL(returnPath(`${given}${rest}`), 'https://app.test');
        expect(landed.origin).toBe('https://app.test');
      }
    }
  });
});
