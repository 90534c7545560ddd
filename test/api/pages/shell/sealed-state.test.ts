import { describe, expect, it } from 'vitest';
import { seal, unseal } from '../../../../api/pages/shell/sealed-state.ts';

const key = Buffer.alloc(32, 1);
const NOW = Date.parse('2026-11-23T09:00:00Z');
const value = { email: 'mira@example.com', token: 'secret-token', answers: { topic: 'Ünïcode \u{1f600}' } };
const sealed = seal(key, 'event/a', value, NOW);

describe('a sealed state', () => {
  it('comes back as it was', () => {
    expect(unseal(key, 'event/a', sealed, NOW)).toEqual(value);
  });

  it('shows nothing of its content, and differs each time', () => {
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
    expect(bytes).not.toContain('mira');
    expect(bytes).not.toContain('secret');
    expect(seal(key, 'event/a', value, NOW)).not.toBe(sealed);
  });

  it('ends after two hours', () => {
    expect(unseal(key, 'event/a', sealed, NOW + 2 * 3_600_000 - 1)).toEqual(value);
    expect(unseal(key, 'event/a', sealed, NOW + 2 * 3_600_000)).toBeNull();
  });

  it.each([
    ['another subject', key, 'event/b', sealed],
    ['another key', Buffer.alloc(32, 2), 'event/a', sealed],
    ['a changed byte', key, 'event/a', sealed.replace(/.(?=.{30}$)/, (byte) => (byte === 'A' ? 'B' : 'A'))],
    ['a cut end', key, 'event/a', sealed.slice(0, -8)],
    ['nothing', key, 'event/a', ''],
    ['noise', key, 'event/a', 'A'.repeat(200)],
  ])('does not open for %s', (_case, withKey, subject, text) => {
    expect(unseal(withKey, subject, text, NOW)).toBeNull();
  });
});
