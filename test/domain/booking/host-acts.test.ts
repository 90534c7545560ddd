import { expect, it } from 'vitest';
import { hostActs } from '../../../domain/booking/booking-states.ts';

const [startMs, endMs] = [1_000_000, 2_000_000];
const [before, during, after] = [500_000, 1_500_000, 3_000_000] as const;

it.each([
  ['pending_confirmation', before, ['approve', 'decline', 'move']],
  ['confirmed', before, ['move', 'cancel']],
  ['rescheduled', before, ['move', 'cancel']],
  ['confirmed', during, ['noShow']],
  ['completed', after, ['noShow']],
  ['no_show', during, ['undoNoShow']],
  ['no_show', after, ['undoNoShow']],
  ['canceled', before, []],
  ['canceled', after, []],
  // It has expired, and its flow has not noticed yet.
  ['pending_confirmation', after, []],
] as const)('a host of a booking that is %s, at %i, has the acts that would not be refused', (status, now, acts) => {
  const decideByMs = status === 'pending_confirmation' ? startMs : null;
  expect(hostActs({ status, startMs, endMs, decideByMs }, now)).toEqual(acts);
});
