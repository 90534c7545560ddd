import { expect, it } from 'vitest';
import { awayWords } from '../../../../../web/app/dashboard/availability/away-words.ts';

const off = (startAt: string, endAt: string) => ({ startAt, endAt, local: { timezone: 'Europe/Berlin' } });
const US = { language: 'en', tag: 'en-US' } as const;
const DE = { language: 'de', tag: 'de-DE' } as const;

it('says whole days as days, by the reader’s calendar', () => {
  const days = off('2026-12-20T23:00:00Z', '2026-12-31T23:00:00Z');
  expect(awayWords(days, US)).toBe('Mon, Dec 21, 2026 – Thu, Dec 31, 2026');
  expect(awayWords(days, DE)).toBe('Mo., 21. Dez. 2026 – Do., 31. Dez. 2026');
  expect(awayWords(off('2026-12-20T23:00:00Z', '2026-12-21T23:00:00Z'), US)).toBe('Mon, Dec 21, 2026');
});

it('says anything else with its times and its zone', () => {
  expect(awayWords(off('2026-12-21T08:00:00Z', '2026-12-21T11:30:00Z'), US)).toBe(
    'Monday, December 21, 2026, 9:00 AM – 12:30 PM (Berlin, Central European Time)',
  );
});
