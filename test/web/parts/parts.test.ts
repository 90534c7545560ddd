import { describe, expect, it } from 'vitest';
import { detailsInput, nothingTyped } from '../../../api/pages/booking/typed-details.ts';
import { zoneGroups } from '../../../api/pages/booking/zones.ts';
import { waitWords } from '../../../api/pages/shell/problems.ts';
import { bookerLocal } from '../../../domain/time/local.ts';
import { isTimezone } from '../../../domain/time/zone.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { questionWords } from '../../../texts/en/pages/details.ts';
import { conditionWords } from '../../../web/parts/condition-words.ts';
import { initials } from '../../../web/parts/faces.tsx';
import { guestAddresses } from '../../../web/parts/guest-list.ts';
import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import { clockChangeNote, clockWords, dayWords, meetingTime } from '../../../web/parts/meeting-time.ts';
import { durationWords } from '../../../web/parts/place-words.ts';

const AMERICAN = { language: 'en', tag: 'en-US' } as const;
const GERMAN = { language: 'de', tag: 'de-DE' } as const;

describe('a meeting’s time in parts', () => {
  const time = (startUtc: string, minutes: number, timezone: string) =>
    meetingTime(Date.parse(startUtc), Date.parse(startUtc) + minutes * 60_000, timezone, DEFAULT_LOCALE);

  it.each([
    [
      '2026-11-23T08:00:00Z',
      30,
      'Europe/Berlin',
      ['Monday, 23 November 2026', '09:00 – 09:30', 'Berlin, Central European Time'],
    ],
    ['2026-11-23T23:30:00Z', 30, 'UTC', ['Monday, 23 November 2026', '23:30 – 24:00', 'UTC']],
    ['2026-11-23T23:30:00Z', 60, 'UTC', ['Monday, 23 November 2026', '23:30 – Tue, 24 Nov 2026, 00:30', 'UTC']],
    [
      '2026-10-25T00:30:00Z',
      60,
      'Europe/Berlin',
      ['Sunday, 25 October 2026', '02:30 – 02:30', 'Berlin, Central European Time, UTC+2 to UTC+1'],
    ],
    [
      '2026-06-01T12:00:00Z',
      45,
      'America/Argentina/Buenos_Aires',
      ['Monday, 1 June 2026', '09:00 – 09:45', 'Buenos Aires, Argentina Standard Time'],
    ],
  ])('%s, %i minutes in %s', (startUtc, minutes, timezone, parts) => {
    const { day, range, zone } = time(startUtc, minutes, timezone);
    expect([day, range, zone]).toEqual(parts);
  });

  it('names the offset of a time that the clock shows twice, and of no other', () => {
    const local = (startUtc: string) =>
      bookerLocal(Date.parse(startUtc), Date.parse(startUtc) + 1_800_000, 'Europe/Berlin');
    expect(clockChangeNote(local('2026-10-25T00:00:00Z'))).toBe('UTC+2');
    expect(clockChangeNote(local('2026-10-25T01:00:00Z'))).toBe('UTC+1');
    expect(clockChangeNote(local('2026-10-25T09:00:00Z'))).toBeUndefined();
  });

  it('has headings of days', () => {
    expect(dayWords('2026-11-23', DEFAULT_LOCALE)).toBe('Monday, 23 November');
    expect(dayWords('2027-01-01', DEFAULT_LOCALE, 'long')).toBe('Friday, 1 January 2027');
    expect(dayWords('2026-11-23', AMERICAN)).toBe('Monday, November 23');
    expect(dayWords('2026-11-23', GERMAN, 'long')).toBe('Montag, 23. November 2026');
  });
});

describe('a reader of another language', () => {
  it('has the clock of their country', () => {
    expect(['00:05', '13:30'].map((time) => clockWords(time, AMERICAN))).toEqual(['12:05 AM', '1:30 PM']);
    expect(['00:05', '13:30'].map((time) => clockWords(time, GERMAN))).toEqual(['00:05', '13:30']);
  });

  it('reads a clock change and midnight in their words', () => {
    const changing = meetingTime(
      Date.parse('2026-10-25T00:30Z'),
      Date.parse('2026-10-25T01:30Z'),
      'Europe/Berlin',
      GERMAN,
    );
    expect(changing).toMatchObject({
      day: 'Sonntag, 25. Oktober 2026',
      zone: 'Berlin, Mitteleuropäische Zeit, UTC+2 bis UTC+1',
    });
    const late = meetingTime(Date.parse('2026-11-23T23:30Z'), Date.parse('2026-11-24T00:30Z'), 'UTC', AMERICAN);
    expect(late.range).toBe('11:30 PM – Tue, Nov 24, 2026, 12:30 AM');
  });
});

describe('conditions in words', () => {
  const field = (key: string, label: string, more: Partial<FormField> = {}): FormField => ({
    key,
    label,
    type: 'short_text',
    required: true,
    ...more,
  });
  const options = [
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ];
  const fields = [
    field('size', 'Team size', { type: 'single_select', config: { options } }),
    field('customer', 'Customer?'),
  ];

  it.each([
    [{ all: [{ key: 'size', op: 'equals' as const, value: 's' }] }, 'Only if “Team size” is “Small”.'],
    [{ any: [{ key: 'size', op: 'in' as const, value: ['s', 'l'] }] }, 'Only if “Team size” is “Small” or “Large”.'],
    [
      {
        all: [
          { key: 'size', op: 'not_equals' as const, value: 's' },
          { key: 'customer', op: 'equals' as const, value: true },
        ],
      },
      'Only if “Team size” is not “Small” and “Customer?” is “Yes”.',
    ],
  ])('%j', (conditionalLogic, words) => {
    expect(conditionWords(field('x', 'X', { conditionalLogic }), fields, questionWords)).toBe(words);
  });

  it('says nothing of a question that is always asked', () => {
    expect(conditionWords(field('x', 'X'), fields, questionWords)).toBeNull();
    expect(conditionWords(field('x', 'X', { conditionalLogic: { all: [] } }), fields, questionWords)).toBeNull();
  });
});

describe('typed details', () => {
  const typed = {
    name: ' Mira ',
    email: ' mira@example.com ',
    guests: 'a@b.test, c@d.test;\ne@f.test',
    answers: { topic: 'x', gone: 'y', empty: '' },
  };
  const form = {
    slug: 'f',
    name: 'F',
    fields: ['topic', 'empty'].map((key) => ({ key, type: 'short_text' as const, label: key, required: false })),
  };

  it('become input: trimmed, split, without blanks and without questions that are gone', () => {
    expect(detailsInput(typed, form)).toEqual({
      name: 'Mira',
      email: 'mira@example.com',
      guests: ['a@b.test', 'c@d.test', 'e@f.test'],
      customFields: { topic: 'x' },
    });
    expect(detailsInput(nothingTyped, null)).toEqual({ email: '' });
    expect(guestAddresses('')).toEqual([]);
  });

  it('pass on no more guests than it takes to say that they are too many', () => {
    const guests = Array.from({ length: 5_000 }, (_, n) => `guest-${n}@b.test`).join(' ');
    expect(detailsInput({ ...typed, guests }, form).guests).toHaveLength(11);
  });
});

describe('other people to invite', () => {
  it.each([
    ['Sam Miller <sam@b.test>, kim@b.test', ['sam@b.test', 'kim@b.test']],
    ['Sam <sam@b.test> Kim < kim@b.test >;sam@b.test\r\nlee@b.test\r\n', ['sam@b.test', 'kim@b.test', 'lee@b.test']],
    ['Sam <sam>', ['Sam', '<sam>']],
    ['Sam <@> <a@ b>', ['Sam', '<@>', '<a@', 'b>']],
    ['<<sam@b.test>>', ['<<sam@b.test>', '>']],
    ['a > b', ['a', '>', 'b']],
  ])('as %j', (text, addresses) => {
    expect(guestAddresses(text)).toEqual(addresses);
  });

  it.each([
    ['a name and ats without an end', `${'x'.repeat(9_000)}<${'a@'.repeat(2_000)}`],
    ['all that a form takes', `${'x'.repeat(200_000)}<${'a@'.repeat(100_000)}`],
    ['open brackets', '<'.repeat(100_000)],
    ['closed brackets', '>'.repeat(100_000)],
    ['space in brackets', `<${' '.repeat(200_000)}a@b${' '.repeat(200_000)}`],
  ])('are read at once, be they %s', (_, text) => {
    const startedMs = performance.now();
    guestAddresses(text);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe('the menu of zones', () => {
  it('holds zones that the service takes, each once, with today’s names', () => {
    const all = zoneGroups('Europe/Berlin').flatMap(({ zones }) => zones.map(({ value }) => value));
    expect(all.filter((zone) => !isTimezone(zone))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(
      expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']),
    );
  });

  it('always holds the current one, as it was written', () => {
    expect(zoneGroups('US/Eastern').flatMap(({ zones }) => zones.map(({ value }) => value))).toContain('US/Eastern');
  });
});

it.each([
  [1, 'in a second'],
  [20, 'in 20 seconds'],
  [90, 'in 2 minutes'],
  [3_600, 'in 60 minutes'],
  [7_200, 'in 2 hours'],
])('%i seconds is %s', (seconds, words) => {
  expect(waitWords(seconds, DEFAULT_LOCALE)).toBe(words);
});

it.each([
  [30, '30 minutes'],
  [60, '1 hour'],
  [120, '2 hours'],
  [90, '1 h 30 min'],
])('%i minutes last %s', (minutes, words) => {
  expect(durationWords(minutes, DEFAULT_LOCALE)).toBe(words);
});

it.each([
  [30, '30 Minuten'],
  [60, '1 Stunde'],
  [90, '1 Std. 30 Min.'],
])('%i minutes last %s in German', (minutes, words) => {
  expect(durationWords(minutes, GERMAN)).toBe(words);
});

describe('initials', () => {
  it.each([
    ['Ada King Lovelace', 'AL'],
    [' grace ', 'G'],
    ['林 美玲', '林美'],
    ['👩‍🚀 Sally', '👩S'],
    ['', ''],
  ])('of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
