import { gridOf } from './grid.ts';
import { RULES, type Rule } from './rules.ts';
import { prepareSlots, type SlotContext } from './slot-context.ts';
import { Spans } from './spans.ts';
import type { SlotQuestion, Verdict } from './types.ts';

export interface StartQuestion extends SlotQuestion {
  readonly startMs: number;
}

/** Instants that a calendar can name (ECMA-262, time values: 8.64e15), less a margin of some centuries. */
const MAX_INSTANT_MS = 8.6e15;

/**
 * Whether a host offers a start, and if not, the first rule against it. Grid and rules are those of the listing.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function evaluate({ startMs, ...question }: StartQuestion): Verdict {
  const context = prepareSlots(question);
  if (!isOnGrid(context, startMs)) return { offered: false, reason: 'not_a_slot' };
  const against = RULES.find((rule) => forbids(rule, context, startMs));
  return against ? { offered: false, reason: against.refusal } : { offered: true };
}

/** Whether a start is on the host's grid, without other rules. */
export function isOnGrid(context: SlotContext, startMs: number): boolean {
  if (!Number.isSafeInteger(startMs) || Math.abs(startMs) > MAX_INSTANT_MS) return false;
  return gridOf(context, { startMs, endMs: startMs + 1 }).length > 0;
}

export function forbids(rule: Rule, context: SlotContext, startMs: number): boolean {
  const forbidden = new Spans({ startMs, endMs: startMs + 1 });
  rule.forbid(context, forbidden);
  return forbidden.has(startMs);
}
