import { describe, expect, it } from 'vitest';
import {
  type BookingState,
  decideBy,
  hasEnded,
  isActive,
  optionsOf,
  overdue,
  statusOnceMoved,
  whyNotCancel,
  whyNotDecide,
  whyNotReschedule,
} from '../../../domain/booking/booking-states.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/time/civil.ts';
import { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';

const START_MS = Date.parse('2026-11-23T09:00:00Z');
const BEFORE_MS = START_MS - HOUR_MS;

const booking = (status: BookingStatus, more: Partial<BookingState> = {}): BookingState => ({
  status,
  startMs: START_MS,
  endMs: START_MS + 30 * MINUTE_MS,
  decideByMs: status === 'pending_confirmation' ? START_MS - 30 * MINUTE_MS : null,
  ...more,
});

const refusals = (state: BookingState, now: number) => [
  whyNotReschedule(state, now),
  whyNotCancel(state, now),
  whyNotDecide(state, now),
];

describe('what a booking allows', () => {
  it.each([
    ['pending_confirmation', [null, null, null]],
    ['confirmed', [null, null, 'already_decided']],
    ['rescheduled', [null, null, 'already_decided']],
    ['canceled', ['booking_canceled', null, 'already_decided']],
    ['completed', ['booking_over', 'booking_over', 'already_decided']],
    ['no_show', ['booking_over', 'booking_over', 'already_decided']],
  ] as const)('%s, an hour before its start', (status, expected) => {
    expect(refusals(booking(status), BEFORE_MS)).toEqual(expected);
  });

  it.each(BookingStatus.options)('%s: nothing from the instant of its start on', (status) => {
    expect(optionsOf(booking(status, { decideByMs: null }), START_MS)).toEqual({
      canReschedule: false,
      canCancel: false,
      canDecide: false,
    });
  });

  it('confirmed: everything of the guest until the last millisecond', () => {
    expect(optionsOf(booking('confirmed'), START_MS - 1)).toEqual({
      canReschedule: true,
      canCancel: true,
      canDecide: false,
    });
  });

  it('a request past its decision, which its flow has not ended yet: neither moved nor decided', () => {
    const { decideByMs } = booking('pending_confirmation');
    const atDeadline = optionsOf(booking('pending_confirmation'), decideByMs ?? 0);
    expect(atDeadline).toEqual({ canReschedule: false, canCancel: true, canDecide: false });
    expect(optionsOf(booking('pending_confirmation'), (decideByMs ?? 0) - 1)).toEqual({
      canReschedule: true,
      canCancel: true,
      canDecide: true,
    });
  });
});

describe('what time makes of a booking', () => {
  it('ends requests at their decision and meetings at their end, and nothing that is over', () => {
    const { endMs } = booking('confirmed');
    const at = (status: BookingStatus, now: number) => overdue(booking(status), now);
    expect(at('pending_confirmation', START_MS - 30 * MINUTE_MS - 1)).toBeNull();
    expect(at('pending_confirmation', START_MS - 30 * MINUTE_MS)).toBe('undecided');
    expect(at('confirmed', endMs - 1)).toBeNull();
    expect(['confirmed', 'rescheduled'].map((status) => at(status as BookingStatus, endMs))).toEqual([
      'ended',
      'ended',
    ]);
    const over = BookingStatus.options.filter((status) => !isActive(status));
    expect(over).toEqual(['canceled', 'no_show', 'completed']);
    expect(over.map((status) => at(status, endMs + HOUR_MS))).toEqual([null, null, null]);
  });

  it('gives the host 48 hours, and never more than until the start', () => {
    expect(decideBy(START_MS, START_MS - 72 * HOUR_MS)).toBe(START_MS - 24 * HOUR_MS);
    expect(decideBy(START_MS, BEFORE_MS)).toBe(START_MS);
  });
});

it('a move keeps what the host said so far, unless it asks again', () => {
  const moved = (asksAgain: boolean) =>
    (['pending_confirmation', 'confirmed', 'rescheduled'] as const).map((status) => statusOnceMoved(status, asksAgain));
  expect(moved(false)).toEqual(['pending_confirmation', 'rescheduled', 'rescheduled']);
  expect(new Set(moved(true))).toEqual(new Set(['pending_confirmation']));
});

it.each([
  ['pending_confirmation', false],
  ['confirmed', false],
  ['rescheduled', false],
  ['canceled', true],
  ['completed', true],
  ['no_show', true],
] as const)('a meeting that is %s is over before its end: %s, and at its end in any case', (status, before) => {
  const state = booking(status);
  expect([hasEnded(state, state.endMs - 1), hasEnded(state, state.endMs)]).toEqual([before, true]);
});
