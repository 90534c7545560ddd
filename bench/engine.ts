import { DateTime } from 'luxon';
import { listSlots } from '../domain/slots/host-slots.ts';
import { listTeamSlots } from '../domain/slots/team-slots.ts';
import type { BusyInterval, EventRules, Host, Interval, WeeklyRule } from '../domain/slots/types.ts';
import { type BookerLocal, isoInstant, slotRenderer } from '../domain/time/local.ts';

/** One line of the bench; `target` limits `ratio`. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly floor: number;
  readonly unit: string;
  readonly ratio: number;
  readonly target: string;
  readonly pass: boolean;
}

interface Slot {
  readonly startUtc: string;
  readonly endUtc: string;
  readonly bookerLocal: BookerLocal;
}

/** One call: 31 days of a host's calendar, for a booker in some zone. */
interface Call {
  readonly hosts: readonly Host[];
  readonly window: Interval;
  readonly now: number;
  readonly bookerZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = 31;
const BUSY_PER_DAY = 7;
const CALLS = 20;
const HOST_ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'];
const BOOKER_ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];

const RULES: EventRules = {
  eventTypeId: 'intro',
  durationMinutes: 30,
  slotIntervalMinutes: 15,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  buffersAroundCalendarEvents: true,
  minimumNoticeMinutes: 120,
  maxFutureDays: 365,
  limits: { perDay: null, perWeek: null, perMonth: null },
};

/** Five different weeks, with a break at noon: hosts open between 07:00 and 09:00, for ten hours. */
const WEEKS: readonly (readonly WeeklyRule[])[] = [420, 450, 480, 510, 540].map((opens) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) => [
    { dayOfWeek, startMinute: opens, endMinute: 12 * 60 },
    { dayOfWeek, startMinute: 13 * 60, endMinute: opens + 600 },
  ]),
);

/** A small random generator (Park and Miller, 1988), so that every run makes the same calls. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function makeCall(seed: number, hostCount: number): Call {
  const next = numbers(seed + 1);
  const startMs = Date.UTC(2026, 0, 1) + seed * 9 * DAY_MS;
  const hosts = Array.from({ length: hostCount }, (_, index) => makeHost(`host-${index}`, startMs, seed + index, next));
  const bookerZone = BOOKER_ZONES[seed % BOOKER_ZONES.length] ?? 'UTC';
  return { hosts, window: { startMs, endMs: startMs + DAYS * DAY_MS }, now: startMs - DAY_MS, bookerZone };
}

/** Seven busy intervals a day, ordered by start as the store returns them; two of three from a calendar, one a meeting. */
function makeHost(hostId: string, fromMs: number, zoneIndex: number, next: (below: number) => number): Host {
  const busy: BusyInterval[] = [];
  for (let nth = 0; nth < DAYS * BUSY_PER_DAY; nth += 1) {
    const startMs = fromMs + Math.floor((nth * DAY_MS) / BUSY_PER_DAY) + next(150) * MINUTE_MS;
    const endMs = startMs + (15 + next(4) * 15) * MINUTE_MS;
    const own = nth % 3 === 0;
    const bufferMs = own ? 10 * MINUTE_MS : 0;
    busy.push({ startMs, endMs, beforeMs: bufferMs, afterMs: bufferMs, eventTypeId: own ? 'intro' : null });
  }
  const timezone = HOST_ZONES[zoneIndex % HOST_ZONES.length] ?? 'UTC';
  const weeklyRules = (WEEKS[next(WEEKS.length)] ?? []).map((rule) => ({ ...rule }));
  return { hostId, schedule: { timezone, weeklyRules, overrides: [], timeOff: [] }, busy };
}

function render(starts: readonly number[], timezone: string): Slot[] {
  const bookerLocal = slotRenderer(timezone);
  return starts.map((startMs) => {
    const endMs = startMs + RULES.durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: bookerLocal(startMs, endMs) };
  });
}

/** From call to bytes: strings are joined only when written, so writing is part of it. */
function oneHost({ hosts: [host], window, now, bookerZone }: Call): string {
  return host ? JSON.stringify(render(listSlots({ host, rules: RULES, window, now }).starts, bookerZone)) : '';
}

function team({ hosts, window, now, bookerZone }: Call): string {
  const { starts } = listTeamSlots({ hosts, rules: RULES, window, now, assignment: 'any' });
  return JSON.stringify(render(starts, bookerZone));
}

/** The same answer, written simply with Luxon. */
function plainly({ hosts: [host], window, now, bookerZone }: Call): string {
  if (!host) return '';
  const { timezone, weeklyRules } = host.schedule;
  const notBefore = now + RULES.minimumNoticeMinutes * MINUTE_MS;
  const slots: Slot[] = [];
  let day = DateTime.fromMillis(window.startMs, { zone: timezone }).startOf('day');
  for (; day.toMillis() < window.endMs; day = day.plus({ days: 1 })) {
    for (const rule of weeklyRules.filter(({ dayOfWeek }) => dayOfWeek === day.weekday % 7)) {
      const closes = atMinute(day, rule.endMinute);
      let start = atMinute(day, rule.startMinute);
      for (; start.plus({ minutes: 30 }) <= closes; start = start.plus({ minutes: 15 })) {
        const startMs = start.toMillis();
        const inside = startMs >= Math.max(window.startMs, notBefore) && startMs < window.endMs;
        if (inside && !host.busy.some((busy) => clashes(busy, startMs))) slots.push(luxonSlot(start, bookerZone));
      }
    }
  }
  return JSON.stringify(slots);
}

function atMinute(day: DateTime, minute: number): DateTime {
  return day.set({ hour: Math.floor(minute / 60), minute: minute % 60 });
}

function clashes(busy: BusyInterval, startMs: number): boolean {
  const gapBeforeMs = Math.max(busy.afterMs, RULES.bufferBeforeMinutes * MINUTE_MS);
  const gapAfterMs = Math.max(busy.beforeMs, RULES.bufferAfterMinutes * MINUTE_MS);
  const endMs = startMs + RULES.durationMinutes * MINUTE_MS;
  return startMs < busy.endMs + gapBeforeMs && busy.startMs < endMs + gapAfterMs;
}

function luxonSlot(start: DateTime, timezone: string): Slot {
  const end = start.plus({ minutes: RULES.durationMinutes });
  const from = start.setZone(timezone);
  const to = end.setZone(timezone);
  const atMidnight = to.hour === 0 && to.minute === 0;
  const endLocal = atMidnight ? '24:00' : to.toFormat('HH:mm');
  const endText = from.hasSame(to, 'day') || atMidnight ? endLocal : to.toFormat('EEE, d LLL yyyy, HH:mm');
  return {
    startUtc: start.toUTC().toISO() ?? '',
    endUtc: end.toUTC().toISO() ?? '',
    bookerLocal: {
      timezone,
      dateLocal: from.toFormat('yyyy-MM-dd'),
      dayOfWeek: from.toFormat('EEEE'),
      startLocal: from.toFormat('HH:mm'),
      endLocal,
      display: `${from.toFormat('EEE, d LLL yyyy, HH:mm')} – ${endText} (${timezone})`,
    },
  };
}

/** At clock changes we also name the offset; the Luxon version skips that. */
function withoutOffsets(answer: string): string {
  return answer.replace(/, UTC[^)]+\)/g, ')');
}

interface Runner {
  readonly run: (nth: number) => unknown;
  /** Calls in a round. */
  readonly calls: number;
}

/**
 * The runners alternate in rounds. Returns the median milliseconds of a call of each, in CPU time: on a busy machine
 * the wall clock measures other processes. The first round warms up and does not count.
 */
function race(rounds: number, runners: readonly Runner[]): number[] {
  const times = runners.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    runners.forEach(({ run, calls }, runner) => {
      const begun = process.cpuUsage();
      for (let nth = 0; nth < calls; nth += 1) run(nth);
      const { user, system } = process.cpuUsage(begun);
      if (round > 0) times[runner]?.push((user + system) / 1000 / calls);
    });
  }
  return times.map((all) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0);
}

function callAt(calls: readonly Call[], nth: number): Call {
  const call = calls[nth % calls.length];
  if (!call) throw new Error('No calls');
  return call;
}

function teamRow(hostCount: number, times: number, single: readonly Call[]): BenchRow {
  const calls = Array.from({ length: 3 }, (_, seed) => makeCall(seed * 7, hostCount));
  const [floor = 0, value = 0] = race(9, [
    { run: (nth) => oneHost(callAt(single, nth)), calls: 400 },
    { run: (nth) => team(callAt(calls, nth)), calls: 40 },
  ]);
  const ratio = value / floor;
  return {
    name: `engine_team_${hostCount}`,
    value,
    floor,
    unit: 'ms',
    ratio,
    target: `<= ${times}`,
    pass: ratio <= times,
  };
}

/**
 * The slot engine compared with a simple Luxon version (targets, rows 1 and 2), and teams compared with one host. Every call has
 * another window, host and booker. The answers are compared first.
 * @throws Error if the answers differ.
 */
export function engineRows(): BenchRow[] {
  const calls = Array.from({ length: CALLS }, (_, seed) => makeCall(seed, 1));
  for (const call of calls) {
    if (withoutOffsets(oneHost(call)) !== plainly(call))
      throw new Error(`Answers differ: ${JSON.stringify(call.window)}`);
  }
  const [floor = 0, value = 0] = race(3, [
    { run: (nth) => plainly(callAt(calls, nth)), calls: 10 },
    { run: (nth) => oneHost(callAt(calls, nth)), calls: 400 },
  ]);
  const ratio = floor / value;
  return [
    { name: 'engine', value, floor, unit: 'ms', ratio, target: '>= 120', pass: ratio >= 120 },
    teamRow(100, 8, calls),
    teamRow(500, 15, calls),
  ];
}

if (process.argv[1]?.endsWith('bench/engine.ts')) console.table(engineRows());
