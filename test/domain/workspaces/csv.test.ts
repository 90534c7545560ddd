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

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', ' =1+1', '\u00a0＝1'])(
  'makes %j harmless to a spreadsheet',
  (text) => {
    expect(csvOf([{ text }], false)).toBe(`'${text}\r\n`);
  },
);

it('begins no formula inside a cell, where others split it', () => {
  expect(csvOf([{ text: "Sam;=cmd|'/C calc'!A0;x", next: 1 }], false)).toBe(`"Sam;'=cmd|'/C calc'!A0;x",1\r\n`);
  expect(csvOf([{ text: 'Sam\t=1', next: 'a\n ＝1' }], false)).toBe(`"Sam\t'=1","a\n '＝1"\r\n`);
  expect(csvOf([{ list: ['a;=1'], next: '\t=1' }], false)).toBe(`"[""a;'=1""]","'\t'=1"\r\n`);
  expect(csvOf([{ text: 'Q3; 5 - 4 = 1' }], false)).toBe('"Q3; 5 - 4 = 1"\r\n');
});
