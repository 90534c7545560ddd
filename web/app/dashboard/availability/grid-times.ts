import type { OpenTime, Week, Weekday } from './week.ts';

/** Minutes that a pointer or a key moves by. */
export const STEP = 15;
export const DAY_MINUTES = 1_440;

/** A stretch of a day in minutes from its midnight. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** "09:30" as 570; "24:00" as 1440. NaN for a field that is empty. */
export const minutesOf = (time: string): number => {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** 570 as "09:30"; midnight at the end is 24:00. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const snapped = (minutes: number): number =>
  Math.min(DAY_MINUTES, Math.max(0, Math.round(minutes / STEP) * STEP));

/** The hours of a day that can be drawn: those that end after they begin. */
export const stretchesOf = (times: readonly OpenTime[]): Stretch[] =>
  times
    .map(({ start, end }) => ({ from: minutesOf(start), to: minutesOf(end) }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from);

/** Joins stretches that overlap or touch. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else all.push({ from, to });
  }
  return all;
}

const timesOf = (stretches: readonly Stretch[]): OpenTime[] =>
  stretches.map(({ from, to }) => ({ start: timeOf(from), end: timeOf(to) }));

/** A stretch in a week. `of`: the one that it replaces; left out: it is new. */
export interface Placed extends Stretch {
  readonly day: Weekday;
  readonly of?: { readonly day: Weekday; readonly from: number };
}

/** The week with a stretch drawn, moved or resized; `null` takes the old one away. Hours that meet become one. */
export function weekWith(week: Week, placed: Placed | null, of = placed?.of): Week {
  const next = { ...week };
  if (of) next[of.day] = timesOf(stretchesOf(next[of.day]).filter(({ from }) => from !== of.from));
  if (placed) next[placed.day] = timesOf(joined([...stretchesOf(next[placed.day]), placed]));
  return next;
}

/** A stretch moved by so many minutes, as far as its day allows. */
export function movedBy({ from, to }: Stretch, minutes: number): Stretch {
  const shift = Math.min(DAY_MINUTES - to, Math.max(-from, minutes));
  return { from: from + shift, to: to + shift };
}

/** With another start or end, at least a step long. */
export const startedAt = ({ to }: Stretch, from: number): Stretch => ({
  from: Math.max(0, Math.min(from, to - STEP)),
  to,
});
export const endedAt = ({ from }: Stretch, to: number): Stretch => ({
  from,
  to: Math.min(DAY_MINUTES, Math.max(to, from + STEP)),
});
