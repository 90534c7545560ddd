import { expect, it } from 'vitest';
import { isoWeeks } from '../../../domain/meetings/insight-weeks.ts';

it.each([
  ['a week that has two years', '2026-12-31', '2027-01-03', [['2026-12-28', '2026-W53']]],
  [
    'the first week of a year begins in the old one',
    '2025-12-28',
    '2025-12-29',
    [
      ['2025-12-22', '2025-W52'],
      ['2025-12-29', '2026-W01'],
    ],
  ],
  ['one day', '2026-11-27', '2026-11-27', [['2026-11-23', '2026-W48']]],
  ['a period that is reversed', '2026-11-30', '2026-11-27', []],
] as const)('%s', (_, first, last, weeks) => {
  expect(isoWeeks(first, last).map(({ monday, week }) => [monday, week])).toEqual(weeks);
});
