import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { buildSlotsAnswer, type SlotsCall, staticAnswer } from '../../../domain/slots-answer/slots-answer.ts';
import { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import { eventWith, eventWithPolicy, sampleEvent, urls } from './sample-event.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const monday = Date.parse('2026-11-23T08:00:00Z');
const window = { startMs: monday, endMs: monday + 14 * DAY_MS };

const callOf = (more: Partial<SlotsCall> = {}): SlotsCall => {
  const starts = more.starts ?? [monday, monday + HOUR_MS, monday + DAY_MS];
  return {
    event: sampleEvent,
    urls,
    query: { timezone: 'America/New_York' },
    window,
    starts,
    limit: { applied: 100, max: 500 },
    nextAvailableMs: starts[0] ?? null,
    emptyReason: null,
    ...more,
  };
};
const answerOf = (more: Partial<SlotsCall> = {}): SlotsResponse => buildSlotsAnswer(callOf(more));

const events: Readonly<Record<string, BookableEvent>> = {
  'an event with a form': sampleEvent,
  'an event without a form': { ...sampleEvent, form: null },
  'an event without a schedule': { ...sampleEvent, schedule: null },
  'a locked workspace': { ...sampleEvent, workspace: { ...sampleEvent.workspace, locked: true } },
  'an event that needs approval': eventWith({ requiresApproval: true }),
  'an event that needs no code': eventWithPolicy({ requireOtpAgent: false }),
  'an event that wants business addresses': eventWithPolicy({
    requireBusinessEmail: true,
    blockRestrictedEmailDomains: true,
  }),
};

describe.each(Object.entries(events))('%s', (_, event) => {
  it('is answered as the contract has it, with nothing undeclared', () => {
    const full = answerOf({ event });
    expect(SlotsResponse.parse(full)).toEqual(full);
    const empty = answerOf({ event, starts: [], emptyReason: 'no_slots' });
    expect(SlotsResponse.parse(empty)).toEqual(empty);
  });

  it('keeps the place of the meeting, the host’s address and its inner rules to itself', () => {
    const text = JSON.stringify(answerOf({ event }));
    for (const secret of [
      'secret-room',
      'ada@acme.test',
      sampleEvent.host.id,
      sampleEvent.workspace.id,
      'minimumNotice',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is the same from a kept static part', () => {
    expect(buildSlotsAnswer(callOf({ event }), staticAnswer(event, urls))).toEqual(answerOf({ event }));
  });
});

describe('slots', () => {
  it('carry both ends in UTC and in the words of the booker’s zone', () => {
    expect(answerOf().slots[0]).toEqual({
      startUtc: '2026-11-23T08:00:00.000Z',
      endUtc: '2026-11-23T09:00:00.000Z',
      bookerLocal: {
        timezone: 'America/New_York',
        dateLocal: '2026-11-23',
        dayOfWeek: 'Monday',
        startLocal: '03:00',
        endLocal: '04:00',
        display: 'Mon, 23 Nov 2026, 03:00 – 04:00 (America/New_York)',
      },
    });
  });

  it('stand under the booker’s date, not the host’s', () => {
    const { agentBooking, availability } = answerOf({
      query: { timezone: 'Pacific/Auckland' },
      starts: [monday, monday + 4 * HOUR_MS],
    });
    expect(agentBooking.slotsByDate).toMatchObject([
      { dateLocal: '2026-11-23', dayOfWeek: 'Monday', times: [{ startUtc: '2026-11-23T08:00:00.000Z' }] },
      { dateLocal: '2026-11-24', dayOfWeek: 'Tuesday', times: [{ startUtc: '2026-11-23T12:00:00.000Z' }] },
    ]);
    expect(availability.datesInPayload).toEqual(['2026-11-23', '2026-11-24']);
  });

  it('are the same in every part of the answer, whatever the zone', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'Asia/Kolkata',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    );
    const starts = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 * 24 * 4 }), { maxLength: 60 })
      .map((quarters) => quarters.toSorted((a, b) => a - b).map((quarter) => monday + quarter * 15 * 60_000));
    fc.assert(
      fc.property(zones, starts, (timezone, given) => {
        const { slots, agentBooking, availability } = answerOf({ query: { timezone }, starts: given });
        const utc = given.map((startMs) => new Date(startMs).toISOString());
        expect(slots.map((slot) => slot.startUtc)).toEqual(utc);
        expect(agentBooking.slotsByDate.flatMap((day) => day.times.map((time) => time.startUtc))).toEqual(utc);
        expect(availability.slotsReturned).toBe(given.length);
        expect(availability.firstSlotStartUtc).toBe(utc[0] ?? null);
        expect(availability.lastSlotStartUtc).toBe(utc.at(-1) ?? null);
        const dates = availability.datesInPayload;
        expect(dates).toEqual([...new Set(dates)].toSorted());
        const sweden = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
        expect(dates).toEqual([...new Set(given.map((startMs) => sweden.format(startMs)))]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the zone of the answer', () => {
  const zoneOf = (event: BookableEvent, timezone?: string) => {
    const { availability, calendar } = answerOf({ event, query: timezone === undefined ? {} : { timezone } });
    return [availability.bookerTimezone, availability.bookerTimezoneSource, calendar.hostTimezone];
  };

  it('is the one asked for, else the host’s, else UTC', () => {
    expect(zoneOf(sampleEvent, 'Asia/Tokyo')).toEqual(['Asia/Tokyo', 'query', 'Europe/Berlin']);
    expect(zoneOf(sampleEvent)).toEqual(['Europe/Berlin', 'host_fallback', 'Europe/Berlin']);
    const host = { ...sampleEvent.host, timezone: null };
    expect(zoneOf({ ...sampleEvent, host, schedule: null })).toEqual(['UTC', 'utc', null]);
  });
});

describe('what was asked', () => {
  it('is in the answer: window, limits, dates', () => {
    const query = { timezone: 'Europe/Berlin', limit: 900, fromDate: '2026-11-23', toDate: '2026-11-30' };
    expect(answerOf({ query, limit: { applied: 500, max: 500 } }).availability).toMatchObject({
      maxFutureDays: 60,
      queriedFromUtc: '2026-11-23T08:00:00.000Z',
      queriedToUtc: '2026-12-07T08:00:00.000Z',
      limitApplied: 500,
      maxLimit: 500,
      fromDate: '2026-11-23',
      toDate: '2026-11-30',
      nextAvailableStartUtc: '2026-11-23T08:00:00.000Z',
    });
    expect(answerOf().availability).toMatchObject({ fromDate: null, toDate: null });
  });
});

/** The query of an answer's refetchUrl, which must be the slots URL of this event. */
const refetchQuery = (answer: SlotsResponse): Record<string, string> => {
  const url = new URL(answer.agentBooking.refetchUrl);
  expect(url.origin + url.pathname).toBe('https://book.example.com/api/v1/public/acme/ada/deep-dive-60/slots');
  return Object.fromEntries(url.searchParams);
};

describe('a list that reached its limit', () => {
  const cut = {
    limit: { applied: 3, max: 500 },
    query: { timezone: 'America/New_York', limit: 3, toDate: '2026-12-01' },
  };

  it('says so and refetches after its last slot', () => {
    const answer = answerOf(cut);
    expect(answer.availability.truncatedByLimit).toBe(true);
    expect(answer.agentBooking.note).toBe(
      'The list ends at its limit of 3 slots; later ones may exist. GET refetchUrl for those.',
    );
    expect(refetchQuery(answer)).toEqual({
      timezone: 'America/New_York',
      limit: '3',
      from: '2026-11-24T08:01:00.000Z',
    });
  });

  it('is otherwise whole, without a note, and refetches after its window', () => {
    const answer = answerOf({ ...cut, limit: { applied: 4, max: 500 } });
    expect(answer.availability.truncatedByLimit).toBe(false);
    expect(answer.agentBooking).not.toHaveProperty('note');
    expect(refetchQuery(answer)).toEqual({
      timezone: 'America/New_York',
      limit: '3',
      from: '2026-12-07T08:00:00.000Z',
    });
  });
});

describe('an empty list', () => {
  it('refetches from the next open start, and names it', () => {
    const answer = answerOf({ starts: [], emptyReason: 'no_slots', nextAvailableMs: monday + 30 * DAY_MS });
    expect(answer.emptyReason).toBe('no_slots');
    expect(answer.agentBooking.instructions[0]).toBe(
      'There are no slots in this window: the host is booked, closed, or it is too soon or too far ahead. The next one starts at 2026-12-23T08:00:00.000Z: GET refetchUrl.',
    );
    expect(refetchQuery(answer)).toEqual({ timezone: 'America/New_York', from: '2026-12-23T08:00:00.000Z' });
    expect(answer.availability).toMatchObject({ firstSlotStartUtc: null, lastSlotStartUtc: null, datesInPayload: [] });
  });

  it('asks the same again where nothing is open at all', () => {
    const query = { timezone: 'Europe/Berlin', limit: 5, from: '2026-11-23T09:00:00+01:00', fromDate: '2026-11-23' };
    const answer = answerOf({ starts: [], emptyReason: 'no_schedule', query });
    expect(answer.agentBooking.instructions[0]).toContain('has not set any hours yet');
    expect(refetchQuery(answer)).toEqual({ ...query, limit: '5' });
  });

  it('has a reason only where it is empty', () => {
    expect(answerOf()).not.toHaveProperty('emptyReason');
  });
});

describe('the example of a booking', () => {
  it('is of the first slot, and calls itself an example', () => {
    const { confirmResponse } = answerOf().howToBook;
    expect(confirmResponse.booking).toMatchObject({
      startAt: '2026-11-23T08:00:00.000Z',
      endAt: '2026-11-23T09:00:00.000Z',
      status: 'confirmed',
    });
    expect(confirmResponse.message).toMatch(/^Only an example/);
  });

  it('is pending where the host approves', () => {
    const { confirmResponse } = answerOf({ event: eventWith({ requiresApproval: true }) }).howToBook;
    expect(confirmResponse.booking.status).toBe('pending_confirmation');
  });
});

it('shows the public view of the event, and asks for the guest’s details and the event’s questions', () => {
  const { eventType, invitee, agentBooking, bookingPolicy } = answerOf();
  expect(eventType).toMatchObject({
    slug: 'deep-dive-60',
    durationMinutes: 60,
    form: { requiredFieldKeys: ['topic', 'email'] },
  });
  expect(invitee.fields.map(({ key, type, required }) => [key, type, required])).toEqual([
    ['email', 'email', true],
    ['timezone', 'timezone', true],
    ['name', 'short_text', false],
  ]);
  const fields = agentBooking.bookerRequirements.fields.map(({ key }) => key);
  expect(fields).toEqual(['email', 'timezone', 'name', 'topic', 'email', 'uses_other', 'other']);
  expect(bookingPolicy).toEqual(sampleEvent.eventType.policy);
});
