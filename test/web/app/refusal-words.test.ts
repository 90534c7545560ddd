import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../domain/languages.ts';
import { refusalWords } from '../../../web/app/parts/refusal-words.ts';

const reasons = Object.keys(refusalWords.en);

it('has the same refusals in every language', () => {
  expect(Object.keys(refusalWords.de)).toEqual(reasons);
});

it('has no reason that the service never gives', () => {
  const source = execFileSync('git', ['grep', '-hoE', `'(${reasons.join('|')})'`, '--', 'api', 'domain', 'store'], {
    encoding: 'utf8',
  });
  expect(reasons.filter((reason) => !source.includes(`'${reason}'`))).toEqual([]);
});

it.each(LANGUAGES)('names no tool and no field: a host knows none (%s)', (language) => {
  const words = Object.values(refusalWords[language]).flat();
  expect(words.filter((text) => /[a-z]_[a-z]|[a-z][A-Z]|cursor/.test(text))).toEqual([]);
});
