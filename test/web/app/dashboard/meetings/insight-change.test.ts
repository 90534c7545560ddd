import { expect, it } from 'vitest';
import { insightWords } from '../../../../../texts/en/dashboard/meetings.ts';
import { translated } from '../../../../../texts/translated.ts';
import {
  agentsPercent,
  countChange,
  leadChange,
  leadWords,
} from '../../../../../web/app/dashboard/meetings/insight-change.ts';

const DAY = 1_440;

it('a count is compared in percent, and with none not at all', () => {
  const changes = [
    ...[countChange(112, 100, 'en-GB'), countChange(50, 100, 'en-GB'), countChange(0, 4, 'en-GB')],
    ...[
      countChange(7, 7, 'en-GB'),
      countChange(40, 1, 'en-US'),
      countChange(0, 0, 'en-GB'),
      countChange(3, 0, 'en-GB'),
    ],
  ];
  expect(changes).toEqual(['+12%', '-50%', '-100%', '0%', '+3,900%', null, null]);
  expect(countChange(112, 100, 'de-DE')).toBe('+12\u00a0%');
});

it('a lead time is compared by its difference, in the same words', () => {
  const [en, de] = [insightWords, translated(insightWords, 'de')];
  expect([leadWords(47 * 60, en), leadWords(2 * DAY, en)]).toEqual(['47 hours', '2 days']);
  expect(leadChange(5 * DAY, 2 * DAY, en)).toBe('+3 days');
  expect(leadChange(60, 120, de)).toBe('-1 Stunde');
  expect(leadChange(DAY, DAY, en)).toBe('0 hours');
  expect([leadChange(null, DAY, en), leadChange(DAY, null, en)]).toEqual([null, null]);
});

it('the share of agents is a part of all bookings', () => {
  const people = { bookedBy: 'people', bookings: 6 } as const;
  const agents = { bookedBy: 'agents', bookings: 3 } as const;
  expect([agentsPercent([people, agents]), agentsPercent([people]), agentsPercent([agents])]).toEqual([33, 0, 100]);
  expect([agentsPercent([]), agentsPercent([{ ...people, bookings: 0 }])]).toEqual([null, null]);
});
