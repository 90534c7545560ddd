import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { refusalWords } from '../../../texts/en/dashboard/refusals.ts';
import { LANGUAGES } from '../../../texts/languages.ts';
import { translated } from '../../../texts/translated.ts';

const reasons = Object.keys(refusalWords);

it('has the same refusals in every language', () => {
  expect(Object.keys(translated(refusalWords, 'de'))).toEqual(reasons);
});

it('has no reason that the service never gives', () => {
  const source = execFileSync('git', ['grep', '-hoE', `'(${reasons.join('|')})'`, '--', 'api', 'domain', 'store'], {
    encoding: 'utf8',
  });
  expect(reasons.filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
});

it.each(LANGUAGES)('names no tool and no field: a host knows none (%s)', (language) => {
  const words = Object.values(translated(refusalWords, language)).flat();
  expect(words.filter((text) => /[a-z]_[a-z]|[a-z][A-Z]|cursor/.test(text))).toEqual([]);
});
