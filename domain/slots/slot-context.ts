import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { type Zone, zoneOf } from '../time/zone.ts';
import type { EventRules, Host, SlotQuestion } from './types.ts';
import { effectiveWeek, type Week } from './week.ts';

/** A prepared question: the host's zone and week, the event's durations in milliseconds, and the first and last start. */
export interface SlotContext {
  readonly host: Host;
  readonly rules: EventRules;
  readonly zone: Zone;
  readonly week: Week;
  readonly durationMs: number;
  readonly stepMs: number;
  /** now, floored to the minute, plus minimum notice: no start before */
  readonly earliestMs: number;
  /** the last local day that can be booked: today plus `maxFutureDays`, by the host's calendar */
  readonly lastDay: number;
  /** the first instant after that day: no start from here on */
  readonly horizonMs: number;
}

/**
 * Prepares a question.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function prepareSlots({ host, rules, now }: SlotQuestion): SlotContext {
  const durationMs = rules.durationMinutes * MINUTE_MS;
  const stepMs = (rules.slotIntervalMinutes ?? rules.durationMinutes) * MINUTE_MS;
  if (!(durationMs >= MINUTE_MS && stepMs >= MINUTE_MS)) throw new RangeError('Slots last and step a minute or more');
  const zone = zoneOf(host.schedule.timezone);
  const nowMs = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const lastDay = zone.dayAt(nowMs) + rules.maxFutureDays;
  return {
    host,
    rules,
    zone,
    week: effectiveWeek(host.schedule),
    durationMs,
    stepMs,
    earliestMs: nowMs + rules.minimumNoticeMinutes * MINUTE_MS,
    lastDay,
    horizonMs: zone.firstInstant((lastDay + 1) * DAY_MS),
  };
}
