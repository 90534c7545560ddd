import { describe, expect, it } from 'vitest';
import { explain } from '../../../domain/slots/explain.ts';
import { evaluate, listSlots, nearestSlots, nextSlot } from '../../../domain/slots/host-slots.ts';
import { busyWindow } from '../../../domain/slots/rules.ts';
import { hostsOffering, listTeamSlots } from '../../../domain/slots/team-slots.ts';
import type { EventRules, Host } from '../../../domain/slots/types.ts';
import { at, calendar, clock, daily, host, hours, limits, MINUTE_MS, meeting, rules } from './build.ts';

const MONDAY = '2026-11-23';
const now = at('2026-11-20 08:00');
const monday = { startMs: at(`${MONDAY} 00:00`), endMs: at('2026-11-24 00:00') };

const onMonday = (someone: Host, event: Partial<EventRules> = {}) =>
  clock(listSlots({ host: someone, rules: rules(event), now, window: monday }).starts);

const refusal = (someone: Host, local: string, event: Partial<EventRules> = {}, asked = now) => {
  const verdict = evaluate({ host: someone, rules: rules(event), now: asked, startMs: at(local) });
  return verdict.offered ? 'offered' : verdict.reason;
};

describe('the week', () => {
  it('offers meetings from the start of each window on, as long as they fit', () => {
    expect(onMonday(host({ weeklyRules: daily('17:30-22:00') }))).toEqual(['17:30', '18:30', '19:30', '20:30']);
  });

  it('steps by the slot interval', () => {
    const event = { durationMinutes: 45, slotIntervalMinutes: 30 };
    expect(onMonday(host({ weeklyRules: daily('09:00-11:00') }), event)).toEqual(['09:00', '09:30', '10:00']);
  });

  it('joins windows that touch or overlap, so that the grid goes on from the first', () => {
    const weeklyRules = daily('10:30-12:00', '09:15-10:30', '09:30-11:00');
    expect(onMonday(host({ weeklyRules }), { durationMinutes: 50 })).toEqual(['09:15', '10:05', '10:55']);
  });

  it('lets a meeting run past midnight into a window that begins there, and starts a new grid there', () => {
    const weeklyRules = [
      { dayOfWeek: 1, ...hours('22:00-24:00') },
      { dayOfWeek: 2, ...hours('00:00-02:00') },
    ];
    const { starts } = listSlots({
      host: host({ weeklyRules }),
      rules: rules({ durationMinutes: 90 }),
      now,
      window: { ...monday, endMs: at('2026-11-24 12:00') },
    });
    expect(clock(starts)).toEqual(['22:00', '23:30', '00:00']);
  });

  it('replaces a day by its override, or takes it off', () => {
    expect(onMonday(host({ overrides: [{ date: MONDAY, windows: [hours('14:00-16:00')] }] }))).toEqual([
      '14:00',
      '15:00',
    ]);
    expect(onMonday(host({ overrides: [{ date: MONDAY, windows: [] }] }))).toEqual([]);
    expect(onMonday(host({ overrides: [{ date: '2026-11-24', windows: [] }] }))).toEqual(['09:00', '10:00', '11:00']);
  });

  it('keeps time off free without moving the grid', () => {
    const timeOff = [{ startMs: at(`${MONDAY} 09:30`), endMs: at(`${MONDAY} 10:10`) }];
    expect(onMonday(host({ timeOff }), { durationMinutes: 30 })).toEqual(['09:00', '10:30', '11:00', '11:30']);
  });

  it('opens nothing in a window that ends before it begins', () => {
    expect(onMonday(host({ weeklyRules: daily('12:00-09:00', '10:00-10:00') }))).toEqual([]);
  });
});

describe('busy time', () => {
  const half = { durationMinutes: 30 };

  it('keeps the buffers of the booked event around calendar time, too', () => {
    const busy = [calendar(at(`${MONDAY} 10:00`), 60)];
    const event = { ...half, bufferBeforeMinutes: 30, bufferAfterMinutes: 30 };
    expect(onMonday(host({}, busy), event)).toEqual(['09:00', '11:30']);
    expect(refusal(host({}, busy), `${MONDAY} 09:30`, event)).toBe('taken');
    expect(refusal(host({}, busy), `${MONDAY} 11:00`, event)).toBe('taken');
  });

  it('takes calendar time without buffers if the event says so', () => {
    const busy = [calendar(at(`${MONDAY} 10:00`), 30)];
    const event = {
      ...half,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 15,
      buffersAroundCalendarEvents: false,
    };
    expect(onMonday(host({}, busy), event)).toEqual(['09:00', '09:30', '10:30', '11:00', '11:30']);
  });

  it('keeps the larger of the first meeting’s after and the second’s before, not their sum', () => {
    const busy = [meeting(at(`${MONDAY} 10:00`), 30, { beforeMs: 20 * MINUTE_MS, afterMs: 20 * MINUTE_MS })];
    const event = { ...half, slotIntervalMinutes: 5, bufferBeforeMinutes: 10, bufferAfterMinutes: 25 };
    const offered = onMonday(host({}, busy), event);
    expect(offered.slice(0, 3)).toEqual(['09:00', '09:05', '10:50']);
  });

  it('does not block anything by an empty interval', () => {
    expect(onMonday(host({}, [calendar(at(`${MONDAY} 10:15`), 0)]), half)).toHaveLength(6);
  });
});

describe('when', () => {
  it('asks for the minimum notice, counted from the minute that has begun', () => {
    const event = { minimumNoticeMinutes: 120 };
    expect(refusal(host(), `${MONDAY} 10:00`, event, at(`${MONDAY} 08:00`) + 59_999)).toBe('offered');
    expect(refusal(host(), `${MONDAY} 10:00`, event, at(`${MONDAY} 08:01`))).toBe('too_soon');
    expect(refusal(host(), `${MONDAY} 10:00`, {}, at('2026-11-24 08:00'))).toBe('too_soon');
  });

  it('looks maxFutureDays ahead in the host’s calendar, the last day included', () => {
    const event = { maxFutureDays: 3 };
    expect(refusal(host(), `${MONDAY} 11:00`, event, at('2026-11-20 00:01'))).toBe('offered');
    expect(refusal(host(), '2026-11-24 09:00', event, at('2026-11-20 23:59'))).toBe('too_far');
  });

  it('refuses what is no instant at all', () => {
    for (const startMs of [Number.NaN, Number.POSITIVE_INFINITY, 9e15, -9e15, 0.5, at(`${MONDAY} 09:00`) + 1]) {
      expect(evaluate({ host: host(), rules: rules(), now, startMs })).toEqual({
        offered: false,
        reason: 'not_a_slot',
      });
    }
  });
});

describe('limits', () => {
  const booked = [meeting(at(`${MONDAY} 09:00`), 60), meeting(at('2026-11-24 09:00'), 60)];

  it('closes a full day', () => {
    expect(refusal(host({}, booked), `${MONDAY} 10:00`, { limits: limits({ perDay: 1 }) })).toBe('limit_reached');
    expect(refusal(host({}, booked), '2026-11-25 10:00', { limits: limits({ perDay: 1 }) })).toBe('offered');
  });

  it('closes a full week, from Monday to Sunday', () => {
    const event = { limits: limits({ perWeek: 2 }) };
    expect(refusal(host({}, booked), '2026-11-29 10:00', event)).toBe('limit_reached');
    expect(refusal(host({}, booked), '2026-11-22 10:00', event)).toBe('offered');
    expect(refusal(host({}, booked), '2026-11-30 10:00', event)).toBe('offered');
  });

  it('closes a full month', () => {
    const event = { limits: limits({ perMonth: 2 }) };
    expect(refusal(host({}, booked), '2026-11-30 10:00', event)).toBe('limit_reached');
    expect(refusal(host({}, booked), '2026-12-01 10:00', event)).toBe('offered');
  });

  it('counts this event type alone', () => {
    const other = booked.map((busy) => ({ ...busy, eventTypeId: 'other' }));
    expect(refusal(host({}, other), `${MONDAY} 10:00`, { limits: limits({ perDay: 1 }) })).toBe('offered');
  });

  it('counts days where the host is: 23:30 in New York is that day, though Berlin has the next', () => {
    const someone = host({ timezone: 'America/New_York', weeklyRules: daily('08:00-24:00') }, [
      meeting(at(`${MONDAY} 23:00`, 'America/New_York'), 30),
    ]);
    const question = { host: someone, rules: rules({ limits: limits({ perDay: 1 }) }), now };
    expect(evaluate({ ...question, startMs: at(`${MONDAY} 08:00`, 'America/New_York') }).offered).toBe(false);
    expect(evaluate({ ...question, startMs: at('2026-11-24 08:00', 'America/New_York') }).offered).toBe(true);
  });

  it('refuses a taken start as taken, though the day is full too', () => {
    expect(refusal(host({}, booked), `${MONDAY} 09:00`, { limits: limits({ perDay: 1 }) })).toBe('taken');
  });
});

describe('explain', () => {
  it('explains one start completely', () => {
    const busy = [
      meeting(at(`${MONDAY} 10:30`), 30, { beforeMs: 10 * MINUTE_MS }),
      calendar(at(`${MONDAY} 14:00`), 30),
    ];
    const event = rules({ minimumNoticeMinutes: 120, limits: limits({ perDay: 1, perMonth: 9 }) });
    const story = explain({ host: host({}, busy), rules: event, now, startMs: at(`${MONDAY} 10:00`) });
    const window = { ...hours('09:00-12:00'), startMs: at(`${MONDAY} 09:00`), endMs: at(`${MONDAY} 12:00`) };
    expect(story).toEqual({
      startMs: at(`${MONDAY} 10:00`),
      endMs: at(`${MONDAY} 11:00`),
      timezone: 'Europe/Berlin',
      dateLocal: MONDAY,
      verdict: { offered: false, reason: 'taken' },
      windows: [window],
      findings: [
        { rule: 'not_a_slot', passes: true, window, stepMinutes: 60 },
        { rule: 'too_soon', passes: true, earliestMs: now + 120 * MINUTE_MS, minimumNoticeMinutes: 120 },
        { rule: 'too_far', passes: true, lastDate: '2027-01-19', maxFutureDays: 60 },
        { rule: 'time_off', passes: true, clashes: [] },
        { rule: 'taken', passes: false, clashes: [busy[0]] },
        {
          rule: 'limit_reached',
          passes: false,
          periods: [
            { per: 'day', fromDate: MONDAY, booked: 1, limit: 1 },
            { per: 'month', fromDate: '2026-11-01', booked: 1, limit: 9 },
          ],
        },
      ],
    });
  });
});

describe('alternatives', () => {
  it('are the nearest starts on both sides, sorted by time', () => {
    const question = { host: host({}, [calendar(at(`${MONDAY} 10:00`), 60)]), rules: rules(), now };
    expect(clock(nearestSlots({ ...question, aroundMs: at(`${MONDAY} 10:00`), count: 3 }))).toEqual([
      '11:00',
      '09:00',
      '11:00',
    ]);
    expect(nearestSlots({ ...question, aroundMs: at(`${MONDAY} 10:00`), count: 2 })).toEqual([
      at(`${MONDAY} 09:00`),
      at(`${MONDAY} 11:00`),
    ]);
  });

  it('are the last bookable ones for a start beyond the horizon, the first for one in the past', () => {
    const question = { host: host(), rules: rules({ maxFutureDays: 3 }), now };
    expect(nearestSlots({ ...question, aroundMs: at('2030-01-01 09:00'), count: 1 })).toEqual([at(`${MONDAY} 11:00`)]);
    expect(nextSlot({ ...question, fromMs: 0 })).toBe(at('2026-11-20 09:00'));
    expect(nextSlot({ ...question, fromMs: at('2026-11-24 00:00') })).toBeNull();
  });
});

describe('a team', () => {
  const ada = { ...host({ weeklyRules: daily('09:00-11:00') }), hostId: 'ada' };
  const grace = { ...host({ weeklyRules: daily('10:00-12:00') }), hostId: 'grace' };
  const team = { hosts: [ada, grace], rules: rules(), now };

  it('offers what anybody offers, or what all offer', () => {
    expect(clock(listTeamSlots({ ...team, window: monday, assignment: 'any' }).starts)).toEqual([
      '09:00',
      '10:00',
      '11:00',
    ]);
    expect(clock(listTeamSlots({ ...team, window: monday, assignment: 'all' }).starts)).toEqual(['10:00']);
    expect(listTeamSlots({ ...team, hosts: [], window: monday, assignment: 'all' })).toEqual({
      starts: [],
      truncated: false,
    });
  });

  it('knows who offers a start', () => {
    expect(hostsOffering({ ...team, startMs: at(`${MONDAY} 10:00`) })).toEqual([0, 1]);
    expect(hostsOffering({ ...team, startMs: at(`${MONDAY} 11:00`) })).toEqual([1]);
  });
});

describe('the busy time to be read', () => {
  it('is the window, a day on each side, and every limited period that it touches', () => {
    const reach = (event: Partial<EventRules>) => busyWindow(rules(event), 'Europe/Berlin', monday);
    expect(reach({})).toEqual({ startMs: at('2026-11-22 00:00'), endMs: at('2026-11-25 00:00') });
    expect(reach({ limits: limits({ perMonth: 5 }) })).toEqual({
      startMs: at('2026-11-01 00:00'),
      endMs: at('2026-12-01 00:00'),
    });
    expect(reach({ limits: limits({ perWeek: 5 }) }).endMs).toBe(at('2026-11-30 00:00'));
  });
});

describe('a mistake in the settings', () => {
  it('is an error, never an endless list', () => {
    const question = { host: host(), now, window: monday };
    expect(() => listSlots({ ...question, rules: rules({ slotIntervalMinutes: 0 }) })).toThrow(RangeError);
    expect(() => listSlots({ ...question, rules: rules({ durationMinutes: Number.NaN }) })).toThrow(RangeError);
    expect(() => listSlots({ ...question, host: host({ timezone: 'Mars/Olympus' }), rules: rules() })).toThrow(
      RangeError,
    );
  });
});
