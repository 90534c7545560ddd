import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { BusyInterval, EventRules, Host, Interval } from '../../../domain/slots/types.ts';
import { DAY_MS, MINUTE_MS } from './build.ts';
import { changeDays } from './oracle.ts';

export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Apia',
] as const;

/** A host, an event and one of the host's days. Every second day is a clock change, if the zone has any. */
export interface Case {
  readonly host: Host;
  readonly rules: EventRules;
  readonly now: number;
  readonly dayMs: number;
}

const changes = new Map(ZONES.map((zone) => [zone, changeDays(zone, 2026, 2028)]));

const day = (zone: (typeof ZONES)[number]) => {
  const anyDay = fc
    .integer({ min: 0, max: 1095 })
    .map((days) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString().slice(0, 10));
  const dates = changes.get(zone) ?? [];
  return dates.length > 0 ? fc.oneof(anyDay, fc.constantFrom(...dates)) : anyDay;
};

const minute = fc.oneof(
  fc.constantFrom(0, 60, 120, 150, 180, 1440),
  fc.integer({ min: 0, max: 288 }).map((five) => five * 5),
);
const dayWindow = fc.tuple(minute, minute).map(([startMinute, endMinute]) => ({ startMinute, endMinute }));
const weeklyRule = fc
  .tuple(fc.integer({ min: 0, max: 6 }), dayWindow)
  .map(([dayOfWeek, window]) => ({ dayOfWeek, ...window }));

const interval = (aroundMs: number): fc.Arbitrary<Interval> =>
  fc
    .tuple(fc.integer({ min: -1440, max: 2880 }), fc.integer({ min: 0, max: 180 }))
    .map(([from, length]) => ({ startMs: aroundMs + from * MINUTE_MS, endMs: aroundMs + (from + length) * MINUTE_MS }));

const buffer = fc.constantFrom(0, 5, 10, 45);

const busy = (aroundMs: number): fc.Arbitrary<BusyInterval> =>
  fc
    .tuple(interval(aroundMs), fc.constantFrom('intro', 'other', null), buffer, buffer)
    .map(([when, eventTypeId, before, after]) => ({
      ...when,
      eventTypeId,
      beforeMs: eventTypeId === null ? 0 : before * MINUTE_MS,
      afterMs: eventTypeId === null ? 0 : after * MINUTE_MS,
    }));

const limit = (max: number) => fc.option(fc.integer({ min: 0, max }), { freq: 2 });

export const eventRules: fc.Arbitrary<EventRules> = fc.record({
  eventTypeId: fc.constant('intro'),
  durationMinutes: fc.constantFrom(5, 15, 30, 45, 60, 90, 720),
  slotIntervalMinutes: fc.constantFrom(null, 5, 10, 15, 20, 30, 60, 90),
  bufferBeforeMinutes: buffer,
  bufferAfterMinutes: buffer,
  buffersAroundCalendarEvents: fc.boolean(),
  minimumNoticeMinutes: fc.constantFrom(0, 60, 120, 1440),
  maxFutureDays: fc.constantFrom(1, 2, 3, 60),
  limits: fc.record({ perDay: limit(4), perWeek: limit(8), perMonth: limit(10) }),
});

export const zone = fc.constantFrom(...ZONES);

/** A host in a zone, with hours, meetings and time off around a day. */
export const hostAround = (timezone: string, date: string, dayMs: number): fc.Arbitrary<Host> =>
  fc.record({
    hostId: fc.uuid(),
    schedule: fc.record({
      timezone: fc.constant(timezone),
      weeklyRules: fc.array(weeklyRule, { maxLength: 30 }),
      overrides: fc.array(fc.record({ date: fc.constant(date), windows: fc.array(dayWindow, { maxLength: 3 }) }), {
        maxLength: 1,
      }),
      timeOff: fc.array(interval(dayMs), { maxLength: 2 }),
    }),
    busy: fc.array(busy(dayMs), { maxLength: 12 }),
  });

export const cases: fc.Arbitrary<Case> = zone.chain((timezone) =>
  day(timezone).chain((date) => {
    const dayMs = DateTime.fromISO(date, { zone: timezone }).toMillis();
    return fc.record({
      host: hostAround(timezone, date, dayMs),
      rules: eventRules,
      now: fc
        .integer({ min: -2880, max: 600 })
        .chain((minutes) => fc.integer({ min: 0, max: 59_999 }).map((rest) => dayMs + minutes * MINUTE_MS + rest)),
      dayMs: fc.constant(dayMs),
    });
  }),
);
