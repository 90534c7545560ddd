import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { evaluate } from './evaluate.ts';
import { gridOf, type Stretches, visitFree } from './grid.ts';
import { bookable, type SlotList } from './list.ts';
import { type ListStarts, nearestOf } from './nearest.ts';
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

/** With a limit the window is searched in parts: the first this long, each next twice as long. */
const FIRST_PART_MS = 4 * DAY_MS;

/**
 * The starts that a team offers. Each host is judged by their own schedule, grid, busy times and limits, exactly as alone; so a
 * collective start lies on every host's grid. Who offers a start: {@link hostsOffering}.
 * @throws RangeError as `listSlots`.
 */
export function listTeamSlots({ window, assignment, limit, hosts, fixed = [], ...rest }: TeamListQuestion): SlotList {
  const needed = groupsByWeek({ ...rest, hosts: assignment === 'all' ? [...fixed, ...hosts] : fixed });
  const oneOf = assignment === 'any' ? groupsByWeek({ ...rest, hosts }) : [];
  const atMost = limit ?? Number.POSITIVE_INFINITY;
  const starts: number[] = [];
  const { startMs, endMs } = widest(assignment === 'any' ? oneOf : needed, window);
  let partMs = limit === undefined ? Number.POSITIVE_INFINITY : FIRST_PART_MS;
  for (let fromMs = startMs; fromMs < endMs && starts.length <= atMost; partMs *= 2) {
    const untilMs = Math.min(endMs, fromMs + partMs);
    const table = new TeamTable({ startMs: fromMs, endMs: untilMs });
    for (const group of needed) table.askAll(group);
    for (const group of oneOf) table.askForOne(group);
    table.collect(starts, assignment === 'any');
    fromMs = untilMs;
  }
  return { starts: starts.slice(0, atMost), truncated: starts.length > atMost };
}

/** A team's hosts that offer a start, as ascending indexes into `hosts`. */
export function hostsOffering({ hosts, ...question }: TeamQuestion & { readonly startMs: number }): number[] {
  return hosts.flatMap((host, index) => (evaluate({ ...question, host }).offered ? [index] : []));
}

/** The offered starts nearest to an instant, as `nearestSlots`. */
export function nearestTeamSlots(
  question: Omit<TeamListQuestion, 'window' | 'limit'> & { readonly aroundMs: number; readonly count: number },
): number[] {
  const { startMs, endMs } = reachOf(question);
  if (startMs >= endMs) return [];
  const list: ListStarts = (window, limit) => listTeamSlots({ ...question, window, limit }).starts;
  return nearestOf(list, { ...question, earliestMs: startMs, horizonMs: endMs });
}

/** The first start that the team offers from an instant on, or null. */
export function nextTeamSlot(
  question: Omit<TeamListQuestion, 'window' | 'limit'> & { readonly fromMs: number },
): number | null {
  const { endMs } = reachOf(question);
  return listTeamSlots({ ...question, window: { startMs: question.fromMs, endMs }, limit: 1 }).starts[0] ?? null;
}

/** From the earliest notice to the latest horizon of all hosts. */
function reachOf({ hosts, fixed = [], rules, now }: TeamQuestion & { readonly fixed?: readonly Host[] | undefined }) {
  const window = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };
  return widest(groupsByWeek({ hosts: [...fixed, ...hosts], rules, now }), window);
}

/** Hosts with the same week: they share one context and one grid. */
interface HostGroup {
  readonly context: SlotContext;
  readonly hosts: Host[];
}

function groupsByWeek({ hosts, rules, now }: TeamQuestion): HostGroup[] {
  const groups: HostGroup[] = [];
  for (const host of hosts) {
    const group = groups.find(({ context }) => isSameWeek(context.host.schedule, host.schedule));
    if (group) group.hosts.push(host);
    else groups.push({ context: prepareSlots({ host, rules, now }), hosts: [host] });
  }
  return groups;
}

/** Of the window, where any host is bookable. */
function widest(groups: readonly HostGroup[], window: Interval): Interval {
  const parts = groups.map(({ context }) => bookable(context, window));
  return {
    startMs: parts.reduce((first, { startMs }) => Math.min(first, startMs), Number.POSITIVE_INFINITY),
    endMs: parts.reduce((last, { endMs }) => Math.max(last, endMs), Number.NEGATIVE_INFINITY),
  };
}

/**
 * For each minute of a window, how many hosts so far offer a start there: first all required hosts, then one of the others.
 * Decided starts are not checked again: in a large team most busy times are never read.
 * Starts are whole minutes apart, as all offsets have been since 1972.
 */
class TeamTable {
  readonly #window: Interval;
  readonly #fromMs: number;
  readonly #agreed: Uint16Array;
  readonly #forbidden: Spans;
  /** how many hosts must have agreed on a start to check it further */
  #needed = 0;

  constructor(window: Interval) {
    this.#window = window;
    this.#fromMs = Math.floor(window.startMs / MINUTE_MS) * MINUTE_MS;
    this.#agreed = new Uint16Array(Math.ceil((window.endMs - this.#fromMs) / MINUTE_MS));
    this.#forbidden = new Spans(window);
  }

  /** Keeps what all these hosts offer, too. */
  askAll({ context, hosts }: HostGroup): void {
    let grid = gridOf(context, bookable(context, this.#window));
    for (const host of hosts) {
      grid = this.#undecided(grid, context.stepMs);
      if (grid.length > 0) this.#askHost({ ...context, host }, grid);
      this.#needed += 1;
    }
  }

  /** Adds starts that one of these offers. After all required hosts. */
  askForOne({ context, hosts }: HostGroup): void {
    let grid = gridOf(context, bookable(context, this.#window));
    for (const host of hosts) {
      grid = this.#undecided(grid, context.stepMs);
      if (grid.length === 0) return;
      this.#askHost({ ...context, host }, grid);
    }
  }

  /** Adds the starts on which enough hosts agree. */
  collect(starts: number[], andOneMore: boolean): void {
    const agreed = this.#agreed;
    const fromMs = this.#fromMs;
    const enough = this.#needed + (andOneMore ? 1 : 0);
    for (let minute = 0; minute < agreed.length; minute += 1) {
      if (agreed[minute] === enough) starts.push(fromMs + minute * MINUTE_MS);
    }
  }

  #askHost(context: SlotContext, grid: Stretches): void {
    this.#forbidden.reset({ startMs: grid[0] ?? 0, endMs: grid.at(-1) ?? 0 });
    for (const rule of RULES) rule.forbid(context, this.#forbidden);
    const agreed = this.#agreed;
    const fromMs = this.#fromMs;
    const oneMore = this.#needed + 1;
    const stepMinutes = context.stepMs / MINUTE_MS;
    visitFree(grid, context.stepMs, this.#forbidden.edges(), (firstMs, count) => {
      const firstMinute = (firstMs - fromMs) / MINUTE_MS;
      for (let nth = 0; nth < count; nth += 1) agreed[firstMinute + nth * stepMinutes] = oneMore;
      return false;
    });
  }

  /** The part of a grid on which all required hosts so far agreed, and no other host. */
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
