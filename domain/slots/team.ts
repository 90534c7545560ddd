import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { type Desk, openDesk } from './desk.ts';
import { walkOffered } from './list.ts';
import type { EventRules, Host, Interval } from './types.ts';

export interface TeamQuestion {
  readonly hosts: readonly Host[];
  readonly rules: EventRules;
  /** starts lie in [startMs, endMs) */
  readonly window: Interval;
  readonly now: number;
  /** any: at least one host offers the start (round robin); all: every host does (collective) */
  readonly assignment: 'any' | 'all';
  readonly limit?: number | undefined;
}

export interface TeamSlotList {
  /** sorted starts, epoch milliseconds */
  readonly starts: number[];
  /** true when there is at least one more start in the window than the limit allowed */
  readonly truncated: boolean;
  /** the hosts that offer `starts[index]`, as rising indexes into `hosts` */
  readonly hostsAt: (index: number) => number[];
}

/** With a limit the window is walked in stretches, the first so long, each next one twice as long. */
const FIRST_STRETCH_MS = 4 * DAY_MS;

/**
 * The starts that a team offers, and who offers each. Every host is judged by their own schedule, grid, busy times and limits,
 * exactly as alone. A collective start is thus one that lies on every host's grid.
 * @throws RangeError as `listSlots`.
 */
export function listTeamSlots({ hosts, rules, now, assignment, ...question }: TeamQuestion): TeamSlotList {
  const desks = hosts.map((host) => openDesk({ host, rules, now }));
  const limit = question.limit ?? Number.POSITIVE_INFINITY;
  const fromMs = desks.reduce((first, { earliestMs }) => Math.min(first, earliestMs), Number.POSITIVE_INFINITY);
  const untilMs = desks.reduce((last, { horizonMs }) => Math.max(last, horizonMs), Number.NEGATIVE_INFINITY);
  const endMs = Math.min(question.window.endMs, untilMs);
  const slots: { ms: number; roster: Roster }[] = [];
  let stretchMs = Number.isFinite(limit) ? FIRST_STRETCH_MS : Number.POSITIVE_INFINITY;
  for (let startMs = Math.max(question.window.startMs, fromMs); startMs < endMs && slots.length <= limit; ) {
    const roster = new Roster(desks, { startMs, endMs: Math.min(endMs, startMs + stretchMs) });
    for (const ms of roster.starts(assignment === 'all' ? hosts.length : 1)) slots.push({ ms, roster });
    startMs += stretchMs;
    stretchMs *= 2;
  }
  const truncated = slots.length > limit;
  if (truncated) slots.length = limit;
  return {
    starts: slots.map(({ ms }) => ms),
    truncated,
    hostsAt: (index) => {
      const slot = slots[index];
      return slot ? slot.roster.hostsAt(slot.ms) : [];
    },
  };
}

/**
 * Who offers what in one window: a row of bits, one for each host, for each minute at which anybody offers a start. Starts are
 * whole minutes apart: offsets have been whole minutes in every zone since 1972.
 */
class Roster {
  readonly #fromMs: number;
  readonly #wordsPerRow: number;
  /** the row of a minute, counted from 1; 0: nobody */
  readonly #rowOf: Int32Array;
  #rows = 0;
  #bits: Int32Array;

  constructor(desks: readonly Desk[], window: Interval) {
    this.#fromMs = Math.floor(window.startMs / MINUTE_MS) * MINUTE_MS;
    this.#wordsPerRow = (desks.length + 31) >> 5;
    this.#rowOf = new Int32Array(Math.ceil((window.endMs - this.#fromMs) / MINUTE_MS));
    this.#bits = new Int32Array(this.#wordsPerRow * 256);
    desks.forEach((desk, host) => {
      const stepMinutes = desk.stepMs / MINUTE_MS;
      walkOffered(desk, window, (firstMs, count) => {
        this.#mark(host, (firstMs - this.#fromMs) / MINUTE_MS, stepMinutes, count);
        return false;
      });
    });
  }

  /** The starts that at least so many hosts offer. */
  starts(atLeast: number): number[] {
    const starts: number[] = [];
    this.#rowOf.forEach((row, minute) => {
      if (row > 0 && (atLeast === 1 || this.#hosts(row).length >= atLeast))
        starts.push(this.#fromMs + minute * MINUTE_MS);
    });
    return starts;
  }

  hostsAt(ms: number): number[] {
    return this.#hosts(this.#rowOf[(ms - this.#fromMs) / MINUTE_MS] ?? 0);
  }

  #mark(host: number, firstMinute: number, stepMinutes: number, count: number): void {
    const word = host >> 5;
    const bit = 1 << (host & 31);
    for (let nth = 0, minute = firstMinute; nth < count; nth += 1, minute += stepMinutes) {
      const at = this.#row(minute) * this.#wordsPerRow + word;
      this.#bits[at] = (this.#bits[at] ?? 0) | bit;
    }
  }

  #row(minute: number): number {
    const known = this.#rowOf[minute] ?? 0;
    if (known > 0) return known - 1;
    this.#rows += 1;
    this.#rowOf[minute] = this.#rows;
    if (this.#rows * this.#wordsPerRow > this.#bits.length) {
      const grown = new Int32Array(this.#bits.length * 2);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    return this.#rows - 1;
  }

  #hosts(row: number): number[] {
    const hosts: number[] = [];
    const firstWord = (row - 1) * this.#wordsPerRow;
    for (let word = 0; row > 0 && word < this.#wordsPerRow; word += 1) {
      for (let left = this.#bits[firstWord + word] ?? 0; left !== 0; left &= left - 1) {
        hosts.push(word * 32 + 31 - Math.clz32(left & -left));
      }
    }
    return hosts;
  }
}
