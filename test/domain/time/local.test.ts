import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { bookerLocal, isoInstant, localParts, slotRenderer } from '../../../domain/time/local.ts';

const HALF_HOUR_MS = 1_800_000;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Apia',
];
const minute = fc.integer({ min: 0, max: Date.UTC(2040, 0, 1) / 60_000 }).map((minutes) => minutes * 60_000);

const display = (startUtc: string, timezone: string, minutes = 30) =>
  bookerLocal(Date.parse(startUtc), Date.parse(startUtc) + minutes * 60_000, timezone).display;

describe('a slot in the booker’s zone', () => {
  it('is complete', () => {
    const startMs = Date.parse('2026-11-23T08:00Z');
    expect(bookerLocal(startMs, startMs + HALF_HOUR_MS, 'Europe/Berlin')).toEqual({
      timezone: 'Europe/Berlin',
      dateLocal: '2026-11-23',
      dayOfWeek: 'Monday',
      startLocal: '09:00',
      endLocal: '09:30',
      display: 'Mon, 23 Nov 2026, 09:00 – 09:30 (Europe/Berlin)',
    });
  });

  it('ends at 24:00 where it ends at midnight, and names the next day where it goes on', () => {
    expect(display('2026-11-23T22:30Z', 'Europe/Berlin')).toBe('Mon, 23 Nov 2026, 23:30 – 24:00 (Europe/Berlin)');
    expect(display('2026-11-23T22:30Z', 'Europe/Berlin', 60)).toBe(
      'Mon, 23 Nov 2026, 23:30 – Tue, 24 Nov 2026, 00:30 (Europe/Berlin)',
    );
    const startMs = Date.parse('2026-11-23T22:30Z');
    expect(bookerLocal(startMs, startMs + HALF_HOUR_MS, 'Europe/Berlin').endLocal).toBe('24:00');
    const [monday, nextMonday] = [Date.parse('2026-11-22T23:00Z'), Date.parse('2026-11-29T23:00Z')];
    expect(bookerLocal(monday, nextMonday, 'Europe/Berlin').display).toBe(
      'Mon, 23 Nov 2026, 00:00 – Sun, 29 Nov 2026, 24:00 (Europe/Berlin)',
    );
  });

  it('names the offset where the clock shows a time twice', () => {
    expect(display('2026-10-24T23:30Z', 'Europe/Berlin')).toBe('Sun, 25 Oct 2026, 01:30 – 02:00 (Europe/Berlin)');
    expect(display('2026-10-25T00:00Z', 'Europe/Berlin')).toBe(
      'Sun, 25 Oct 2026, 02:00 – 02:30 (Europe/Berlin, UTC+2)',
    );
    expect(display('2026-10-25T00:30Z', 'Europe/Berlin')).toBe(
      'Sun, 25 Oct 2026, 02:30 – 02:00 (Europe/Berlin, UTC+2 to UTC+1)',
    );
    expect(display('2026-10-25T01:30Z', 'Europe/Berlin')).toBe(
      'Sun, 25 Oct 2026, 02:30 – 03:00 (Europe/Berlin, UTC+1)',
    );
    expect(display('2026-10-25T02:00Z', 'Europe/Berlin')).toBe('Sun, 25 Oct 2026, 03:00 – 03:30 (Europe/Berlin)');
    expect(display('2026-11-01T04:00Z', 'America/St_Johns')).toContain('UTC-2:30 to UTC-3:30');
  });

  it('never shows two slots alike, on any day of three years, in any of six zones', () => {
    for (const zone of ZONES) {
      const render = slotRenderer(zone);
      const shown = new Set<string>();
      let count = 0;
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2029, 0, 1); ms += HALF_HOUR_MS, count += 1) {
        shown.add(render(ms, ms + HALF_HOUR_MS).display);
      }
      expect(shown.size).toBe(count);
    }
  });

  it('reads as Luxon reads it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), minute, (timezone, startMs) => {
        const start = DateTime.fromMillis(startMs, { zone: timezone });
        const end = DateTime.fromMillis(startMs + HALF_HOUR_MS, { zone: timezone });
        const slot = bookerLocal(startMs, startMs + HALF_HOUR_MS, timezone);
        expect(slot).toMatchObject({
          dateLocal: start.toISODate(),
          dayOfWeek: start.toFormat('EEEE'),
          startLocal: start.toFormat('HH:mm'),
          endLocal: end.toFormat('HH:mm') === '00:00' ? '24:00' : end.toFormat('HH:mm'),
        });
        expect(slot.display.startsWith(start.toFormat('EEE, d LLL yyyy, HH:mm –'))).toBe(true);
        expect(localParts(startMs, timezone)).toEqual({
          timezone,
          dateLocal: start.toISODate(),
          dayOfWeek: start.toFormat('EEEE'),
          timeLocal: start.toFormat('HH:mm'),
          minuteOfDay: start.hour * 60 + start.minute,
          offsetMinutes: start.offset,
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an instant in UTC', () => {
  it('reads as the language itself writes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (ms) => {
        expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
      }),
      { numRuns: 2000 },
    );
  });
});
