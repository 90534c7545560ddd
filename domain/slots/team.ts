import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { type Desk, openDesk } from './desk.ts';
import { evaluate } from './evaluate.ts';
import { gridOf, type Stretches, visitFree } from './grid.ts';
import { bookable, type SlotList } from './list.ts';
import { RULES } from './rules.ts';
import { Spans } from './spans.ts';
import type { EventRules, Host, Interval } from './types.ts';
import { isSameWeek } from './week.ts';

export interface TeamQuestion {
  readonly hosts: readonly Host[];
  readonly rules: EventRules;
  readonly now: number;
}

export interface TeamListQuestion extends TeamQuestion {
  /** starts lie in [startMs, endMs) */
  readonly window: Interval;
  /** any: at least one host offers the start (round robin); all: every host does (collective) */
  readonly assignment: Assignment;
  readonly limit?: number | undefined;
}

export type Assignment = 'any' | 'all';

/** With a limit the window is walked in parts: the first so long, each next one twice as long. */
const FIRST_PART_MS = 4 * DAY_MS;

/**
 * The starts that a team offers. Every host is judged by their own schedule, grid, busy times and limits, exactly as alone; a
 * collective start is thus one that lies on every host's grid. Who offers a start: {@link hostsOffering}.
 * @throws RangeError as `listSlots`.
 */
export function listTeamSlots({ window, assignment, limit, ...question }: TeamListQuestion): SlotList {
  const crews = crewsOf(question);
  const atMost = limit ?? Number.POSITIVE_INFINITY;
  const starts: number[] = [];
  const { startMs, endMs } = widest(crews, window);
  let partMs = limit === undefined ? Number.POSITIVE_INFINITY : FIRST_PART_MS;
  for (let fromMs = startMs; fromMs < endMs && starts.length <= atMost; partMs *= 2) {
    const untilMs = Math.min(endMs, fromMs + partMs);
    const table = new TeamTable({ startMs: fromMs, endMs: untilMs }, assignment);
    for (const crew of crews) table.ask(crew);
    table.collect(starts);
    fromMs = untilMs;
  }
  return { starts: starts.slice(0, atMost), truncated: starts.length > atMost };
}

/** The hosts of a team that offer a start, as rising indexes into `hosts`. */
export function hostsOffering({ hosts, ...question }: TeamQuestion & { readonly startMs: number }): number[] {
  return hosts.flatMap((host, index) => (evaluate({ ...question, host }).offered ? [index] : []));
}

/** Hosts with the same week: they share one desk and one grid. */
interface Crew {
  readonly desk: Desk;
  readonly hosts: Host[];
}

function crewsOf({ hosts, rules, now }: TeamQuestion): Crew[] {
  const crews: Crew[] = [];
  for (const host of hosts) {
    const crew = crews.find(({ desk }) => isSameWeek(desk.host.schedule, host.schedule));
    if (crew) crew.hosts.push(host);
    else crews.push({ desk: openDesk({ host, rules, now }), hosts: [host] });
  }
  return crews;
}

/** The window as far as anybody may be booked. */
function widest(crews: readonly Crew[], window: Interval): Interval {
  const parts = crews.map(({ desk }) => bookable(desk, window));
  return {
    startMs: parts.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY),
    endMs: parts.reduce((last, { endMs }) => Math.max(last, endMs), Number.NEGATIVE_INFINITY),
  };
}

/**
 * For each minute of a window, how many hosts so far offer a start there: of `any` one is enough, for `all` every host asked
 * before. What nobody can change any more is asked of nobody: in a large team most busy times are never read.
 * Starts are whole minutes apart, as all offsets have been since 1972.
 */
class TeamTable {
  readonly #window: Interval;
  readonly #fromMs: number;
  readonly #agreed: Uint16Array;
  readonly #forbidden: Spans;
  readonly #assignment: Assignment;
  /** what a start must have been agreed on by, to be worth asking about */
  #needed = 0;

  constructor(window: Interval, assignment: Assignment) {
    this.#window = window;
    this.#fromMs = Math.floor(window.startMs / MINUTE_MS) * MINUTE_MS;
    this.#agreed = new Uint16Array(Math.ceil((window.endMs - this.#fromMs) / MINUTE_MS));
    this.#forbidden = new Spans(window);
    this.#assignment = assignment;
  }

  ask({ desk, hosts }: Crew): void {
    let grid = gridOf(desk, bookable(desk, this.#window));
    for (const host of hosts) {
      grid = this.#undecided(grid, desk.stepMs);
      if (grid.length > 0) this.#askHost({ ...desk, host }, grid);
      if (this.#assignment === 'all') this.#needed += 1;
      else if (grid.length === 0) return;
    }
  }

  /** Adds the starts on which enough hosts agree. */
  collect(starts: number[]): void {
    const agreed = this.#agreed;
    const fromMs = this.#fromMs;
    const enough = this.#assignment === 'all' ? this.#needed : 1;
    for (let minute = 0; minute < agreed.length; minute += 1) {
      if (agreed[minute] === enough) starts.push(fromMs + minute * MINUTE_MS);
    }
  }

  #askHost(desk: Desk, grid: Stretches): void {
    this.#forbidden.reset({ startMs: grid[0] ?? 0, endMs: grid.at(-1) ?? 0 });
    for (const rule of RULES) rule.forbid(desk, this.#forbidden);
    const agreed = this.#agreed;
    const fromMs = this.#fromMs;
    const oneMore = this.#needed + 1;
    const stepMinutes = desk.stepMs / MINUTE_MS;
    visitFree(grid, desk.stepMs, this.#forbidden.edges(), (firstMs, count) => {
      const firstMinute = (firstMs - fromMs) / MINUTE_MS;
      for (let nth = 0; nth < count; nth += 1) agreed[firstMinute + nth * stepMinutes] = oneMore;
      return false;
    });
  }

  /** The part of a grid that is neither offered already (any) nor refused already (all). */
  #undecided(grid: Stretches, stepMs: number): Stretches {
    const left: number[] = [];
    const agreed = this.#agreed;
    const needed = this.#needed;
    const stepMinutes = stepMs / MINUTE_MS;
    for (let stretch = 0; stretch < grid.length; stretch += 2) {
      const firstMs = grid[stretch] ?? 0;
      const untilMs = grid[stretch + 1] ?? 0;
      const count = Math.ceil((untilMs - firstMs) / stepMs);
      const firstMinute = (firstMs - this.#fromMs) / MINUTE_MS;
      let isOpen = false;
      for (let nth = 0; nth < count; nth += 1) {
        if ((agreed[firstMinute + nth * stepMinutes] === needed) === isOpen) continue;
        left.push(firstMs + nth * stepMs);
        isOpen = !isOpen;
      }
      if (isOpen) left.push(untilMs);
    }
    return left;
  }
}
