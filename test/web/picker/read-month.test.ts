import { describe, expect, it } from 'vitest';
import { bookerLocal, isoInstant } from '../../../domain/time/local.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { addMonths, asDate, asMonth, rangeOf } from '../../../web/picker/civil-month.ts';
import { chosenDay } from '../../../web/picker/open-month.ts';
import { readMonth, type SlotsQuery } from '../../../web/picker/read-month.ts';

const NOW = Date.parse('2026-11-23T11:20:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = 500;

interface Host {
  readonly timezone?: string;
  readonly maxFutureDays?: number;
  readonly now?: number;
}

/** A slots operation over a list of starts, with the windows, the limit and the look-ahead of the real one. */
const operationOver = (
  starts: readonly number[],
  { timezone: own = 'Europe/Berlin', maxFutureDays = 60, now = NOW }: Host = {},
) => {
  const queries: SlotsQuery[] = [];
  const ask = async (query: SlotsQuery) => {
    queries.push(query);
    const timezone = query.timezone ?? own;
    const midnight = (date: string, days = 0) =>
      zoneOf(timezone).firstInstant(Date.parse(`${date}T00:00Z`) + days * DAY_MS);
    const from = Math.max(now, midnight(query.fromDate), Date.parse(query.from ?? '2000-01-01'));
    const inWindow = starts.filter((start) => start >= from && start < midnight(query.toDate, 1));
    const listed = inWindow.slice(0, query.limit);
    const next = listed[0] ?? starts.find((start) => start >= from);
    return {
      ok: true as const,
      output: {
        slots: listed.map((start) => ({
          startUtc: isoInstant(start),
          endUtc: isoInstant(start + HOUR_MS / 2),
          bookerLocal: bookerLocal(start, start + HOUR_MS / 2, timezone),
        })),
        ...(listed.length === 0 ? { emptyReason: 'no_slots' as const } : {}),
        calendar: { hostTimezone: own },
        availability: {
          bookerTimezone: timezone,
          maxFutureDays,
          truncatedByLimit: inWindow.length > listed.length,
          nextAvailableStartUtc: next === undefined ? null : isoInstant(next),
        },
      },
    };
  };
  return { ask, queries };
};

const read = async (
  { ask }: ReturnType<typeof operationOver>,
  request: { timezone?: string; month?: string; now?: number } = {},
) => {
  const { timezone, month, now = NOW } = request;
  const answer = await readMonth(ask, { timezone, month, now });
  if (!answer.ok) throw new Error('refused');
  return answer.output.open;
};

describe('the month of a page', () => {
  it('is this one while it has times, asked for once', async () => {
    const operation = operationOver([NOW + HOUR_MS, NOW + 2 * DAY_MS, NOW + 2 * DAY_MS + HOUR_MS, NOW + 30 * DAY_MS]);
    const { month, days, nextDate, emptyReason } = await read(operation);
    expect(month).toBe('2026-11');
    expect(days.map(({ date, times }) => [date, times.length])).toEqual([
      ['2026-11-23', 1],
      ['2026-11-25', 2],
    ]);
    expect([nextDate, emptyReason]).toEqual([null, null]);
    expect(operation.queries).toEqual([{ fromDate: '2026-11-01', toDate: '2026-11-30', limit: LIMIT }]);
  });

  it('is the next with times when this one has none', async () => {
    const { month, days } = await read(operationOver([Date.parse('2027-01-05T09:00Z')]));
    expect([month, days[0]?.date]).toEqual(['2027-01', '2027-01-05']);
  });

  it('is this one when nothing can be had at all', async () => {
    expect(await read(operationOver([]))).toMatchObject({
      month: '2026-11',
      days: [],
      emptyReason: 'no_slots',
      nextDate: null,
    });
  });

  it('is that of the host’s zone, which only the answer has', async () => {
    const lastEvening = Date.parse('2026-12-01T01:00Z');
    const inHonolulu = operationOver([lastEvening + HOUR_MS, lastEvening + 3 * DAY_MS], {
      timezone: 'Pacific/Honolulu',
      now: lastEvening,
    });
    const { month, days } = await read(inHonolulu, { now: lastEvening });
    expect([month, days.map(({ date }) => date)]).toEqual(['2026-11', ['2026-11-30']]);
    const firstMorning = Date.parse('2026-11-30T20:00Z');
    const inApia = operationOver([firstMorning + HOUR_MS], { timezone: 'Pacific/Apia', now: firstMorning });
    expect((await read(inApia, { now: firstMorning })).month).toBe('2026-12');
  });

  it('is the one that was asked for, empty or not, and names the next open one', async () => {
    const operation = operationOver([NOW + HOUR_MS, Date.parse('2027-01-05T09:00Z')]);
    expect(await read(operation, { month: '2026-12' })).toMatchObject({
      month: '2026-12',
      days: [],
      emptyReason: 'no_slots',
      nextDate: '2027-01-05',
    });
  });

  it.each(['1999-01', '2026-10'])('is not %s, which is over', async (month) => {
    expect((await read(operationOver([NOW + HOUR_MS]), { month })).month).toBe('2026-11');
  });

  it('goes no further than anything can be booked', async () => {
    expect((await read(operationOver([]), { month: '2999-12' })).month).toBe('2028-11');
    expect((await read(operationOver([], { maxFutureDays: 60 }))).lastMonth).toBe('2027-01');
    expect((await read(operationOver([], { maxFutureDays: 5 }))).lastMonth).toBe('2026-11');
  });

  it('has the last date that can be booked, by the host’s calendar', async () => {
    const late = { timezone: 'Pacific/Auckland', maxFutureDays: 5 };
    // There it is the 24th already.
    expect((await read(operationOver([], late), { timezone: 'Europe/Berlin' })).lastDate).toBe('2026-11-29');
    expect((await read(operationOver([], { ...late, timezone: 'Europe/Berlin' }))).lastDate).toBe('2026-11-28');
  });

  it('holds every start of a month of more than one answer holds', async () => {
    // A start every five minutes, day and night: the most that an event can have.
    const first = Date.parse('2026-12-01T00:00Z');
    const starts = Array.from({ length: 31 * 288 }, (_, index) => first + index * 300_000);
    const operation = operationOver(starts);
    const { days } = await read(operation, { timezone: 'UTC', month: '2026-12' });
    expect(days).toHaveLength(31);
    expect(new Set(days.map(({ times }) => times.length))).toEqual(new Set([288]));
    expect(new Set(days.flatMap(({ times }) => times.map(({ startUtc }) => startUtc))).size).toBe(31 * 288);
    expect(operation.queries).toHaveLength(18);
  });

  it('ends with the first refusal', async () => {
    const refusal = { ok: false as const, status: 429 };
    expect(await readMonth(async () => refusal, { timezone: undefined, month: undefined, now: NOW })).toBe(refusal);
  });

  it('names the offset of a time that the clock shows twice', async () => {
    const twice = [Date.parse('2027-10-31T00:30Z'), Date.parse('2027-10-31T01:30Z')];
    const { days } = await read(operationOver(twice, { maxFutureDays: 400 }), { month: '2027-10' });
    expect(days[0]?.times).toEqual([
      { startUtc: '2027-10-31T00:30:00.000Z', clock: '02:30', note: 'UTC+2' },
      { startUtc: '2027-10-31T01:30:00.000Z', clock: '02:30', note: 'UTC+1' },
    ]);
  });
});

describe('the day of a month', () => {
  it('is the one asked for, else the nearest with times, of two as near the later; the first without a request', async () => {
    const now = Date.parse('2026-11-01T11:20:00Z');
    const starts = [now + DAY_MS, now + 2 * DAY_MS, now + 26 * DAY_MS];
    const open = await read(operationOver(starts, { now }), { now });
    const dayFor = (asked?: string) => chosenDay(open, asked)?.date;
    expect(dayFor()).toBe('2026-11-02');
    expect(dayFor('2026-11-03')).toBe('2026-11-03');
    expect(dayFor('2026-11-04')).toBe('2026-11-03');
    expect(dayFor('2026-11-15')).toBe('2026-11-27');
    expect(dayFor('2026-11-14')).toBe('2026-11-03');
    expect(dayFor('2026-11-28')).toBe('2026-11-27');
    expect(dayFor('2026-11-01')).toBe('2026-11-02');
    expect(chosenDay(await read(operationOver([])), undefined)).toBeNull();
  });
});

describe('months as texts', () => {
  it('are counted over the ends of years', () => {
    expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-11', 14)]).toEqual([
      '2027-01',
      '2026-12',
      '2028-01',
    ]);
    expect(rangeOf('2028-02')).toEqual({ fromDate: '2028-02-01', toDate: '2028-02-29' });
  });

  it.each(['2026-13', '2026-1', '2026-02-30', 'soon', '', undefined])('are not %s', (text) => {
    expect([asMonth(text), asDate(text)]).toEqual([undefined, undefined]);
  });
});
