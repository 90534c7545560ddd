import { describe, expect, it } from 'vitest';
import {
  MAX_LOOK_UP_MS,
  MAX_PACK_WAIT_MS,
  MAX_TRY_MS,
  mailAtMs,
  type NextStepFacts,
  nextStep,
} from '../../../domain/prep/pack-state.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 10, 25, 14);
const ahead = (minutes: number): number => START_MS - minutes * MINUTE_MS;

/** Two hours before a meeting of half an hour whose hosts are mailed an hour before. */
const look = (changes: Partial<NextStepFacts> = {}) => {
  const { atMs, waitsFor } = nextStep({
    ...{ status: 'confirmed', hasPack: true, mailMinutes: 60, isMailOpen: true, movedAtMs: null, retryAtMs: null },
    ...{ startMs: START_MS, endMs: ahead(-30), nowMs: ahead(120) },
    ...changes,
  });
  return [waitsFor, (START_MS - atMs) / MINUTE_MS];
};

const END = ['end', -30];
const MAIL = ['mail', 60];

describe('a pack is looked at next', () => {
  it('for its mail, also one that is late', () => {
    expect(look()).toEqual(MAIL);
    expect(look({ status: 'rescheduled' })).toEqual(MAIL);
    expect(look({ nowMs: ahead(1) })).toEqual(MAIL);
  });

  it.each<[string, Partial<NextStepFacts>]>([
    ['nobody wants a mail', { mailMinutes: null }],
    ['all hosts were mailed about this start', { isMailOpen: false }],
    ['no pack was made', { hasPack: false }],
    ['it waits for its host', { status: 'pending_confirmation' }],
    ['it has begun', { nowMs: START_MS }],
  ])('at the end of its meeting if %s', (_, changes) => {
    expect(look(changes)).toEqual(END);
  });

  it('for a further try, unless that may still run when the mail is due', () => {
    const minutes = MAX_LOOK_UP_MS / MINUTE_MS;
    expect(look({ retryAtMs: ahead(60 + minutes) })).toEqual(['retry', 60 + minutes]);
    expect(look({ retryAtMs: ahead(60 + minutes) + 1 })).toEqual(MAIL);
    // A try that is due since long may begin now at the earliest.
    expect(look({ retryAtMs: ahead(600), nowMs: ahead(65) })).toEqual(MAIL);
    expect(look({ retryAtMs: ahead(600) })).toEqual(['retry', 600]);
  });

  it('for a further try after the mail has left, and never once the meeting has begun', () => {
    expect(look({ isMailOpen: false, retryAtMs: ahead(1) })).toEqual(['retry', 1]);
    expect(look({ isMailOpen: false, retryAtMs: START_MS })).toEqual(END);
    expect(look({ isMailOpen: false, retryAtMs: ahead(1), nowMs: START_MS })).toEqual(END);
  });
});

describe('the mail of a pack', () => {
  const mail = (minutes: number, movedAt: number | null) =>
    (START_MS - mailAtMs(minutes, { startMs: START_MS, movedAtMs: movedAt === null ? null : ahead(movedAt) })) /
    MINUTE_MS;

  it('comes at its time, two minutes after a move, and no later than five minutes before the start', () => {
    expect([mail(60, null), mail(60, 600), mail(60, 30), mail(60, 6), mail(60, 1)]).toEqual([60, 60, 28, 5, 5]);
    expect(mail(1, 30)).toBe(1);
  });
});

it('who waits for a pack waits longer than a look-up, and a look-up has several tries', () => {
  expect(MAX_PACK_WAIT_MS).toBeGreaterThan(MAX_LOOK_UP_MS);
  expect(MAX_LOOK_UP_MS).toBeGreaterThan(2 * MAX_TRY_MS);
});
