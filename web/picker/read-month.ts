import { DAY_MS, MINUTE_MS } from '../../domain/time/civil.ts';
import { dateIn, monthOf, rangeOf } from './civil-month.ts';
import { type OpenMonth, openMonth, type SlotsPart } from './open-month.ts';

/** The input of one slots call. */
export interface SlotsQuery {
  readonly timezone?: string;
  readonly fromDate: string;
  readonly toDate: string;
  /** where to continue after the limit cut an answer */
  readonly from?: string;
  readonly limit: number;
}

export interface MonthRequest {
  readonly timezone: string | undefined;
  /** YYYY-MM; undefined: the first month with open times */
  readonly month: string | undefined;
  readonly now: number;
}

type Asked<A, F> = { readonly ok: true; readonly output: A } | F;
type Refusal = { readonly ok: false };

export interface ReadMonth<A> {
  readonly open: OpenMonth;
  readonly answer: A;
}

const MOST_SLOTS = 500;
/** Enough for a start every five minutes, day and night: 31 × 288 starts. No event has more. */
const MOST_CALLS = 20;
/** No event is booked further ahead (contract, maxFutureDays), and no zone is more than a day from UTC. */
const FARTHEST_DAYS = 732;

/** The requested month, if it is bookable at all. */
function bookableMonth({ month, now }: MonthRequest): string | undefined {
  if (month === undefined || month < monthOf(dateIn(now - DAY_MS, 'UTC'))) return undefined;
  const farthest = monthOf(dateIn(now + FARTHEST_DAYS * DAY_MS, 'UTC'));
  return month > farthest ? farthest : month;
}

interface Starts<A> {
  readonly month: string;
  /** the first answer about the month */
  readonly answer: A;
  readonly slots: SlotsPart['slots'];
}

/**
 * One month of open times from the public slots operation: the server asks it directly, the browser over HTTP. Without a
 * requested month it is that of the next open start, so the page is not empty while anything is open.
 */
export async function readMonth<A extends SlotsPart, F extends Refusal>(
  ask: (query: SlotsQuery) => Promise<Asked<A, F>>,
  request: MonthRequest,
): Promise<Asked<ReadMonth<A>, F>> {
  const read = (month: string) => readStarts(ask, month, request.timezone);
  const requestedMonth = bookableMonth(request);
  const first = requestedMonth ?? monthOf(dateIn(request.now, request.timezone ?? 'UTC'));
  let starts = await read(first);
  if (requestedMonth === undefined) {
    // Only the first answer has the host's zone; there the month may differ.
    if (starts.ok && currentMonth(starts.output, request.now) !== first) {
      starts = await read(currentMonth(starts.output, request.now));
    }
    const next = starts.ok ? nextMonth(starts.output) : null;
    if (next !== null) starts = await read(next);
  }
  if (!starts.ok) return starts;
  const { month, answer, slots } = starts.output;
  return { ok: true, output: { open: openMonth(month, slots, answer, request.now), answer } };
}

const currentMonth = ({ answer }: Starts<SlotsPart>, now: number): string =>
  monthOf(dateIn(now, answer.availability.bookerTimezone));

/** The month to show instead of an empty one. */
function nextMonth({ answer, slots }: Starts<SlotsPart>): string | null {
  const { nextAvailableStartUtc: next, bookerTimezone } = answer.availability;
  return slots.length > 0 || next === null ? null : monthOf(dateIn(Date.parse(next), bookerTimezone));
}

/** All starts of a month. One answer holds 500 at most: the rest is read with more calls, so every day is complete. */
async function readStarts<A extends SlotsPart, F extends Refusal>(
  ask: (query: SlotsQuery) => Promise<Asked<A, F>>,
  month: string,
  timezone: string | undefined,
): Promise<Asked<Starts<A>, F>> {
  const query: SlotsQuery = { ...(timezone === undefined ? {} : { timezone }), ...rangeOf(month), limit: MOST_SLOTS };
  const first = await ask(query);
  if (!first.ok) return first;
  const slots = [...first.output.slots];
  let isCut = first.output.availability.truncatedByLimit;
  for (let calls = 1; isCut && calls < MOST_CALLS; calls++) {
    const from = new Date(Date.parse(slots.at(-1)?.startUtc ?? '') + MINUTE_MS).toISOString();
    const more = await ask({ ...query, from });
    if (!more.ok) return more;
    slots.push(...more.output.slots);
    isCut = more.output.availability.truncatedByLimit && more.output.slots.length > 0;
  }
  return { ok: true, output: { month, answer: first.output, slots } };
}
