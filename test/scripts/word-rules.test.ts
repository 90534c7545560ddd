import { describe, expect, it } from 'vitest';
import { wordProblems } from '../../scripts/word-rules.ts';

const wordsIn = (text: string, isCode = true) => wordProblems(text, isCode).map(({ word }) => word);

describe('the words that are refused', () => {
  it.each([
    ['const isStandingIn = true;', 'standing'],
    ['select told_at from notices', 'told'],
    ['const MOST_ROWS = 20;', 'MOST_ROWS'],
    ['const mostRows = 20;', 'mostRows'],
    ['/** Who is asked. */', '/** Who'],
    ['// Whether it is on.', '// Whether'],
    [' * What it holds.', '* What'],
    ['It is put off.', 'put off'],
    ['a claim on time', 'claim'],
    ['whose turn it is', 'turn'],
  ])('%s', (text, word) => expect(wordsIn(text)).toEqual([word]));

  it.each([
    'most of them are short',
    'the claims of a JWT: a token claim',
    'POST /agent/workspaces/claim',
    'status: pending_claim',
    'it turns into a booking',
    '// What if it fails? Then nothing is lost.',
    'const understanding = 1;',
  ])('allows %s', (text) => expect(wordsIn(text)).toEqual([]));

  it('leaves names of the kind most… and openings to code: a guide is prose', () => {
    expect(wordsIn('What you see\n\nWho may book', false)).toEqual([]);
  });

  it('names the line', () => {
    expect(wordProblems('one\ntwo anew', true)).toEqual([{ line: 2, word: 'anew', instead: 'again, retry' }]);
  });
});
