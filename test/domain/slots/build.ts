import { DateTime } from 'luxon';
import type { BusyInterval, DayWindow, EventRules, Host, Schedule, WeeklyRule } from '../../../domain/slots/types.ts';

/** Short builders for what a test is about; the rest has neutral defaults. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** "2026-11-23 09:00" in a zone, as an instant. */
export function at(local: string, zone = 'Europe/Berlin'): number {
  const time = DateTime.fromFormat(local, 'yyyy-MM-dd HH:mm', { zone });
  if (!time.isValid) throw new Error(`No such time: ${local}`);
  return time.toMillis();
}

/** Instants as "09:00" in a zone. */
export function clock(starts: readonly number[], zone = 'Europe/Berlin'): string[] {
  return starts.map((ms) => DateTime.fromMillis(ms, { zone }).toFormat('HH:mm'));
}

/** "09:00-17:00" as minutes of the day. */
export function hours(text: string): DayWindow {
  const [startMinute = 0, endMinute = 0] = text.split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return { startMinute, endMinute };
}

/** The same windows on every day of the week. */
export function daily(...windows: string[]): WeeklyRule[] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) => windows.map((window) => ({ dayOfWeek, ...hours(window) })));
}

export function schedule(parts: Partial<Schedule> = {}): Schedule {
  return { timezone: 'Europe/Berlin', weeklyRules: daily('09:00-12:00'), overrides: [], timeOff: [], ...parts };
}

export function host(parts: Partial<Schedule> = {}, busy: readonly BusyInterval[] = []): Host {
  return { hostId: 'ada', schedule: schedule(parts), busy };
}

export function rules(parts: Partial<EventRules> = {}): EventRules {
  return {
    eventTypeId: 'intro',
    durationMinutes: 60,
    slotIntervalMinutes: null,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    buffersAroundCalendarEvents: true,
    minimumNoticeMinutes: 0,
    maxFutureDays: 60,
    limits: { perDay: null, perWeek: null, perMonth: null },
    ...parts,
  };
}

export function limits(parts: Partial<EventRules['limits']>): EventRules['limits'] {
  return { perDay: null, perWeek: null, perMonth: null, ...parts };
}

/** Time taken in the host's calendar. */
export function calendar(startMs: number, minutes: number): BusyInterval {
  return { startMs, endMs: startMs + minutes * MINUTE_MS, beforeMs: 0, afterMs: 0, eventTypeId: null };
}

/** A meeting of ours, with its own buffers. */
export function meeting(startMs: number, minutes: number, parts: Partial<BusyInterval> = {}): BusyInterval {
  return { ...calendar(startMs, minutes), eventTypeId: 'intro', ...parts };
}
