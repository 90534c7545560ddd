import { DateTime } from 'luxon';
import type {
  BusyInterval,
  DayWindow,
  EventRules,
  Host,
  Interval,
  Refusal,
  Schedule,
} from '../../../domain/slots/types.ts';

/**
 * The rules of the slot engine again, with Luxon, minute by minute. It is slow and shares no code with the engine. Both must
 * answer the same.
 */
const MINUTE_MS = 60_000;

export interface OracleQuestion {
  readonly host: Host;
  readonly rules: EventRules;
  readonly now: number;
  readonly startMs: number;
}

/** The first rule that refuses a start; undefined: the start is offered. */
export function oracleRefusal({ host, rules, now, startMs }: OracleQuestion): Refusal | undefined {
  const zone = host.schedule.timezone;
  const endMs = startMs + rules.durationMinutes * MINUTE_MS;
  if (!isGridStart(host.schedule, rules, startMs)) return 'not_a_slot';
  const minuteMs = now - (now % MINUTE_MS);
  if (startMs < minuteMs + rules.minimumNoticeMinutes * MINUTE_MS) return 'too_soon';
  if (dateAt(zone, startMs) > plusDays(dateAt(zone, minuteMs), rules.maxFutureDays)) return 'too_far';
  const isOff = (off: Interval) => off.startMs < off.endMs && off.startMs < endMs && startMs < off.endMs;
  if (host.schedule.timeOff.some(isOff)) return 'time_off';
  if (host.busy.some((busy) => isTooClose(busy, rules, startMs, endMs))) return 'taken';
  return isFull(host, rules, startMs) ? 'limit_reached' : undefined;
}

/** Every fifth minute from `fromMs` until before `untilMs` that no rule refuses. The grids used are not finer. */
export function oracleStarts(question: Omit<OracleQuestion, 'startMs'>, fromMs: number, untilMs: number): number[] {
  const starts: number[] = [];
  for (let startMs = fromMs; startMs < untilMs; startMs += 5 * MINUTE_MS) {
    if (oracleRefusal({ ...question, startMs }) === undefined) starts.push(startMs);
  }
  return starts;
}

function isGridStart(schedule: Schedule, rules: EventRules, startMs: number): boolean {
  if (startMs % MINUTE_MS !== 0) return false;
  const zone = schedule.timezone;
  const date = dateAt(zone, startMs);
  const minute = minuteAt(zone, startMs);
  const open = openMinutes(schedule, date);
  if (!open[minute] || firstInstant(zone, date, minute) !== startMs) return false;
  let anchor = minute;
  while (anchor > 0 && open[anchor - 1]) anchor -= 1;
  if ((minute - anchor) % (rules.slotIntervalMinutes ?? rules.durationMinutes) !== 0) return false;
  return startMs + rules.durationMinutes * MINUTE_MS <= closingInstant(schedule, date, minute);
}

/** The end of the run of open minutes around a minute, also past midnight. */
function closingInstant(schedule: Schedule, date: string, minute: number): number {
  let day = date;
  let closes = minute;
  for (let nights = 0; nights < 4; nights += 1) {
    const open = openMinutes(schedule, day);
    while (closes < 1440 && open[closes]) closes += 1;
    if (closes < 1440) break;
    day = plusDays(day, 1);
    closes = 0;
  }
  return firstInstant(schedule.timezone, day, closes);
}

const opened = new WeakMap<Schedule, Map<string, boolean[]>>();

function openMinutes(schedule: Schedule, date: string): boolean[] {
  const days = opened.get(schedule) ?? new Map<string, boolean[]>();
  opened.set(schedule, days);
  const known = days.get(date);
  if (known) return known;
  const minutes = new Array<boolean>(1440).fill(false);
  for (const { startMinute, endMinute } of windowsOn(schedule, date)) {
    for (let minute = startMinute; minute < endMinute; minute += 1) minutes[minute] = true;
  }
  days.set(date, minutes);
  return minutes;
}

function windowsOn({ weeklyRules, overrides }: Schedule, date: string): readonly DayWindow[] {
  const replaced = overrides.filter((override) => override.date === date);
  if (replaced.length > 0) return replaced.flatMap(({ windows }) => windows);
  const weekday = DateTime.fromISO(date, { zone: 'utc' }).weekday % 7;
  return weeklyRules.filter(({ dayOfWeek }) => dayOfWeek === weekday);
}

function isTooClose(busy: BusyInterval, rules: EventRules, startMs: number, endMs: number): boolean {
  if (busy.startMs >= busy.endMs) return false;
  const busyIsLater = busy.startMs >= startMs;
  const gapMs = busyIsLater ? busy.startMs - endMs : startMs - busy.endMs;
  if (busy.eventTypeId === null && !rules.buffersAroundCalendarEvents) return gapMs < 0;
  const wantedMs = busyIsLater
    ? Math.max(rules.bufferAfterMinutes * MINUTE_MS, busy.beforeMs)
    : Math.max(busy.afterMs, rules.bufferBeforeMinutes * MINUTE_MS);
  return gapMs < wantedMs;
}

function isFull({ busy, schedule }: Host, { limits, eventTypeId }: EventRules, startMs: number): boolean {
  const periods = [
    { limit: limits.perDay, format: 'yyyy-MM-dd' },
    { limit: limits.perWeek, format: 'kkkk-WW' },
    { limit: limits.perMonth, format: 'yyyy-MM' },
  ];
  return periods.some(({ limit, format }) => {
    if (limit === null) return false;
    const periodOf = (ms: number) => DateTime.fromMillis(ms, { zone: schedule.timezone }).toFormat(format);
    const same = busy.filter((one) => one.eventTypeId === eventTypeId && periodOf(one.startMs) === periodOf(startMs));
    return same.length >= limit;
  });
}

/** What the wall clock shows, as if it were UTC. */
const readings = new Map<string, Map<number, number>>();

function readingAt(zone: string, ms: number): number {
  const known = readings.get(zone) ?? new Map<number, number>();
  readings.set(zone, known);
  const reading = known.get(ms) ?? ms + DateTime.fromMillis(ms, { zone }).offset * MINUTE_MS;
  known.set(ms, reading);
  return reading;
}

const dates = new Map<number, string>();

function dateAt(zone: string, ms: number): string {
  const day = Math.floor(readingAt(zone, ms) / 86_400_000);
  const date = dates.get(day) ?? plusDays('1970-01-01', day);
  dates.set(day, date);
  return date;
}

function minuteAt(zone: string, ms: number): number {
  return (readingAt(zone, ms) / MINUTE_MS) % 1440;
}

const instants = new Map<string, number>();

/** Finds the first minute whose wall clock shows the wanted time or later. */
function firstInstant(zone: string, date: string, minute: number): number {
  const key = `${zone} ${date} ${minute}`;
  const wanted = Date.parse(`${date}T00:00Z`) + minute * MINUTE_MS;
  let ms = instants.get(key) ?? wanted - 15 * 60 * MINUTE_MS;
  while (readingAt(zone, ms) < wanted) ms += MINUTE_MS;
  instants.set(key, ms);
  return ms;
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The local dates of some years on which a zone changes its clocks, by Luxon. */
export function changeDays(zone: string, fromYear: number, toYear: number): string[] {
  const found: string[] = [];
  for (let date = `${fromYear}-01-01`; date <= `${toYear}-12-31`; date = plusDays(date, 1)) {
    const offsetAt = (day: string) => DateTime.fromISO(`${day}T12:00`, { zone }).offset;
    if (offsetAt(date) !== offsetAt(plusDays(date, -1))) found.push(date);
  }
  return found;
}
