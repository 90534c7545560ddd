import { describe, expect, it } from 'vitest';
import { signPageToken, verifyPageToken } from '../../../../api/pages/shell/page-token.ts';

const key = Buffer.alloc(32, 1);
const NOW = Date.parse('2026-11-23T09:00:00Z');
const token = signPageToken(key, 'event/acme/ada/intro', NOW);

describe('a page token', () => {
  it('proves its own subject for two hours', () => {
    expect(verifyPageToken(key, 'event/acme/ada/intro', token, NOW)).toBe(true);
    expect(verifyPageToken(key, 'event/acme/ada/intro', token, NOW + 2 * 3_600_000 - 1)).toBe(true);
    expect(verifyPageToken(key, 'event/acme/ada/intro', token, NOW + 2 * 3_600_000)).toBe(false);
  });

  it.each([
    ['another subject', key, 'event/acme/ada/other', token],
    ['another key', Buffer.alloc(32, 2), 'event/acme/ada/intro', token],
    ['no token', key, 'event/acme/ada/intro', ''],
    ['a later end', key, 'event/acme/ada/intro', token.replace(/^[^.]+/, 'zzzzzz')],
    ['a signature cut short', key, 'event/acme/ada/intro', token.slice(0, -1)],
    ['more behind it', key, 'event/acme/ada/intro', `${token}.x`],
  ])('proves nothing for %s', (_case, withKey, subject, given) => {
    expect(verifyPageToken(withKey, subject, given, NOW)).toBe(false);
  });
});
