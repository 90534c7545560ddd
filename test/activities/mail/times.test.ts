import { expect, it } from 'vitest';
import { instantInWords, meetingTime, shortInstant } from '../../../activities/mail/times.ts';
import type { Language } from '../../../texts/languages.ts';

const START = Date.parse('2026-11-27T19:05:00Z');
const reader = (language: Language, region: string | null, timezone = 'America/New_York') => ({
  language,
  region,
  timezone,
});

it.each([
  ['en', null, 'Friday 27 November 2026, 14:05 (New York, Eastern Time, GMT-5)'],
  ['en', 'GB', 'Friday 27 November 2026, 14:05 (New York, Eastern Time, GMT-5)'],
  ['en', 'US', 'Friday, November 27, 2026, 2:05 PM (New York, Eastern Time, GMT-5)'],
  ['en', 'IE', 'Friday 27 November 2026, 14:05 (New York, Eastern Time, GMT-5)'],
  ['de', 'AT', 'Freitag, 27. November 2026, 14:05 Uhr (New York, Nordamerikanische Ostküstenzeit, GMT-5)'],
  ['de', null, 'Freitag, 27. November 2026, 14:05 Uhr (New York, Nordamerikanische Ostküstenzeit, GMT-5)'],
] as const)('a reader of %s in %s reads dates and clocks as people there write them', (language, region, words) => {
  expect(instantInWords(START, reader(language, region))).toBe(words);
});

it('so do a meeting and a subject', () => {
  const us = reader('en', 'US');
  expect(meetingTime(START, START + 1_800_000, us)).toEqual({
    day: 'Friday, November 27, 2026,',
    hours: '2:05 PM to 2:35 PM',
    zone: 'New York, Eastern Time, GMT-5',
  });
  expect(shortInstant(START, us)).toBe('Fri, Nov 27, 2026, 2:05 PM GMT-5');
});
