import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { gridOf, type StartRuns, visitFree } from './grid.ts';
import { bookableWindow, evaluate, type ListStarts, nearestStarts, type SlotList } from './host-slots.ts';
import { RULES } from './rules.ts';
import { prepareSlots, type SlotContext } from './slot-context.ts';
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
  /** hosts who must all offer the start as well */
  readonly fixed?: readonly Host[] | undefined;
  readonly limit?: number | undefined;
}

export type Assignment = 'any' | 'all';

/** With a limit, the window is searched in parts. The first part is this long, each further one twice as long as the last. */
const FIRST_PART_MS = 4 * DAY_MS;

/**
 * Lists the starts that a team offers. Each host is evaluated by their own schedule, grid, busy times and limits, as a single host is;
 * so a collective start lies on every host's grid. {@link hostsOffering} returns the hosts of a start.
 * @throws RangeError as `listSlots`.
 */
export function listTeamSlots({ window, assignment, limit, hosts, fixed = [], ...rest }: TeamListQuestion): SlotList {
  const required = groupByWeek({ ...rest, hosts: assignment === 'all' ? [...fixed, ...hosts] : fixed });
  const alternatives = assignment === 'any' ? groupByWeek({ ...rest, hosts }) : [];
  const maxStarts = limit ?? Number.POSITIVE_INFINITY;
  const starts: number[] = [];
  const { startMs, endMs } = bookableByAny(assignment === 'any' ? alternatives : required, window);
  let partMs = limit === undefined ? Number.POSITIVE_INFINITY : FIRST_PART_MS;
  for (let fromMs = startMs; fromMs < endMs && starts.length <= maxStarts; partMs *= 2) {
    const untilMs = Math.min(endMs, fromMs + partMs);
    const table = new TeamTable({ startMs: fromMs, endMs: untilMs });
    for (const group of required) table.addRequired(group);
    for (const group of alternatives) table.addAlternatives(group);
    table.collect(starts, assignment === 'any');
    fromMs = untilMs;
  }
  return { starts: starts.slice(0, maxStarts), truncated: starts.length > maxStarts };
}

/** Returns the hosts of a team who offer a start, as ascending indexes into `hosts`. */
export function hostsOffering({ hosts, ...question }: TeamQuestion & { readonly startMs: number }): number[] {
  return hosts.flatMap((host, index) => (evaluate({ ...question, host }).offered ? [index] : []));
}

/** Returns the starts of a team that are nearest to an instant, as `nearestSlots`. */
export function nearestTeamSlots(
  question: Omit<TeamListQuestion, 'window' | 'limit'> & { readonly aroundMs: number; readonly count: number },
): number[] {
  const { startMs, endMs } = bookableTime(question);
  if (startMs >= endMs) return [];
  const list: ListStarts = (window, limit) => listTeamSlots({ ...question, window, limit }).starts;
  return nearestStarts(list, { ...question, earliestMs: startMs, horizonMs: endMs });
}

/** Returns the first start that the team offers from an instant on, or null. */
export function nextTeamSlot(
  question: Omit<TeamListQuestion, 'window' | 'limit'> & { readonly fromMs: number },
): number | null {
  const { endMs } = bookableTime(question);
  return listTeamSlots({ ...question, window: { startMs: question.fromMs, endMs }, limit: 1 }).starts[0] ?? null;
}

/** Returns the time from the earliest notice to the latest horizon of all hosts. */
function bookableTime({
  hosts,
  fixed = [],
  rules,
  now,
}: TeamQuestion & { readonly fixed?: readonly Host[] | undefined }) {
  const window = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };
  return bookableByAny(groupByWeek({ hosts: [...fixed, ...hosts], rules, now }), window);
}

/** Hosts with the same week. They share one context and one grid. */
interface HostGroup {
  readonly context: SlotContext;
  readonly hosts: Host[];
}

function groupByWeek({ hosts, rules, now }: TeamQuestion): HostGroup[] {
  const groups: HostGroup[] = [];
  for (const host of hosts) {
    const group = groups.find(({ context }) => isSameWeek(context.host.schedule, host.schedule));
    if (group) group.hosts.push(host);
    else groups.push({ context: prepareSlots({ host, rules, now }), hosts: [host] });
  }
  return groups;
}

/** Returns the part of the window in which any host can be booked. */
function bookableByAny(groups: readonly HostGroup[], window: Interval): Interval {
  const parts = groups.map(({ context }) => bookableWindow(context, window));
  return {
    startMs: parts.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY),
    endMs: parts.reduce((last, { endMs }) => Math.max(last, endMs), Number.NEGATIVE_INFINITY),
  };
}

/**
 * Counts, for each minute of a window, the hosts who offer a start there: first all required hosts, then one of the others.
 * A decided start is not checked again, so in a large team most busy times are never read.
 * Starts are whole minutes apart, as all offsets from UTC have been since 1972.
 */
class TeamTable {
  readonly #window: Interval;
  readonly #fromMs: number;
  readonly #offers: Uint16Array;
  readonly #forbidden: Spans;
  /** required hosts so far: a start that fewer of them offer is not checked further */
  #required = 0;

  constructor(window: Interval) {
    this.#window = window;
    this.#fromMs = Math.floor(window.startMs / MINUTE_MS) * MINUTE_MS;
    this.#offers = new Uint16Array(Math.ceil((window.endMs - this.#fromMs) / MINUTE_MS));
    this.#forbidden = new Spans(window);
  }

  /** Keeps only the starts that all these hosts offer, too. */
  addRequired({ context, hosts }: HostGroup): void {
    let grid = gridOf(context, bookableWindow(context, this.#window));
    for (const host of hosts) {
      grid = this.#undecided(grid, context.stepMs);
      if (grid.length > 0) this.#countHost({ ...context, host }, grid);
      this.#required += 1;
    }
  }

  /** Adds the starts that one of these hosts offers. Call it after all required hosts were added. */
  addAlternatives({ context, hosts }: HostGroup): void {
    let grid = gridOf(context, bookableWindow(context, this.#window));
    for (const host of hosts) {
      grid = this.#undecided(grid, context.stepMs);
      if (grid.length === 0) return;
      this.#countHost({ ...context, host }, grid);
    }
  }

  /** Appends the starts that all required hosts offer and, if asked for, one of the others. */
  collect(starts: number[], needsAlternative: boolean): void {
    const offers = this.#offers;
    const fromMs = this.#fromMs;
    const enough = this.#required + (needsAlternative ? 1 : 0);
    for (let minute = 0; minute < offers.length; minute += 1) {
      if (offers[minute] === enough) starts.push(fromMs + minute * MINUTE_MS);
    }
  }

  #countHost(context: SlotContext, grid: StartRuns): void {
    this.#forbidden.reset({ startMs: grid[0] ?? 0, endMs: grid.at(-1) ?? 0 });
    for (const rule of RULES) rule.forbid(context, this.#forbidden);
    const offers = this.#offers;
    const fromMs = this.#fromMs;
    const countWithHost = this.#required + 1;
    const stepMinutes = context.stepMs / MINUTE_MS;
    visitFree(grid, context.stepMs, this.#forbidden.edges(), (firstMs, count) => {
      const firstMinute = (firstMs - fromMs) / MINUTE_MS;
      for (let nth = 0; nth < count; nth += 1) offers[firstMinute + nth * stepMinutes] = countWithHost;
      return false;
    });
  }

  /** Returns the part of a grid that all required hosts so far offer, and no other host. */
  #undecided(grid: StartRuns, stepMs: number): StartRuns {
    const left: number[] = [];
    const offers = this.#offers;
    const required = this.#required;
    const stepMinutes = stepMs / MINUTE_MS;
    for (let run = 0; run < grid.length; run += 2) {
      const firstMs = grid[run] ?? 0;
      const untilMs = grid[run + 1] ?? 0;
      const count = Math.ceil((untilMs - firstMs) / stepMs);
      const firstMinute = (firstMs - this.#fromMs) / MINUTE_MS;
      let isOpen = false;
      for (let nth = 0; nth < count; nth += 1) {
        if ((offers[firstMinute + nth * stepMinutes] === required) === isOpen) continue;
        left.push(firstMs + nth * stepMs);
        isOpen = !isOpen;
      }
      if (isOpen) left.push(untilMs);
    }
    return left;
  }
}
