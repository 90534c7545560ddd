import { expect, it } from 'vitest';
import { csvOf } from '../../../domain/workspaces/csv.ts';

it('has names on the first page only, quotes what needs it, and writes lists as JSON', () => {
  const rows = [
    { name: 'Zoe, "the" guest', note: 'two\nlines', guests: ['a@b.test'], count: -3, none: null },
    { name: 'Bo', note: '', guests: [], count: 0, none: undefined },
  ];
  const page = '"Zoe, ""the"" guest","two\nlines","[""a@b.test""]",-3,\r\nBo,,[],0,\r\n';
  expect(csvOf(rows, true)).toBe(`name,note,guests,count,none\r\n${page}`);
  expect(csvOf(rows, false)).toBe(page);
  expect(csvOf([], true)).toBe('');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('makes %j harmless to a spreadsheet', (text) => {
  expect(csvOf([{ text }], false)).toBe(`'${text}\r\n`);
});
