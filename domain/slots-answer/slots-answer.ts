import type { EmptyReason, Slot } from '../../schemas/shapes/public-calendar.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import type { Interval } from '../slots/types.ts';
import { MINUTE_MS } from '../time/civil.ts';
import { isoInstant, slotRenderer } from '../time/local.ts';
import { bookingProtocol, howToBookSteps, instructions } from './booking-protocol.ts';
import {
  bookerRequirements,
  calendarView,
  type EventLinks,
  eventLinks,
  eventTypeView,
  inviteeFields,
} from './event-view.ts';
import { hostSchedule } from './schedule-words.ts';

interface BookerZone {
  /** IANA */
  readonly timezone: string;
  readonly source: SlotsResponse['availability']['bookerTimezoneSource'];
}

/** Returns the zone for the booker's times and dates: the requested one, else the host's, else UTC. */
export function bookerZone(timezone: string | undefined, { host }: Pick<BookableEvent, 'host'>): BookerZone {
  if (timezone !== undefined) return { timezone, source: 'query' };
  return host.timezone ? { timezone: host.timezone, source: 'host_fallback' } : { timezone: 'UTC', source: 'utc' };
}

/** The sentences for an empty list: the reason, and what the caller can do. */
export const emptyWords: Readonly<Record<EmptyReason, string>> = {
  workspace_locked: 'There are no slots: this workspace takes no bookings at present. Only its owner can change that.',
  no_schedule: 'There are no slots: the host has not set any hours yet. Asking for other dates does not help.',
  no_rules: 'There are no slots: the host has a schedule without any open hours. Asking for other dates does not help.',
  no_calendar:
    "There are no slots: the host's calendar cannot be read at present, and without it nothing is offered. Try again later.",
  no_slots: 'There are no slots in this window: the host is booked, closed, or it is too soon or too far ahead.',
};

/** Returns the sentence for a window that can never have slots. */
const outsideWords = (outside: 'past' | 'too_far', maxFutureDays: number): string =>
  outside === 'past'
    ? 'There are no slots: the requested window is in the past. Ask for times from now on.'
    : `There are no slots: the requested window begins after the last day that can be booked, ${maxFutureDays} days ahead. Ask for an earlier one.`;

/** The parts of a slots answer that do not depend on the query. They are made once per event version. */
export interface StaticAnswer {
  readonly links: EventLinks;
  readonly calendar: SlotsResponse['calendar'];
  readonly eventType: SlotsResponse['eventType'];
  readonly invitee: SlotsResponse['invitee'];
  readonly bookingProtocol: SlotsResponse['bookingProtocol'];
  readonly bookingPolicy: SlotsResponse['bookingPolicy'];
  readonly instructions: string[];
  readonly bookerRequirements: SlotsResponse['agentBooking']['bookerRequirements'];
  readonly hostSchedule: SlotsResponse['availability']['hostSchedule'];
  readonly howToBookSteps: string[];
}

/** @param urls the public origin, without a trailing slash */
export function staticAnswer(event: BookableEvent, { publicUrl }: { readonly publicUrl: string }): StaticAnswer {
  const links = eventLinks(event, publicUrl);
  return {
    links,
    calendar: calendarView(event),
    eventType: eventTypeView(event),
    invitee: { fields: [...inviteeFields] },
    bookingProtocol: bookingProtocol(event, links),
    bookingPolicy: event.eventType.policy,
    instructions: instructions(event, links),
    bookerRequirements: bookerRequirements(event),
    hostSchedule: event.schedule && hostSchedule(event.schedule),
    howToBookSteps: howToBookSteps(event, links),
  };
}

/** The request and results of a slots call. */
export interface SlotsCall {
  readonly event: BookableEvent;
  /** the public origin, without a trailing slash */
  readonly urls: { readonly publicUrl: string };
  /** as the caller sent it */
  readonly query: {
    readonly timezone?: string | undefined;
    readonly limit?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly fromDate?: string | undefined;
    readonly toDate?: string | undefined;
    readonly when?: string | undefined;
  };
  /** how `when` was understood, in words */
  readonly understood?: string | undefined;
  /** the searched window, after defaults and caps; `outside`: why the requested window has no slots */
  readonly window: Interval & { readonly outside?: 'past' | 'too_far' };
  /** sorted, at most `limit.applied` of them */
  readonly starts: readonly number[];
  readonly limit: { readonly applied: number; readonly max: number };
  /** the first open start from the window's start on, also after its end; null: none in the event's horizon */
  readonly nextAvailableMs: number | null;
  /** null if there are starts */
  readonly emptyReason: EmptyReason | null;
}

/**
 * Builds the complete public slots answer (interface, Public slots response).
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
      ...searchedWindow(call),
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

/** Makes the function that returns a start as a slot in the booker's zone. */
function slotView(durationMs: number, timezone: string): (startMs: number) => Slot {
  const render = slotRenderer(timezone);
  return (startMs) => {
    const endMs = startMs + durationMs;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: render(startMs, endMs) };
  };
}

/** Groups slots, in order of time, by the booker's date. */
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

function searchedWindow({ window, starts, limit }: SlotsCall) {
  return {
    queriedFromUtc: isoInstant(window.startMs),
    queriedToUtc: isoInstant(window.endMs),
    slotsReturned: starts.length,
    limitApplied: limit.applied,
    maxLimit: limit.max,
    truncatedByLimit: isTruncated(starts, limit),
  };
}

/** Returns whether the list reached its limit, even if the window has no more (interface, truncatedByLimit). */
function isTruncated(starts: readonly number[], { applied }: SlotsCall['limit']): boolean {
  return starts.length >= applied;
}

/** Returns the URL of the next call, with the same zone and limit; if nothing can follow, of the same call. */
function refetchUrl(slotsUrl: string, call: SlotsCall): string {
  const fromMs = nextFromMs(call);
  if (fromMs === null) return slotsUrl + queryText(call.query);
  const { timezone, limit } = call.query;
  return slotsUrl + queryText({ timezone, limit, from: isoInstant(fromMs) });
}

function nextFromMs({ window, starts, limit, nextAvailableMs }: SlotsCall): number | null {
  const last = starts.at(-1);
  if (last === undefined) return nextAvailableMs;
  return isTruncated(starts, limit) ? last + MINUTE_MS : window.endMs;
}

/** Returns a query as text with its question mark, in the interface's order, without absent values; '' if all are absent. */
function queryText({ timezone, limit, from, to, fromDate, toDate, when }: SlotsCall['query']): string {
  const present = Object.entries({ timezone, limit, from, to, fromDate, toDate, when }).filter(
    ([, value]) => value !== undefined,
  );
  if (present.length === 0) return '';
  return `?${present.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
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

/** Returns an example of the answer to a booking of this slot. Its message says that nothing is booked, so that no agent reports it as a booking. */
function exampleAnswer({ eventType }: BookableEvent, { startUtc, endUtc, bookerLocal }: Slot) {
  const status = eventType.requiresApproval ? 'pending_confirmation' : 'confirmed';
  const word = eventType.requiresApproval ? 'Requested' : 'Booked';
  return {
    booking: { id: EXAMPLE_ID, startAt: startUtc, endAt: endUtc, status } as const,
    message: `Only an example, nothing is booked yet. ${word}: ${bookerLocal.display}.`,
  };
}

const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000';
