import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nameFromEmail,
  slugCandidates,
  slugOf,
  slugProblem,
  usernameBeside,
} from '../../../domain/workspaces/names.ts';

describe('slugs', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['Zoë Öztürk-Łukasz', 'zoe-ozturk-ukasz'],
    ['Straße 5', 'strasse-5'],
    ['  --  ', 'host'],
    ['李小龍', 'host'],
  ])('makes one of %s', (text, slug) => {
    expect(slugOf(text, 'host')).toBe(slug);
  });

  it('makes valid ones of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(slugProblem(slugOf(text, 'host'))).not.toBe('slug_invalid');
        for (const candidate of slugCandidates(slugOf(text, 'host'), 'a1b2c3'))
          expect(slugProblem(candidate)).toBeNull();
      }),
    );
  });

  it('refuses other forms, and words of our own', () => {
    for (const slug of ['', 'A', 'a--b', '-a', 'a-', 'a b', 'é', 'a'.repeat(61)])
      expect(slugProblem(slug)).toBe('slug_invalid');
    for (const slug of ['team', 'b', 'api', 'login', 'me', 'device']) expect(slugProblem(slug)).toBe('slug_reserved');
    expect(slugProblem('acme-2')).toBeNull();
    expect(slugCandidates('api', 'xyz')[0]).toBe('api-2');
  });
});

it.each([
  ['ada.lovelace+calls@x.test', 'Ada Lovelace'],
  ['mira_okafor@x.test', 'Mira Okafor'],
  ['info@x.test', 'Info'],
  ['12345@x.test', '12345'],
])('calls %s %s', (email, name) => {
  expect(nameFromEmail(email)).toBe(name);
});

describe('the first link of a person', () => {
  it.each([
    ['nora-lindqvist', 'Nora Lindqvist', 'nora'],
    ['nora', 'Nora', 'meet'],
    ['acme', 'Ada Lovelace', 'ada-lovelace'],
    ['nora-2', 'Nora', 'nora'],
    ['api-2', 'Api 2', 'meet'],
  ])('does not say %s twice', (workspace, name, username) => {
    expect(usernameBeside(workspace, name)).toBe(username);
    expect(username).not.toBe(workspace);
  });
});
