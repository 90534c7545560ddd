import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConnectRedirect } from '../../../schemas/shapes/calendars.ts';
import { ownPath } from '../../../schemas/shapes/own-path.ts';

const APP_URL = 'https://app.test';
const isTaken = (path: string): boolean => ConnectRedirect.safeParse(path).success;

describe('a path that leads to our own origin', () => {
  it.each([
    ['/', '/'],
    ['/settings/calendars?workspace=acme#connected', '/settings/calendars?workspace=acme#connected'],
    ['/meetings?guest=Zoë Müller', '/meetings?guest=Zo%C3%AB%20M%C3%BCller'],
    ['/größe', '/gr%C3%B6%C3%9Fe'],
    ['/会議', '/%E4%BC%9A%E8%AD%B0'],
    ['/a\\b', '/a/b'],
    ['/a?next=//evil.test', '/a?next=//evil.test'],
    ['/a?next=https://evil.test', '/a?next=https://evil.test'],
    ['/a#//evil.test', '/a#//evil.test'],
    ['/a//b', '/a//b'],
    ['/@evil.test', '/@evil.test'],
    ['/:80', '/:80'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['/a/../b', '/b'],
    ['/../../b', '/b'],
    ['/%2F%2Fevil.test', '/%2F%2Fevil.test'],
    ['/%5Cevil.test', '/%5Cevil.test'],
    ['/100%', '/100%'],
    [`/${'x'.repeat(511)}`, `/${'x'.repeat(511)}`],
  ])('%j is taken', (path, lands) => {
    expect([isTaken(path), ownPath(path)]).toEqual([true, lands]);
    const { origin } = new URL(lands, APP_URL);
    expect(origin).toBe(APP_URL);
  });
});

describe('what leads elsewhere, or is no path', () => {
  it.each([
    '',
    'a',
    ' /a',
    '?a=b',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\\/evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\nSet-Cookie: a=b',
    '/a\u0000',
    '/a\u007f',
    '/a\u0085',
    '/.//evil.test',
    '/./\\evil.test',
    '/a/..//evil.test',
    '/a\\..\\\\evil.test',
    '/%2e//evil.test',
    '/%2E%2e//evil.test',
    '/a/%2e%2e//evil.test',
    '/\ud800',
    `/${'x'.repeat(512)}`,
  ])('%j is refused', (path) => {
    expect(isTaken(path)).toBe(false);
  });

  it('of any text: what is taken never leaves the origin, neither as it is nor as it is sent', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.test',
      'ü',
      ' ',
      '\t',
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
      fc.string({ unit: 'binary', maxLength: 20 }).map((end) => `/${end}`),
    );
    fc.assert(
      fc.property(text, (path) => {
        const lands = ownPath(path);
        expect(isTaken(path)).toBe(lands !== null);
        if (lands === null) return;
        for (const sent of [path, lands]) expect(new URL(sent, APP_URL).origin).toBe(APP_URL);
        expect(lands).toMatch(/^\/(?!\/)[\u0021-\u007e]*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('is described as its pattern and length for who reads the schema', () => {
  expect(z.toJSONSchema(ConnectRedirect)).toMatchObject({
    type: 'string',
    maxLength: 512,
    pattern: expect.any(String),
  });
});
