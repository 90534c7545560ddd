import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resolveWhen } from '../../../domain/time/wall-time.ts';
import { Instant } from '../../../schemas/shapes/fields.ts';
import { When } from '../../../schemas/shapes/when.ts';

describe('When', () => {
  it.each([
    '2026-11-23T09:00:00Z',
    '2026-11-23T09:00:00.123Z',
    '2026-11-23T09:00:00+01:00',
    '2026-11-23T09:00',
    '2026-11-23T09:00Z',
    '2026-11-23T09:00+01:00',
    '2026-11-23T09:00:15',
    '2028-02-29T00:00',
  ])('takes %s', (text) => {
    expect(When.safeParse(text).success).toBe(true);
  });

  it.each([
    '',
    'tomorrow at nine',
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

describe('times as callers write them', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
  const zones = fc.constantFrom('', 'Z', '+01:00', '-09:30');
  const seconds = fc.oneof(
    fc.constant(''),
    two(59).map((text) => `:${text}`),
    two(99).map((text) => `:00.${text}`),
  );
  const day = fc.integer({ min: 1, max: 28 }).map((number) => String(number).padStart(2, '0'));
  const times = fc.tuple(day, two(24), two(60), seconds, zones);
  const pattern = new RegExp(String(z.toJSONSchema(When).pattern));

  it('are taken as the pattern says, if they exist, and read', () => {
    fc.assert(
      fc.property(times, ([date, hours, minutes, rest, zone]) => {
        const text = `2026-11-${date}T${hours}:${minutes}${rest}${zone}`;
        const exists = hours !== '24' && minutes !== '60';
        expect(pattern.test(text)).toBe(exists);
        expect(When.safeParse(text).success).toBe(exists);
        expect(Instant.safeParse(text).success).toBe(exists && zone !== '');
        if (!exists || zone === '') return;
        const { ms } = resolveWhen(text) as { ms: number };
        expect(ms).toBe(Date.parse(String(Instant.parse(text))));
      }),
    );
  });

  it('says of a date alone what to add', () => {
    expect(When.safeParse('2026-11-23').error?.issues[0]?.message).toBe(
      'is a date without a time: the day begins at 2026-11-23T00:00 and ends at 2026-11-24T00:00, each with timeZone; in UTC 2026-11-23T00:00:00Z and 2026-11-24T00:00:00Z',
    );
  });
});
