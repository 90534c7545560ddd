import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDates } from '../../../../api/core/read-dates.ts';
import { type ReadWords, readTimeWords } from '../../../../domain/time/words/read.ts';

/** A Thursday, 13:20 in Berlin. */
const NOW = Date.parse('2026-11-26T12:20:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const read = (words: string, timezone = 'Europe/Berlin', now = NOW): ReadWords =>
  readTimeWords(words, { timezone, now, readDates });
const textOf = (answer: ReadWords): string => {
  if (!('understood' in answer)) throw new Error(`not understood: ${JSON.stringify(answer)}`);
  return answer.understood.text.replace(/ \([^)]+\)$/, '');
};
const windowsOf = (answer: ReadWords): string[] =>
  'understood' in answer
    ? answer.understood.windows.map(({ startMs, endMs }) =>
        [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join('/'),
      )
    : [];

/** The table of the guide, which people and agents learn from. */
const rowsOfGuide = (): [string, string][] => {
  const guide = readFileSync(new URL('../../../../docs/time-zones.md', import.meta.url), 'utf8');
  const [, table = ''] = guide.split('<!-- when: examples -->\n');
  const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| (.+?) \| (.+) \|$/gm)];
  return rows.slice(1).map(([, words = '', answer = '']) => [words, answer]);
};

const asInGuide = (answer: ReadWords): string => {
  if ('understood' in answer) return textOf(answer);
  if (answer.problem === 'unclear') return `unclear: ${answer.candidates.map(({ when }) => when).join(', ')}`;
  if (answer.problem === 'over') return `over: ${answer.text.replace(/ \([^)]+\)$/, '')}`;
  return `not understood: ${answer.words}`;
};

describe('the table of docs/time-zones.md', () => {
  it('has the words that people say', () => expect(rowsOfGuide().length).toBeGreaterThan(20));

  it.each(rowsOfGuide())('%s: %s', (words, answer) => {
    expect(asInGuide(read(words))).toBe(answer);
  });
});

describe('words for a time', () => {
  it.each([
    ['next Tuesday at 2', 'Tue, 1 Dec 2026, 14:00 to 15:00'],
    [
      'mornings in two weeks',
      'the week of Thu, 10 Dec 2026: Mon, 7 Dec 2026 to Sun, 13 Dec 2026, each day 06:00 to 12:00',
    ],
    ['tomorrow', 'Fri, 27 Nov 2026'],
    ['the day after tomorrow in the afternoon', 'Sat, 28 Nov 2026, 12:00 to 18:00'],
    ['tonight', 'Thu, 26 Nov 2026, 18:00 to 22:00'],
    ['this Friday', 'Fri, 27 Nov 2026'],
    ['next Thursday', 'Thu, 3 Dec 2026'],
    ['Wednesday next week', 'Wed, 2 Dec 2026'],
    ['this week', 'Thu, 26 Nov 2026 to Sun, 29 Nov 2026'],
    ['anytime next week', 'Mon, 30 Nov 2026 to Sun, 6 Dec 2026'],
    ['the week of December 14, mornings', 'Mon, 14 Dec 2026 to Sun, 20 Dec 2026, each day 06:00 to 12:00'],
    ['weekend', 'Sat, 28 Nov 2026 to Sun, 29 Nov 2026'],
    ['next month', 'Tue, 1 Dec 2026 to Thu, 31 Dec 2026'],
    ['in February', 'Mon, 1 Feb 2027 to Sun, 28 Feb 2027'],
    ['Mon-Fri', 'Mon, 30 Nov 2026 to Fri, 4 Dec 2026'],
    ['Dec 1-5', 'Tue, 1 Dec 2026 to Sat, 5 Dec 2026'],
    ['from 3 December to 5 December after 3pm', 'Thu, 3 Dec 2026 to Sat, 5 Dec 2026, each day 15:00 to 24:00'],
    ['3 December at 14:30', 'Thu, 3 Dec 2026, 14:30 to 15:30'],
    ['the 5th', 'Sat, 5 Dec 2026'],
    ['jan 5', 'Tue, 5 Jan 2027'],
    ['03.12.2026', 'Thu, 3 Dec 2026'],
    ['12/31', 'Thu, 31 Dec 2026'],
    ['2026-12-03 after 15:00', 'Thu, 3 Dec 2026, 15:00 to 24:00'],
    ['2026-12-03 02:00', 'Thu, 3 Dec 2026, 02:00 to 03:00'],
    ['between 2 and 4 pm on Friday', 'Fri, 27 Nov 2026, 14:00 to 16:00'],
    ['Friday 11-1pm, please', 'Fri, 27 Nov 2026, 11:00 to 13:00'],
    ['Friday at 2-4pm', 'Fri, 27 Nov 2026, 14:00 to 16:00'],
    ['Monday 9 to 5', 'Mon, 30 Nov 2026, 09:00 to 17:00'],
    ['tomorrow at 7 in the evening', 'Fri, 27 Nov 2026, 19:00 to 20:00'],
    ['tomorrow before noon', 'Fri, 27 Nov 2026, 00:00 to 12:00'],
    ['in 3 days', 'Sun, 29 Nov 2026'],
    ['Monday or Tuesday', 'Mon, 30 Nov 2026, or Tue, 1 Dec 2026'],
    [
      'Mon, Wed or Fri at 3',
      'Mon, 30 Nov 2026, 15:00 to 16:00, or Wed, 2 Dec 2026, 15:00 to 16:00, or Fri, 27 Nov 2026, 15:00 to 16:00',
    ],
    ['Monday morning or Tuesday', 'Mon, 30 Nov 2026, 06:00 to 12:00, or Tue, 1 Dec 2026'],
    ['Monday all day or Tuesday at 9', 'Mon, 30 Nov 2026, or Tue, 1 Dec 2026, 09:00 to 10:00'],
    ['mornings on Monday or Friday', 'Mon, 30 Nov 2026, 06:00 to 12:00, or Fri, 27 Nov 2026, 06:00 to 12:00'],
    ['tomorrow at 2 or 4', 'Fri, 27 Nov 2026, 14:00 to 15:00, or Fri, 27 Nov 2026, 16:00 to 17:00'],
    [
      'Tuesdays and Thursdays at 10',
      'Thu, 26 Nov 2026 to Wed, 9 Dec 2026, Tuesdays, 10:00 to 11:00, or Thu, 26 Nov 2026 to Wed, 9 Dec 2026, Thursdays, 10:00 to 11:00',
    ],
    ['as soon as possible tomorrow', 'Fri, 27 Nov 2026'],
    ['late afternoon tomorrow', 'Fri, 27 Nov 2026, 15:00 to 18:00'],
    ['mid next week', 'Tue, 1 Dec 2026 to Thu, 3 Dec 2026'],
    ['end of this week', 'Thu, 26 Nov 2026 to Fri, 27 Nov 2026'],
    ['late December', 'Mon, 21 Dec 2026 to Thu, 31 Dec 2026'],
    ['mid-January', 'Mon, 11 Jan 2027 to Wed, 20 Jan 2027'],
    ['weekday mornings', 'Thu, 26 Nov 2026 to Wed, 9 Dec 2026, Monday to Friday, 06:00 to 12:00'],
    ['before Friday', 'Thu, 26 Nov 2026'],
    ['after 1 December', 'Wed, 2 Dec 2026 to Tue, 15 Dec 2026'],
    ['later this week', 'Thu, 26 Nov 2026 to Sun, 29 Nov 2026'],
    ['3ish tomorrow', 'Fri, 27 Nov 2026, 14:00 to 16:00'],
    ['yesterday or tomorrow', 'Fri, 27 Nov 2026 (Europe/Berlin); over: Wed, 25 Nov 2026'],
    ['at 2', 'Thu, 26 Nov 2026 to Wed, 9 Dec 2026, each day 14:00 to 15:00'],
  ])('%s: %s', (words, text) => {
    expect(textOf(read(words))).toBe(text);
  });

  it.each([
    ['not Tuesday', 'not'],
    ['every Tuesday', 'every'],
    ['not Monday or Tuesday', 'not'],
    ['Monday or', 'or'],
    ['or Monday', 'or'],
    ['mon or tue or wed or thu or fri', 'or'],
    ['Monday or Blursday', 'blursday'],
    ['3 or 4 December', '3'],
    ['before Friday 3pm', 'before friday 3pm'],
    ['early weekend', 'early'],
    ['end of Tuesday', 'end'],
    ['early 3 december to 31 december', 'early'],
    ['tomorrow at 10:00 UTC', 'utc'],
    ['2pm EST tomorrow', 'est'],
    ['in an hour', 'hour'],
    ['31 November', '31 november'],
    ['Friday Dec 1', 'friday dec 1'],
    ['tomorrow 25:00', '25:00'],
    ['tomorrow from 16:00 to 14:00', 'from 16:00 to 14:00'],
    ['tomorrow morning at 15:00', 'at 15:00'],
    ['between 1 and 5 December', 'between'],
    ['nächsten Dienstag', 'nächsten'],
    ['soon', 'soon'],
    ['dec 9999', 'dec 9999'],
    ['9999-12-31', '9999-12-31'],
    ['1999-12-31', '1999-12-31'],
    ['0000-01-01 to 9999-12-31', '0000-01-01 to 9999-12-31'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%s: does not understand “%s”, and passes nothing over', (words, strange) => {
    expect(read(words)).toEqual({ problem: 'not_understood', words: strange });
  });

  it.each([
    ['Thursday', ['2026-11-26', '2026-12-03']],
    ['next Friday', ['2026-11-27', '2026-12-04']],
    ['next weekend', ['2026-11-28 to 2026-11-29', '2026-12-05 to 2026-12-06']],
    ['12/3 at 10am', ['2026-12-03 10:00-11:00', '2027-03-12 10:00-11:00']],
    [
      'next Friday or Monday at 2',
      ['2026-11-27 14:00-15:00 or 2026-11-30 14:00-15:00', '2026-12-04 14:00-15:00 or 2026-11-30 14:00-15:00'],
    ],
    [
      'next Friday or Monday at 2 or Tuesday all day',
      [
        '2026-11-27 14:00-15:00 or 2026-11-30 14:00-15:00 or 2026-12-01 all day',
        '2026-12-04 14:00-15:00 or 2026-11-30 14:00-15:00 or 2026-12-01 all day',
      ],
    ],
    ['Thursday to Friday', ['2026-11-26 to 2026-11-27', '2026-12-03 to 2026-12-04']],
  ])('%s: may mean %j', (words, candidates) => {
    const answer = read(words);
    expect('candidates' in answer && answer.candidates.map(({ when }) => when)).toEqual(candidates);
  });

  it('leaves out what has passed: one meaning may be left, or none', () => {
    expect(textOf(read('Thursday at 9'))).toBe('Thu, 3 Dec 2026, 09:00 to 10:00');
    expect(windowsOf(read('mornings'))[0]).toBe('2026-11-27T05:00/2026-11-27T11:00');
    expect(read('this morning')).toEqual({
      problem: 'over',
      text: 'Thu, 26 Nov 2026, 06:00 to 12:00 (Europe/Berlin)',
    });
  });

  it.each([
    ['yesterday', 'Wed, 25 Nov 2026'],
    ['the day before yesterday at 3', 'Tue, 24 Nov 2026, 15:00 to 16:00'],
    ['last Tuesday', 'Tue, 24 Nov 2026'],
    ['last Thursday', 'Thu, 19 Nov 2026'],
    ['last week', 'Mon, 16 Nov 2026 to Sun, 22 Nov 2026'],
    ['last month', 'Thu, 1 Oct 2026 to Sat, 31 Oct 2026'],
    ['3 days ago', 'Mon, 23 Nov 2026'],
    ['two months ago', 'Sat, 26 Sep 2026'],
    ['yesterday or last week', 'Wed, 25 Nov 2026, or Mon, 16 Nov 2026 to Sun, 22 Nov 2026'],
  ])('%s: is over', (words, text) => {
    expect(read(words)).toEqual({ problem: 'over', text: `${text} (Europe/Berlin)` });
  });

  it('weekdays and "or" search the days between not at all', () => {
    expect(windowsOf(read('weekdays'))).toEqual([
      '2026-11-25T23:00/2026-11-27T23:00',
      '2026-11-29T23:00/2026-12-04T23:00',
      '2026-12-06T23:00/2026-12-09T23:00',
    ]);
    expect(windowsOf(read('Friday or Monday'))).toEqual([
      '2026-11-26T23:00/2026-11-27T23:00',
      '2026-11-29T23:00/2026-11-30T23:00',
    ]);
  });

  it('says of a month that has passed which one it was', () => {
    expect(read('november 2025')).toEqual({
      problem: 'over',
      text: 'Sat, 1 Nov 2025 to Sun, 30 Nov 2025 (Europe/Berlin)',
    });
  });

  it('counts days in the zone of the words', () => {
    const late = Date.parse('2026-11-26T23:30:00Z');
    expect(textOf(read('today', 'Europe/Berlin', late))).toBe('Fri, 27 Nov 2026');
    expect(textOf(read('today', 'America/New_York', late))).toBe('Thu, 26 Nov 2026');
    expect(textOf(read('today', 'Pacific/Kiritimati', late))).toBe('Fri, 27 Nov 2026');
  });

  it('knows days of 23 and 25 hours, skipped and repeated times', () => {
    const march = Date.parse('2026-03-27T12:00:00Z');
    expect(windowsOf(read('2026-03-29', 'Europe/Berlin', march))).toEqual(['2026-03-28T23:00/2026-03-29T22:00']);
    expect(windowsOf(read('2026-03-29 at 02:30', 'Europe/Berlin', march))).toEqual([
      '2026-03-29T01:00/2026-03-29T01:30',
    ]);
    const october = Date.parse('2026-10-23T12:00:00Z');
    expect(windowsOf(read('2026-10-25 at 02:00', 'Europe/Berlin', october))).toEqual([
      '2026-10-25T00:00/2026-10-25T02:00',
    ]);
  });

  const zones = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Africa/Cairo',
    'UTC',
  );
  const nows = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2032-01-01') });
  const days = fc.constantFrom(
    ...['monday', 'next sunday', 'this wednesday', 'tomorrow', 'next week', 'in two weeks', 'next weekend', 'the 31st'],
    ...['4/5', 'jan 2', 'mon-wed', 'this month', 'friday next week', 'in 9 days', 'weekend', ''],
    ...[
      'next friday or monday',
      'tuesdays',
      'weekdays',
      'end of next week',
      'early this month',
      'within 4 days',
      '4/5 or next sunday',
    ],
  );
  const clocks = fc.constantFrom('', ' morning', ' after 3pm', ' at 2:30', ' 9-5pm', ' before 10am', ' evenings');

  it('property: windows are in order, apart, not over, and each candidate means what it says and one thing only', () => {
    fc.assert(
      fc.property(zones, nows, days, clocks, (timezone, now, day, clock) => {
        const answer = read(`${day}${clock}`, timezone, now);
        if ('understood' in answer) {
          let lastMs = Number.NEGATIVE_INFINITY;
          for (const { startMs, endMs } of answer.understood.windows) {
            expect(startMs).toBeGreaterThanOrEqual(lastMs);
            expect(endMs).toBeGreaterThan(Math.max(startMs, now));
            lastMs = endMs;
          }
        } else if (answer.problem === 'unclear') {
          expect(answer.candidates.length).toBeGreaterThan(1);
          for (const { when, text } of answer.candidates)
            expect(read(when, timezone, now)).toMatchObject({ understood: { text } });
        } else expect(answer.problem).toBe('over');
      }),
      { numRuns: 2_000 },
    );
  });

  it('property: any text of 200 characters is answered, soon', () => {
    const pieces = fc.constantFrom(
      ...'next|tuesday|-|to|2|12:|at|am|in|weeks|/|.|dec|week of|2026-|the|and|or|early|by|weekdays|between|ü|'.split(
        '|',
      ),
    );
    const texts = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const startedMs = performance.now();
        read(text.slice(0, 200));
        expect(performance.now() - startedMs).toBeLessThan(200);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ...['12:'.repeat(66), '2 '.repeat(100), 'week of '.repeat(25), 'a-'.repeat(100), ' '.repeat(199), '- '.repeat(100)],
    ...[
      'next '.repeat(40),
      'monday '.repeat(28),
      'dec 1 to '.repeat(22),
      'between 2 and '.repeat(14),
      'end of '.repeat(28),
      'monday or '.repeat(20),
      'by from '.repeat(25),
      '1/'.repeat(100),
    ],
  ])('does not think long about %j', (text) => {
    const startedMs = performance.now();
    for (let time = 0; time < 20; time += 1) read(text.slice(0, 200));
    expect((performance.now() - startedMs) / 20).toBeLessThan(20);
  });
});

describe('the day before and after', () => {
  it('a weekday is found from each day of two years, never in the past, within two weeks', () => {
    for (let day = 0; day < 730; day += 1) {
      const now = Date.parse('2026-01-01T12:00:00Z') + day * DAY_MS;
      const answer = read('this friday', 'UTC', now);
      const [window] = windowsOf(answer);
      const ahead = (Date.parse(`${window?.slice(0, 16)}:00Z`) - now + 12 * HOUR_MS) / DAY_MS;
      expect(new Date(now + ahead * DAY_MS).getUTCDay()).toBe(5);
      expect(ahead).toBeGreaterThanOrEqual(0);
      expect(ahead).toBeLessThan(7);
    }
  });
});
