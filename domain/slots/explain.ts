import { DAY_MS, formatDate, MINUTE_MS } from '../time/civil.ts';
import { forbids, isOnGrid, type StartQuestion } from './host-slots.ts';
import { countByPeriod, limitedPeriods, type Period, RULES, type Rule } from './rules.ts';
import { prepareSlots, type SlotContext } from './slot-context.ts';
import type { BusyInterval, DayWindow, Interval, Refusal, Verdict } from './types.ts';

/** The result of one rule for one start, with its numbers. `rule` is the refusal if the rule fails. */
export type Finding = { readonly passes: boolean } & (
  | { readonly rule: 'not_a_slot'; readonly window: OpenWindow | null; readonly stepMinutes: number }
  | { readonly rule: 'too_soon'; readonly earliestMs: number; readonly minimumNoticeMinutes: number }
  | { readonly rule: 'too_far'; readonly lastDate: string; readonly maxFutureDays: number }
  | { readonly rule: 'time_off'; readonly clashes: readonly Interval[] }
  | { readonly rule: 'taken'; readonly clashes: readonly BusyInterval[] }
  | { readonly rule: 'limit_reached'; readonly periods: readonly PeriodCount[] }
);

/** An effective window of the day, with its instants. */
export interface OpenWindow extends DayWindow, Interval {}

export interface PeriodCount {
  readonly per: Period['per'];
  /** YYYY-MM-DD, the first day of the period in the host's zone */
  readonly fromDate: string;
  readonly booked: number;
  readonly limit: number;
}

export interface Explanation {
  readonly startMs: number;
  readonly endMs: number;
  /** the host's zone: all days and minutes are in it */
  readonly timezone: string;
  /** YYYY-MM-DD */
  readonly dateLocal: string;
  readonly verdict: Verdict;
  /** every rule, in the order in which they are checked */
  readonly findings: readonly Finding[];
  /** the effective windows of that local day */
  readonly windows: readonly OpenWindow[];
}

/**
 * Explains why a host does or does not offer a start: every rule with its numbers, applied as in `evaluate`.
 * @throws RangeError as `evaluate`, and for an instant outside the calendar.
 */
export function explain({ startMs, ...question }: StartQuestion): Explanation {
  const context = prepareSlots(question);
  const windows = windowsOfDay(context, context.zone.dayAt(startMs));
  const findings = [
    explainGrid(context, startMs, windows),
    ...RULES.map((rule) => explainRule(rule, context, startMs)),
  ];
  const failed = findings.find((finding) => !finding.passes);
  return {
    startMs,
    endMs: startMs + context.durationMs,
    timezone: context.host.schedule.timezone,
    dateLocal: formatDate(context.zone.dayAt(startMs)),
    verdict: failed ? { offered: false, reason: failed.rule satisfies Refusal } : { offered: true },
    findings,
    windows,
  };
}

function windowsOfDay({ week, zone }: SlotContext, day: number): OpenWindow[] {
  return week(day).map(({ startMinute, endMinute }) => ({
    startMinute,
    endMinute,
    startMs: zone.firstInstant(day * DAY_MS + startMinute * MINUTE_MS),
    endMs: zone.firstInstant(day * DAY_MS + endMinute * MINUTE_MS),
  }));
}

function explainGrid(context: SlotContext, startMs: number, windows: readonly OpenWindow[]): Finding {
  return {
    rule: 'not_a_slot',
    passes: isOnGrid(context, startMs),
    window: windows.find((window) => window.startMs <= startMs && startMs < window.endMs) ?? null,
    stepMinutes: context.stepMs / MINUTE_MS,
  };
}

function explainRule(rule: Rule, context: SlotContext, startMs: number): Finding {
  const { host, rules } = context;
  const passes = !forbids(rule, context, startMs);
  switch (rule.refusal) {
    case 'too_soon':
      return {
        rule: 'too_soon',
        passes,
        earliestMs: context.earliestMs,
        minimumNoticeMinutes: rules.minimumNoticeMinutes,
      };
    case 'too_far':
      return { rule: 'too_far', passes, lastDate: formatDate(context.lastDay), maxFutureDays: rules.maxFutureDays };
    case 'time_off': {
      const alone = (off: Interval): SlotContext => ({
        ...context,
        host: { ...host, schedule: { ...host.schedule, timeOff: [off] } },
      });
      return {
        rule: 'time_off',
        passes,
        clashes: host.schedule.timeOff.filter((off) => forbids(rule, alone(off), startMs)),
      };
    }
    case 'taken': {
      const alone = (busy: BusyInterval): SlotContext => ({ ...context, host: { ...host, busy: [busy] } });
      return { rule: 'taken', passes, clashes: host.busy.filter((busy) => forbids(rule, alone(busy), startMs)) };
    }
    case 'limit_reached':
      return {
        rule: 'limit_reached',
        passes,
        periods: limitedPeriods(rules).map((period) => countAt(context, period, startMs)),
      };
  }
}

function countAt(context: SlotContext, period: Period, startMs: number): PeriodCount {
  const first = period.first(context.zone.dayAt(startMs));
  const booked = countByPeriod(context, period).get(first) ?? 0;
  return { per: period.per, fromDate: formatDate(first), booked, limit: period.limit };
}
