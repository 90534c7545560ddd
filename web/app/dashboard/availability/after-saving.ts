import { toWeeklyRules, toWindow } from '../../../../domain/availability/weekly-hours.ts';
import { gridOf } from '../../../../domain/slots/grid.ts';
import { effectiveWeek } from '../../../../domain/slots/week.ts';
import { MINUTE_MS } from '../../../../domain/time/civil.ts';
import { zoneOf } from '../../../../domain/time/zone.ts';
import { hoursOf, type OpenTime, type Week } from './week.ts';

/** What of an event type decides where its starts lie. */
export interface EventLength {
  readonly durationMinutes: number;
  readonly slotIntervalMinutes: number | null;
  readonly minimumNoticeMinutes: number;
}

interface Asked {
  /** as drawn, not saved yet */
  readonly week: Week;
  readonly schedule: {
    readonly timezone: string;
    readonly dateOverrides: readonly { readonly date: string; readonly windows: readonly OpenTime[] }[];
    readonly timeOff: readonly { readonly startAt: string; readonly endAt: string }[];
  };
  readonly event: EventLength;
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
}

/**
 * The starts between two instants that the hours as drawn allow, by the rules of the slot engine itself: hours, dates, time off, notice. Meetings,
 * calendars and limits are not known here.
 */
export function startsAfterSaving({ week, schedule, event, fromMs, toMs, nowMs }: Asked): number[] {
  const [durationMs, stepMs] = [event.durationMinutes, event.slotIntervalMinutes ?? event.durationMinutes].map(
    (minutes) => minutes * MINUTE_MS,
  ) as [number, number];
  const { timezone, dateOverrides, timeOff } = schedule;
  const days = effectiveWeek({
    timezone,
    weeklyRules: toWeeklyRules(hoursOf(week)),
    overrides: dateOverrides.map(({ date, windows }) => ({ date, windows: windows.map(toWindow) })),
    timeOff: [],
  });
  const stretches = gridOf(
    { zone: zoneOf(timezone), week: days, stepMs, durationMs },
    { startMs: fromMs, endMs: toMs },
  );
  const starts: number[] = [];
  for (let at = 0; at < stretches.length; at += 2)
    for (let ms = stretches[at] ?? 0; ms < (stretches[at + 1] ?? 0); ms += stepMs) starts.push(ms);
  const earliestMs = nowMs + event.minimumNoticeMinutes * MINUTE_MS;
  const isAway = (startMs: number): boolean =>
    timeOff.some(({ startAt, endAt }) => startMs < Date.parse(endAt) && startMs + durationMs > Date.parse(startAt));
  return starts.filter((startMs) => startMs >= earliestMs && !isAway(startMs));
}
