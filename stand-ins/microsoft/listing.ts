import type { Event } from '@microsoft/microsoft-graph-types';
import { DAY_MS } from '../../domain/time/civil.ts';
import { type Times, touches } from '../wall-clock.ts';
import { badRequest } from './failure.ts';
import { EVENT_KEYS } from './keys.ts';
import type { Item, Mailbox } from './mailbox.ts';
import { type Etagged, eventOf, type Preferences, selected } from './render.ts';
import { timesOf } from './times.ts';

/** A page of a collection, as OData has it. */
export interface Page<T> {
  readonly '@odata.context': string;
  readonly value: readonly T[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

/** What is asked of a collection. */
export interface Listing {
  /** Without query. */
  readonly address: string;
  readonly query: URLSearchParams;
  readonly preferences: Preferences;
}

const LARGEST_PAGE = 1_000;

/** @throws GraphFailure 400: not a time, or an end before its start */
export function windowOf(query: URLSearchParams): Times {
  const read = (name: string): number => {
    const text = query.get(name) ?? '';
    const ms = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
    if (Number.isNaN(ms))
      throw badRequest('ErrorInvalidParameter', `${name} is required and must be a DateTimeOffset.`);
    return ms;
  };
  const window = { startMs: read('startDateTime'), endMs: read('endDateTime') };
  if (window.endMs < window.startMs)
    throw badRequest('ErrorCalendarEndDateIsEarlierThanStartDate', 'The end date is before the start date.');
  if (window.endMs - window.startMs > 1_825 * 86_400_000)
    throw badRequest('ErrorCalendarViewRangeTooBig', 'The specified view range exceeds the maximum range.');
  return window;
}

/** One page of rows, by `$top` and `$skip`. */
export function pageOf<T>(rows: readonly T[], { address, query, preferences }: Listing): Page<T> {
  const size = Math.min(Number(query.get('$top') ?? preferences.maxPageSize ?? 10), LARGEST_PAGE);
  const skip = Number(query.get('$skip') ?? 0);
  if (!(size > 0 && skip >= 0)) throw badRequest('ErrorInvalidParameter', '$top or $skip is invalid.');
  const next = new URLSearchParams(query);
  next.set('$skip', String(skip + size));
  return {
    '@odata.context': `${new URL(address).origin}/v1.0/$metadata#collection`,
    value: rows.slice(skip, skip + size),
    ...(skip + size < rows.length ? { '@odata.nextLink': `${address}?${next}` } : {}),
  };
}

type EventPage = Page<Etagged<Event> | Partial<Etagged<Event>>>;

const eventPage = (items: readonly Item[], listing: Listing): EventPage => {
  const { value, ...page } = pageOf(items, listing);
  const select = listing.query.get('$select');
  return { ...page, value: value.map((item) => selected(eventOf(item, listing.preferences), select, EVENT_KEYS)) };
};

/** `calendarView`: what happens in a window, series expanded. */
export function calendarView(
  mailbox: Mailbox,
  calendarId: string,
  listing: Listing,
  search: SearchSettings,
): EventPage {
  const window = windowOf(listing.query);
  if (!search.wholeDaysInUtc) return eventPage(mailbox.view(calendarId, window), listing);
  const wide = { startMs: window.startMs - DAY_MS, endMs: window.endMs + DAY_MS };
  const isIn = ({ event, times }: Item): boolean => touches(event.isAllDay ? timesOf(event, 'Etc/UTC') : times, window);
  return eventPage(mailbox.view(calendarId, wide).filter(isIn), listing);
}

/** `events/{id}/instances` */
export const instances = (mailbox: Mailbox, master: Item, listing: Listing): EventPage => {
  if (!master.event.recurrence)
    throw badRequest('ErrorInvalidRequest', 'Your request can not be completed: the event is not a series.');
  return eventPage(mailbox.occurrences(master, windowOf(listing.query)), listing);
};

const PROPERTY = /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']*)' and ep\/value eq '([^']*)'\)$/i;

/** How Graph's search and its memory of transactions behave from now on, for tests. */
export interface SearchSettings {
  /** The search by extended properties does not know new events yet. */
  isBehind: boolean;
  /** It is too much for the mailbox. */
  refuses: boolean;
  /** ErrorDuplicateTransactionId names the first event, which it does only at times. */
  namesFirst: boolean;
  /** A window finds whole days by their dates in UTC, not by those of the mailbox: which of both Exchange does is not documented. */
  wholeDaysInUtc: boolean;
}

/** `events`: single events and series; by an extended property over all calendars, if `$filter` says so. */
export function listEvents(
  mailbox: Mailbox,
  calendarId: string | null,
  listing: Listing,
  search: SearchSettings,
): EventPage {
  const filter = listing.query.get('$filter');
  const [, id, value] = PROPERTY.exec(filter ?? '') ?? [];
  if (filter !== null && id === undefined)
    throw badRequest('ErrorInvalidUrlQueryFilter', `The stand-in knows no such filter: ${filter}`);
  if (filter !== null && search.refuses)
    throw badRequest('InefficientFilter', 'The restriction or sort order is too complex for this operation.');
  const isWanted = ({ event }: Item): boolean =>
    filter === null ||
    (!search.isBehind &&
      (event.singleValueExtendedProperties ?? []).some(
        (one) => one.id === id && one.value?.toLowerCase() === value?.toLowerCase(),
      ));
  const found = mailbox
    .visible()
    .filter((item) => !item.isDeleted && !item.original && (calendarId === null || item.calendarId === calendarId));
  return eventPage(found.filter(isWanted), listing);
}
