import type { EmptyReason, Slot } from '../../schemas/shapes/public-calendar.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import type { Interval } from '../slots/types.ts';
import { MINUTE_MS } from '../time/civil.ts';
import { isoInstant, slotRenderer } from '../time/local.ts';
import { bookerZone } from './booker-zone.ts';
import { emptyWords, outsideWords } from './empty-words.ts';
import { type StaticAnswer, staticAnswer } from './static-answer.ts';

/** The request and results of a slots call. */
export interface SlotsCall {
  readonly event: BookableEvent;
  /** the public origin, without a trailing slash */
  readonly urls: { readonly publicUrl: string };
  /** as given */
  readonly query: {
    readonly timezone?: string | undefined;
    readonly limit?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly fromDate?: string | undefined;
    readonly toDate?: string | undefined;
    readonly when?: string | undefined;
  };
  /** how `when` was read */
  readonly understood?: string | undefined;
  /** what was searched, after defaults and caps; `outside`: why the requested window has no slots */
  readonly window: Interval & { readonly outside?: 'over' | 'too_far' };
  /** sorted, at most `limit.applied` of them */
  readonly starts: readonly number[];
  readonly limit: { readonly applied: number; readonly max: number };
  /** the first open start from the window's start on, also after its end; null: none in the event's horizon */
  readonly nextAvailableMs: number | null;
  /** null if there are starts */
  readonly emptyReason: EmptyReason | null;
}

/**
 * The complete public slots answer (interface, Public slots response).
 *
 * @param fixed depends only on the event: pass a cached one to save time
 * @throws RangeError for an unknown timezone in the query
 */
export function buildSlotsAnswer(
  call: SlotsCall,
  fixed: StaticAnswer = staticAnswer(call.event, call.urls),
): SlotsResponse {
  const { event, query, emptyReason } = call;
  const { links } = fixed;
  const zone = bookerZone(query.timezone, event);
  const render = slotView(event.rules.durationMinutes * MINUTE_MS, zone.timezone);
  const slots = call.starts.map(render);
  const byDate = slotsByDate(slots);
  return {
    calendar: fixed.calendar,
    eventType: fixed.eventType,
    invitee: fixed.invitee,
    bookingProtocol: fixed.bookingProtocol,
    agentBooking: {
      bookingPageUrl: links.page,
      refetchUrl: refetchUrl(links.slots, call),
      instructions: emptyReason ? [emptyLine(emptyReason, call), ...fixed.instructions] : fixed.instructions,
      slotsByDate: byDate,
      ...truncationNote(call),
      bookerRequirements: fixed.bookerRequirements,
    },
    bookingPolicy: fixed.bookingPolicy,
    availability: {
      maxFutureDays: event.rules.maxFutureDays,
      ...searched(call),
      bookerTimezone: zone.timezone,
      bookerTimezoneSource: zone.source,
      hostSchedule: fixed.hostSchedule,
      firstSlotStartUtc: slots[0]?.startUtc ?? null,
      lastSlotStartUtc: slots.at(-1)?.startUtc ?? null,
      nextAvailableStartUtc: call.nextAvailableMs === null ? null : isoInstant(call.nextAvailableMs),
      datesInPayload: byDate.map(({ dateLocal }) => dateLocal),
      fromDate: query.fromDate ?? null,
      toDate: query.toDate ?? null,
      ...(call.understood === undefined ? {} : { understood: call.understood }),
    },
    slots,
    ...(emptyReason ? { emptyReason } : {}),
    howToBook: {
      steps: fixed.howToBookSteps,
      requestCodeUrl: links.otp,
      confirmResponse: exampleAnswer(event, slots[0] ?? render(call.window.startMs)),
    },
  };
}

/** A start for the booker. */
function slotView(durationMs: number, timezone: string): (startMs: number) => Slot {
  const render = slotRenderer(timezone);
  return (startMs) => {
    const endMs = startMs + durationMs;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: render(startMs, endMs) };
  };
}

/** Slots, in order of time, by the booker's date. */
function slotsByDate(slots: readonly Slot[]): SlotsResponse['agentBooking']['slotsByDate'] {
  const days: SlotsResponse['agentBooking']['slotsByDate'] = [];
  let today: (typeof days)[number] | undefined;
  for (const { startUtc, bookerLocal } of slots) {
    const { dateLocal, dayOfWeek, display } = bookerLocal;
    if (today?.dateLocal !== dateLocal) {
      today = { dateLocal, dayOfWeek, times: [] };
      days.push(today);
    }
    today.times.push({ display, startUtc });
  }
  return days;
}

function searched({ window, starts, limit }: SlotsCall) {
  return {
    queriedFromUtc: isoInstant(window.startMs),
    queriedToUtc: isoInstant(window.endMs),
    slotsReturned: starts.length,
    limitApplied: limit.applied,
    maxLimit: limit.max,
    truncatedByLimit: isTruncated(starts, limit),
  };
}

/** As the interface has it: the list reached its limit, whether or not the window has more. */
function isTruncated(starts: readonly number[], { applied }: SlotsCall['limit']): boolean {
  return starts.length >= applied;
}

/** The next call, with the same zone and limit; if nothing can follow, the same call again. */
function refetchUrl(slotsUrl: string, call: SlotsCall): string {
  const fromMs = laterMs(call);
  if (fromMs === null) return slotsUrl + queryText(call.query);
  const { timezone, limit } = call.query;
  return slotsUrl + queryText({ timezone, limit, from: isoInstant(fromMs) });
}

function laterMs({ window, starts, limit, nextAvailableMs }: SlotsCall): number | null {
  const last = starts.at(-1);
  if (last === undefined) return nextAvailableMs;
  return isTruncated(starts, limit) ? last + MINUTE_MS : window.endMs;
}

/** A query as text, in the interface's order, without absent values; empty, or with its question mark. */
function queryText({ timezone, limit, from, to, fromDate, toDate, when }: SlotsCall['query']): string {
  const given = Object.entries({ timezone, limit, from, to, fromDate, toDate, when }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

function truncationNote({ starts, limit }: SlotsCall): { note?: string } {
  if (!isTruncated(starts, limit)) return {};
  const many = starts.length === 1 ? 'one slot' : `${starts.length} slots`;
  return { note: `The list ends at its limit of ${many}; later ones may exist. GET refetchUrl for those.` };
}

function emptyLine(reason: EmptyReason, { nextAvailableMs, window, event }: SlotsCall): string {
  const words =
    reason === 'no_slots' && window.outside
      ? outsideWords(window.outside, event.rules.maxFutureDays)
      : emptyWords[reason];
  if (nextAvailableMs === null) return words;
  return `${words} The next one starts at ${isoInstant(nextAvailableMs)}: GET refetchUrl.`;
}

/** The answer to a booking of this slot; marked, so that nobody reports it as a booking. */
function exampleAnswer({ eventType }: BookableEvent, { startUtc, endUtc, bookerLocal }: Slot) {
  const status = eventType.requiresApproval ? 'pending_confirmation' : 'confirmed';
  const word = eventType.requiresApproval ? 'Requested' : 'Booked';
  return {
    booking: { id: EXAMPLE_ID, startAt: startUtc, endAt: endUtc, status } as const,
    message: `Only an example, nothing is booked yet. ${word}: ${bookerLocal.display}.`,
  };
}

const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000';
