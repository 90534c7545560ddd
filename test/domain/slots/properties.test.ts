import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../domain/slots/explain.ts';
import { evaluate, listSlots, nearestSlots, nextSlot } from '../../../domain/slots/host-slots.ts';
import { hostsOffering, listTeamSlots } from '../../../domain/slots/team-slots.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { type Case, cases, eventRules, hostAround, zone } from './arbitraries.ts';
import { DAY_MS, MINUTE_MS } from './build.ts';
import { oracleRefusal } from './oracle.ts';

/** The day, and some hours on either side. */
const around = ({ dayMs }: Case): Interval => ({
  startMs: dayMs - 2 * 60 * MINUTE_MS,
  endMs: dayMs + 28 * 60 * MINUTE_MS,
});

const minutesOf = ({ startMs, endMs }: Interval): number[] =>
  Array.from({ length: (endMs - startMs) / MINUTE_MS }, (_, nth) => startMs + nth * MINUTE_MS);

const verdict = (question: Parameters<typeof evaluate>[0]) => {
  const answer = evaluate(question);
  return answer.offered ? undefined : answer.reason;
};

describe('the slot engine, whatever host, event and day', () => {
  it('gives every minute of a day the verdict that Luxon gives, minute by minute', () => {
    fc.assert(
      fc.property(cases, (one) => {
        for (const startMs of minutesOf(around(one))) {
          const refusal = verdict({ ...one, startMs });
          const expected = oracleRefusal({ ...one, startMs });
          if (refusal !== expected) expect({ startMs, refusal }).toEqual({ startMs, refusal: expected });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lists exactly what it would let be claimed', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { starts, truncated } = listSlots({ ...one, window: around(one) });
        const claimable = minutesOf(around(one)).filter((startMs) => evaluate({ ...one, startMs }).offered);
        expect(starts).toEqual(claimable);
        expect(truncated).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('never lists a meeting that meets busy time or time off, nor one too close to a time that buffers hold against', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { host, rules } = one;
        const lengthMs = rules.durationMinutes * MINUTE_MS;
        for (const startMs of listSlots({ ...one, window: around(one) }).starts) {
          const endMs = startMs + lengthMs;
          const meets = ({ startMs: fromMs, endMs: untilMs }: Interval) =>
            fromMs < untilMs && fromMs < endMs && startMs < untilMs;
          expect(host.schedule.timeOff.filter(meets)).toEqual([]);
          expect(host.busy.filter(meets)).toEqual([]);
          const buffered = host.busy.filter(
            (busy) => (busy.eventTypeId !== null || rules.buffersAroundCalendarEvents) && busy.startMs < busy.endMs,
          );
          for (const busy of buffered.filter((busy) => busy.startMs >= endMs)) {
            expect(busy.startMs - endMs).toBeGreaterThanOrEqual(
              Math.max(rules.bufferAfterMinutes * MINUTE_MS, busy.beforeMs),
            );
          }
          for (const busy of buffered.filter((busy) => busy.endMs <= startMs)) {
            expect(startMs - busy.endMs).toBeGreaterThanOrEqual(
              Math.max(busy.afterMs, rules.bufferBeforeMinutes * MINUTE_MS),
            );
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not care in which order rules, overrides, time off and busy times are given', () => {
    const shuffled = cases.chain((one) => {
      const { schedule, busy } = one.host;
      const mix = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
      return fc
        .tuple(mix(schedule.weeklyRules), mix(schedule.overrides), mix(schedule.timeOff), mix(busy))
        .map(([weeklyRules, overrides, timeOff, mixedBusy]) => ({
          one,
          other: {
            ...one,
            host: { ...one.host, schedule: { ...schedule, weeklyRules, overrides, timeOff }, busy: mixedBusy },
          },
        }));
    });
    fc.assert(
      fc.property(shuffled, ({ one, other }) => {
        const window = around(one);
        expect(listSlots({ ...other, window })).toEqual(listSlots({ ...one, window }));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the first starts and says that there are more, when it is limited', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 40 }), (one, limit) => {
        const all = listSlots({ ...one, window: around(one) }).starts;
        const some = listSlots({ ...one, window: around(one), limit });
        expect(some).toEqual({ starts: all.slice(0, limit), truncated: all.length > limit });
      }),
      { numRuns: 200 },
    );
  });

  it('answers the same all through a minute', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const minuteMs = Math.floor(one.now / MINUTE_MS) * MINUTE_MS;
        const window = around(one);
        expect(listSlots({ ...one, now: minuteMs + 59_999, window })).toEqual(
          listSlots({ ...one, now: minuteMs, window }),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('explains every start with the verdict that it gives', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 1799 }), (one, minute) => {
        const startMs = around(one).startMs + minute * MINUTE_MS;
        const explained = explain({ ...one, startMs });
        expect(explained.verdict).toEqual(evaluate({ ...one, startMs }));
        const failed = (rule: string) => explained.findings.some((finding) => finding.rule === rule && !finding.passes);
        const clashes = explained.findings.flatMap((finding) =>
          'clashes' in finding && finding.clashes.length > 0 ? [finding.rule] : [],
        );
        expect(clashes).toEqual(['time_off', 'taken'].filter(failed));
      }),
      { numRuns: 300 },
    );
  });

  it('finds the nearest starts and the next', () => {
    fc.assert(
      fc.property(
        cases,
        fc.integer({ min: -600, max: 2400 }),
        fc.integer({ min: 1, max: 6 }),
        (one, minutes, count) => {
          const aroundMs = one.dayMs + minutes * MINUTE_MS;
          const window = { startMs: one.now - DAY_MS, endMs: one.now + 70 * DAY_MS };
          const all = listSlots({ ...one, window }).starts;
          const distance = (ms: number) => Math.abs(ms - aroundMs);
          const nearest = all
            .toSorted((a, b) => distance(a) - distance(b) || a - b)
            .slice(0, count)
            .toSorted((a, b) => a - b);
          expect(nearestSlots({ ...one, aroundMs, count })).toEqual(nearest);
          expect(nextSlot({ ...one, fromMs: aroundMs })).toBe(all.find((ms) => ms >= aroundMs) ?? null);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a team of any hosts', () => {
  const dayMs = Date.UTC(2026, 9, 25);
  const teams = fc.record({
    hosts: fc.array(
      zone.chain((timezone) => hostAround(timezone, '2026-10-25', dayMs)),
      { minLength: 1, maxLength: 6 },
    ),
    rules: eventRules,
    now: fc.constant(dayMs - DAY_MS),
  });
  const window = { startMs: dayMs - DAY_MS + 1, endMs: dayMs + 9 * DAY_MS };

  it.each([
    ['any', 'some'],
    ['all', 'every'],
  ] as const)('with %s offers what %s host offers alone', (assignment, quantifier) => {
    fc.assert(
      fc.property(teams, fc.boolean(), (team, alike) => {
        // Hosts with the same week share a grid inside the engine: include such teams.
        const hosts = alike
          ? team.hosts.map((one) => ({
              ...one,
              schedule: { ...one.schedule, weeklyRules: team.hosts[0]?.schedule.weeklyRules ?? [] },
            }))
          : team.hosts;
        const alone = hosts.map((host) => new Set(listSlots({ ...team, host, window }).starts));
        const everything = [...new Set(alone.flatMap((starts) => [...starts]))].toSorted((a, b) => a - b);
        const expected = everything.filter((start) => alone[quantifier]((starts) => starts.has(start)));
        expect(listTeamSlots({ ...team, hosts, window, assignment })).toEqual({ starts: expected, truncated: false });
        expect(listTeamSlots({ ...team, hosts, window, assignment, limit: 7 })).toEqual({
          starts: expected.slice(0, 7),
          truncated: expected.length > 7,
        });
        for (const startMs of everything.slice(0, 20)) {
          const offering = hosts.flatMap((_, index) => (alone[index]?.has(startMs) ? [index] : []));
          expect(hostsOffering({ ...team, hosts, startMs })).toEqual(offering);
        }
      }),
      { numRuns: 100 },
    );
  });
});
