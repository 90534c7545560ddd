import { describe, expect, it } from 'vitest';
import { When } from '../../../schemas/shapes/when.ts';

describe('When', () => {
  it.each([
    '2026-11-23T09:00:00Z',
    '2026-11-23T09:00:00.123Z',
    '2026-11-23T09:00:00+01:00',
    '2026-11-23T09:00',
    '2026-11-23T09:00:15',
    '2028-02-29T00:00',
  ])('takes %s', (text) => {
    expect(When.safeParse(text).success).toBe(true);
  });

  it.each([
    '',
    'tomorrow at nine',
    '2026-11-23',
    '2026-11-23 09:00',
    '2026-11-23T24:00',
    '2026-11-23T09:60',
    '2026-02-29T09:00',
    '2026-13-01T09:00',
    '1999-11-23T09:00',
    '2026-11-23T09:00:00+1',
    '2026-11-23T09:00:00Z\n',
  ])('refuses %j, and says what it takes', (text) => {
    const { success, error } = When.safeParse(text);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toContain('must be an instant such as 2026-11-23T09:00:00Z');
  });
});
