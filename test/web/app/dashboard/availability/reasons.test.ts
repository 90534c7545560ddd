import { describe, expect, it } from 'vitest';
import type { Finding, HostFindings } from '../../../../../schemas/shapes/slot-explanation.ts';
import { reasonsOf } from '../../../../../web/app/dashboard/availability/reasons.ts';
import type { Locale } from '../../../../../web/parts/locale.ts';

const US: Locale = { language: 'en', tag: 'en-US' };
const DE: Locale = { language: 'de', tag: 'de-DE' };

const WINDOW = { start: '09:00', end: '17:00', startAt: '2026-12-01T08:00:00Z', endAt: '2026-12-01T16:00:00Z' };

function reasons(finding: Omit<Finding, 'passes' | 'sentence'>, locale: Locale, at = '10:00', windows = [WINDOW]) {
  const host: HostFindings = {
    host: { id: 'h', name: 'Ada', username: 'ada' },
    ...{ offered: false, reason: finding.rule, timezone: 'Europe/Berlin', date: '2026-12-01', windows },
    findings: [
      { rule: 'too_far', passes: true, sentence: 'It passes, so nobody reads it.' },
      { ...finding, passes: false, sentence: 'English of the API.' },
    ],
    calendarsAsOf: null,
  };
  const startMs = Date.parse(`2026-12-01T${at}:00+01:00`);
  const slot = { startAt: new Date(startMs).toISOString(), endAt: new Date(startMs + 1_800_000).toISOString() };
  return reasonsOf(host, slot, locale);
}

const grid = { rule: 'not_a_slot', stepMinutes: 30 } as const;

describe('why a time is not offered', () => {
  it.each([
    ['closed', grid, '10:00', [], 'Ada hat geschlossen: Dienstag, 1. Dezember 2026 (Berlin, Mitteleuropäische Zeit).'],
    ['outside', grid, '07:00', [WINDOW], '(Dienstag, 1. Dezember 2026): 09:00–17:00 (Berlin, Mitteleuropäische Zeit).'],
    ['between', grid, '10:10', [WINDOW], 'Ab 09:00 (Berlin, Mitteleuropäische Zeit) gibt es einen alle 30 Minuten.'],
    ['too long', { ...grid, stepMinutes: 15 }, '16:45', [WINDOW], 'dauert 30 Minuten'],
    ['too far', { rule: 'too_far', maxFutureDays: 60, lastDate: '2027-01-25' }, '10:00', [WINDOW], 'höchstens 60 Tage'],
    [
      'too soon',
      { rule: 'too_soon', earliestAt: '2026-12-01T10:00:00Z', minimumNoticeMinutes: 120 },
      '10:00',
      [WINDOW],
      'mindestens 2 Stunden im Voraus, der früheste Beginn ist jetzt Dienstag, 1. Dezember 2026, 11:00 (Berlin, Mitteleuropäische Zeit)',
    ],
    [
      'over',
      { rule: 'too_soon', earliestAt: '2026-12-01T14:00:00Z', minimumNoticeMinutes: 120 },
      '10:00',
      [WINDOW],
      'ist vorbei',
    ],
    ['away', { rule: 'time_off', clashes: [] }, '10:00', [WINDOW], 'Ada ist dann abwesend.'],
    [
      'taken',
      {
        rule: 'taken',
        clashes: [
          { kind: 'meeting', startAt: '2026-12-01T09:00:00Z', endAt: '2026-12-01T09:30:00Z' },
          { kind: 'calendar', provider: 'google' },
        ],
      },
      '10:00',
      [WINDOW],
      'einen Termin (Dienstag, 1. Dezember 2026, 10:00 – 10:30) und einen Eintrag in einem Kalender von Google',
    ],
    [
      'full',
      { rule: 'limit_reached', limits: [{ per: 'day', fromDate: '2026-12-01', booked: 3, limit: 3 }] },
      '10:00',
      [WINDOW],
      '3 von 3 am Tag gebucht',
    ],
  ] as const)('%s, in German', (_, finding, at, windows, expected) => {
    const [said, ...more] = reasons(finding as never, DE, at, [...windows]);
    expect(said).toContain(expected);
    expect(more).toEqual([]);
  });

  const meeting = { kind: 'meeting', startAt: '2026-12-01T08:15:00Z', endAt: '2026-12-01T08:45:00Z' } as const;

  it('says whose free minutes are in the way, and until when', () => {
    const buffer = { side: 'after', minutes: 20, edgeAt: '2026-12-01T09:05:00Z', whose: 'that_meeting' } as const;
    expect(reasons({ rule: 'taken', clashes: [{ ...meeting, buffer }] }, DE)).toEqual([
      'Ada ist dann belegt durch einen Termin (Dienstag, 1. Dezember 2026, 09:15 – 09:45). Nach dem Termin, der um 09:45 endet, bleiben 20 Minuten frei, bis 10:05 (Berlin, Mitteleuropäische Zeit): eingestellt für jenen Termin.',
    ]);
  });

  it('speaks of free minutes only where they can count: a calendar’s events have none', () => {
    const calendar = { kind: 'calendar', provider: 'google' } as const;
    expect(reasons({ rule: 'taken', clashes: [calendar] }, US)).toEqual([
      'Ada is taken then by an event in a Google calendar.',
    ]);
    expect(reasons({ rule: 'taken', clashes: [calendar, { kind: 'busy' }] }, US)).toEqual([
      'Ada is taken then by another thing and an event in a Google calendar. Free minutes around meetings count.',
    ]);
  });

  it('has the dates and clocks of the reader’s region', () => {
    expect(reasons(grid, US, '07:00')).toEqual([
      'It is outside the hours of Ada on Tuesday, December 1, 2026: 9:00 AM–5:00 PM (Berlin, Central European Time).',
    ]);
  });
});
