import type { StandInCalendar } from './calendar.ts';
import { fullSyncRequired, GoogleFailure, invalid } from './failure.ts';
import { EVER, type Event, type Times, timesOf, touches } from './times.ts';

/** The rows of one page, and where the walk goes on or ends. */
export interface EventRows {
  readonly rows: readonly Event[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

/** Where a walk over pages stands. It goes on after the last id that it showed, as the calendar is then. */
interface PagePosition {
  readonly after: string;
  /** The calendar's count of changes when the walk began: its sync token goes on from there. */
  readonly begun: number;
  readonly query: string;
}

interface SyncPosition {
  readonly calendarId: string;
  readonly age: number;
  readonly version: number;
}

const sealed = (position: PagePosition | SyncPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

function opened<T>(text: string): T | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T;
  } catch {
    return null;
  }
}

/** Google refuses these beside a sync token. */
const NOT_WITH_SYNC = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** `events.list`. @param query its parameters @throws GoogleFailure */
export function listEvents(calendar: StandInCalendar, query: URLSearchParams): EventRows {
  const since = sinceOf(calendar, query);
  const isExpanded = query.get('singleEvents') === 'true';
  if (since !== null && isExpanded)
    throw new GoogleFailure(
      501,
      'standIn',
      'The stand-in has no sync of expanded series: see outbound/calendars/google.',
    );
  const all = since === null ? wholeRows(calendar, query, isExpanded) : changedRows(calendar, since);
  return pageOf(calendar, query, all.filter(matches(query)));
}

/** `events.instances` */
export function listInstances(calendar: StandInCalendar, master: Event, query: URLSearchParams): EventRows {
  const { nextSyncToken: _, ...page } = pageOf(
    calendar,
    query,
    calendar.instances(master, windowOf(query), query.get('showDeleted') === 'true'),
  );
  return page;
}

/** null: no sync. */
function sinceOf(calendar: StandInCalendar, query: URLSearchParams): number | null {
  const token = query.get('syncToken');
  if (token === null) return null;
  const refused = NOT_WITH_SYNC.find((name) => query.has(name));
  if (refused) throw invalid(refused, `The parameter ${refused} cannot be used together with syncToken.`);
  if (query.get('showDeleted') === 'false') throw invalid('showDeleted', 'showDeleted must be true with syncToken.');
  const position = opened<SyncPosition>(token);
  if (position?.calendarId !== calendar.facts.id || position.age !== calendar.age) throw fullSyncRequired();
  return position.version;
}

export function windowOf(query: URLSearchParams): Times {
  const [from, until] = [query.get('timeMin'), query.get('timeMax')];
  if (from === null && until === null) return EVER;
  const read = (name: string, text: string | null, missing: number): number => {
    if (text === null) return missing;
    const ms = Date.parse(text);
    if (Number.isNaN(ms) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) throw invalid(name, 'Bad Request');
    return ms;
  };
  const window = { startMs: read('timeMin', from, EVER.startMs), endMs: read('timeMax', until, EVER.endMs) };
  if (window.endMs <= window.startMs)
    throw new GoogleFailure(400, 'timeRangeEmpty', 'The specified time range is empty.');
  return window;
}

function wholeRows(calendar: StandInCalendar, query: URLSearchParams, isExpanded: boolean): Event[] {
  const window = windowOf(query);
  const showDeleted = query.get('showDeleted') === 'true';
  if (isExpanded) {
    if (window.endMs === EVER.endMs) throw invalid('timeMax', 'The stand-in expands no endless series: give timeMax.');
    return calendar.expand(window, showDeleted);
  }
  return calendar
    .visible()
    .map(({ event }) => event)
    .filter((event) => {
      // Cancelled instances of living series are always shown.
      if (event.status === 'cancelled') return showDeleted || event.recurringEventId != null;
      return calendar.touches(event, window);
    });
}

const changedRows = (calendar: StandInCalendar, since: number): Event[] =>
  calendar
    .visible()
    .filter(({ version }) => version > since)
    .map(({ event }) => event);

/** The other filters of `events.list`. */
const matches = (query: URLSearchParams) => {
  const [uid, types] = [query.get('iCalUID'), query.getAll('eventTypes')];
  const marks = query.getAll('privateExtendedProperty').map((text) => text.split('='));
  return ({ iCalUID, eventType, extendedProperties }: Event): boolean =>
    (uid === null || iCalUID === uid) &&
    (types.length === 0 || types.includes(eventType ?? 'default')) &&
    marks.every(([name = '', value]) => extendedProperties?.private?.[name] === value);
};

function pageOf(calendar: StandInCalendar, query: URLSearchParams, all: readonly Event[]): EventRows {
  const asked = new URLSearchParams(query);
  for (const name of ['pageToken', 'fields', 'prettyPrint']) asked.delete(name);
  asked.sort();
  const text = query.get('pageToken');
  const position = text === null ? null : opened<PagePosition>(text);
  // The parameters of a walk may not change between its pages.
  if (text !== null && position?.query !== asked.toString()) throw invalid('pageToken', 'Invalid page token value.');
  const begun = position?.begun ?? calendar.visibleVersion();
  const size = Math.min(Math.max(Number(query.get('maxResults') ?? 250), 1), calendar.pageSize);
  const ordered = query.get('orderBy') === 'startTime' ? byStart(calendar, all) : byId(all);
  const keyOf = (event: Event): string =>
    query.get('orderBy') === 'startTime'
      ? `${timesOf(event, calendar.facts.timeZone).startMs + 1e15}${event.id}`
      : (event.id ?? '');
  const left = ordered.filter((event) => keyOf(event) > (position?.after ?? ''));
  const isEmptyPage = position === null && left.length > size && calendar.pageSize < 2_500;
  if (isEmptyPage) return { rows: [], nextPageToken: sealed({ after: '', begun, query: asked.toString() }) };
  const rows = left.slice(0, size);
  const last = rows.at(-1);
  if (left.length > size && last)
    return { rows, nextPageToken: sealed({ after: keyOf(last), begun, query: asked.toString() }) };
  return { rows, nextSyncToken: sealed({ calendarId: calendar.facts.id, age: calendar.age, version: begun }) };
}

const byId = (events: readonly Event[]): Event[] => [...events].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));

const byStart = (calendar: StandInCalendar, events: readonly Event[]): Event[] =>
  [...events].sort((a, b) => {
    const zone = calendar.facts.timeZone;
    return timesOf(a, zone).startMs - timesOf(b, zone).startMs || ((a.id ?? '') < (b.id ?? '') ? -1 : 1);
  });

/** Busy times as `freebusy.query` gives them: joined, by start. */
export function busyTimes(calendar: StandInCalendar, window: Times): Times[] {
  const zone = calendar.facts.timeZone;
  const times = calendar
    .expand(window)
    .filter((event) => countsAsBusy(event, calendar.facts.id))
    .map((event) => timesOf(event, zone))
    .filter((one) => one.endMs > one.startMs && touches(one, window))
    .sort((a, b) => a.startMs - b.startMs);
  const joined: Times[] = [];
  for (const one of times) {
    const last = joined.at(-1);
    if (last && one.startMs <= last.endMs)
      joined[joined.length - 1] = { ...last, endMs: Math.max(last.endMs, one.endMs) };
    else joined.push(one);
  }
  return joined;
}

const countsAsBusy = ({ transparency, attendees }: Event, self: string): boolean =>
  transparency !== 'transparent' &&
  !attendees?.some(({ email, responseStatus }) => email === self && responseStatus === 'declined');
