import { expect, it } from 'vitest';
import { changeWords } from '../../../../../texts/en/dashboard/activity.ts';
import { translated } from '../../../../../texts/translated.ts';
import { changesInWords } from '../../../../../web/app/dashboard/activity/change-words.ts';
import type { Locale } from '../../../../../web/parts/locale.ts';

const EN: Locale = { language: 'en', tag: 'en-GB' };
const DE: Locale = { language: 'de', tag: 'de-DE' };

const lines = (before: object | null, after: object, locale = EN) =>
  changesInWords(
    { before: before as Record<string, unknown> | null, after: after as Record<string, unknown>, names: { u1: 'Ada' } },
    translated(changeWords, locale.language),
    locale,
  );

it('says states, places and people by name, in both languages', () => {
  expect(lines(null, { status: 'confirmed' })).toEqual(['State: confirmed']);
  expect(lines(null, { status: 'confirmed' }, DE)).toEqual(['Stand: bestätigt']);
  expect(lines({ locationType: 'phone', hostId: null }, { locationType: 'in_person', hostId: 'u1' })).toEqual([
    'Place: Phone call → In person',
    'Host: none → Ada',
  ]);
});

it('says an instant in the reader’s zone, which stands above the list', () => {
  const [line] = lines({ startAt: '2026-11-27T15:00:00.000Z' }, { startAt: '2026-11-28T15:00:00.000Z' });
  expect(line).toMatch(/^Start: 27 November 2026 at \d\d:\d\d → 28 November 2026 at \d\d:\d\d$/);
});

it('keeps what people typed, and says of a list only that it is another', () => {
  expect(lines({ name: 'free' }, { name: 'busy' }, DE)).toEqual(['Name: free → busy']);
  expect(lines({ weeklyHours: [{}] }, { weeklyHours: [] })).toEqual(['Weekly hours changed']);
});
