import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOpenStart, openStarts, whyNotOpen } from '../../../../api/handlers/bookable/open-times.ts';
import type { HostCalendar } from '../../../../domain/bookable/bookable-event.ts';
import { listSlots } from '../../../../domain/slots/host-slots.ts';
import type { AvailabilitySnapshot, BlockedTime } from '../../../../store/bookable/availability-snapshot.ts';
import { sampleEvent } from '../../../domain/slots-answer/sample-event.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-23T06:00:00Z');

const timeOf = (bookingId: string | null, startMs: number, endMs: number): BlockedTime => ({
  ...{ bookingId, startMs, endMs, beforeMs: 0, afterMs: 0, firmUntilMs: null },
  eventTypeId: bookingId === null ? null : sampleEvent.rules.eventTypeId,
});

const snapshotWith = (blocked: readonly BlockedTime[], calendar: HostCalendar = 'working'): AvailabilitySnapshot => ({
  ...{ version: '1', blocked, memberBlocked: new Map(), yieldsMs: [], horizonMs: NOW + 62 * DAY_MS },
  event: { ...sampleEvent, host: { ...sampleEvent.host, calendar } },
});

/** Times that do not overlap each other, as claims do and as the mirror joins them: gaps and lengths in half hours. */
const series = (longest: number) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: longest })), { maxLength: 20 });

function placed(steps: readonly (readonly [number, number])[], bookingId: string | null): BlockedTime[] {
  let at = NOW - 5 * DAY_MS;
  return steps.map(([gap, length]) => {
    const startMs = at + (gap * HOUR_MS) / 2;
    at = startMs + (length * HOUR_MS) / 2;
    return timeOf(bookingId, startMs, at);
  });
}

describe('open starts of a host with calendars', () => {
  it('are those without any time that a claim or a calendar has, however long an event is and whatever the window', () => {
    const window = fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(series(4), series(400), window, (meetings, events, [from, length]) => {
        const blocked = [...placed(meetings, 'a'), ...placed(events, null)].sort(
          (one, other) => one.startMs - other.startMs,
        );
        const asked = { startMs: NOW + from * HOUR_MS, endMs: NOW + (from + length) * HOUR_MS };
        const schedule = sampleEvent.schedule;
        if (!schedule) throw new Error('the sample has hours');
        const host = { hostId: 'x', schedule, busy: blocked };
        const plain = listSlots({ host, rules: sampleEvent.rules, window: asked, now: NOW }).starts;
        expect(openStarts(snapshotWith(blocked), NOW, asked)).toEqual(plain);
      }),
    );
  });

  it('are none where a calendar cannot be read, and come back with it', () => {
    const window = { startMs: NOW, endMs: NOW + 7 * DAY_MS };
    const [first = 0] = openStarts(snapshotWith([]), NOW, window);
    expect(openStarts(snapshotWith([], 'broken'), NOW, window)).toEqual([]);
    expect(nextOpenStart(snapshotWith([], 'broken'), NOW, NOW)).toBeNull();
    expect(whyNotOpen(snapshotWith([], 'broken'), NOW, first)).toBe('not_a_slot');
    expect(whyNotOpen(snapshotWith([timeOf(null, first, first + 1)]), NOW, first)).toBe('slot_taken');
  });

  it('keep the buffers around an event as around a meeting, unless the event type says otherwise', () => {
    const nine = Date.parse('2026-11-24T08:00:00Z');
    const startsWith = (bookingId: string | null, buffersAroundCalendarEvents = true) => {
      const buffers = { bufferBeforeMinutes: 60, bufferAfterMinutes: 60, buffersAroundCalendarEvents };
      const rules = { ...sampleEvent.rules, ...buffers, slotIntervalMinutes: 60 };
      const snapshot = snapshotWith([timeOf(bookingId, nine + HOUR_MS, nine + 2 * HOUR_MS)]);
      const window = { startMs: nine, endMs: nine + 3 * HOUR_MS };
      return openStarts({ ...snapshot, event: { ...snapshot.event, rules } }, NOW, window);
    };
    expect(startsWith(null, false)).toEqual([nine, nine + 2 * HOUR_MS]);
    expect(startsWith(null)).toEqual([]);
    expect(startsWith('a meeting', false)).toEqual([]);
  });
});
