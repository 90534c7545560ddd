import type { EventChange, EventPage, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { type CallLimits, ProviderError, type ReadFrom } from '../provider.ts';
import { type Api, isOwned, optionsOf, orNull, requireEvents, windowOf } from './client.ts';
import { type GoogleEvent, remoteOf, TIMES } from './events.ts';
import { readBusyTimes } from './free-busy.ts';

const LARGEST_PAGE = 2_500;
/** Of guests, the host alone is read. */
const PAGE = { maxResults: LARGEST_PAGE, maxAttendees: 1 } as const;
/** How long before the window the walk begins that ends with a sync token: the token may forget what is earlier. */
const WALK_BEFORE_MS = 31 * 86_400_000;
/** With more changed series on a page, reading the whole window needs fewer calls. */
const MOST_SERIES = 25;
/** The cursor of a calendar that gives busy times alone: it has none, so it is read whole each time. */
const NO_CURSOR = 'free-busy';

/**
 * Where a reading stands. A whole one first walks over ids, because only a walk without expanded series ends with a sync token that
 * is safe; then it reads the window with series expanded. What changes meanwhile comes with the token.
 */
type Position =
  | { readonly part: 'walk'; readonly pageToken: string }
  | { readonly part: 'window'; readonly pageToken?: string; readonly cursor: string }
  | { readonly part: 'changes'; readonly pageToken?: string; readonly syncToken: string };

export async function readEvents(api: Api, calendarId: string, from: ReadFrom, limits: CallLimits): Promise<EventPage> {
  const reading: Reading = { api, calendarId, window: from.window, limits };
  if (from.cursor === NO_CURSOR) throw new ProviderError('cursor_gone', 'free_busy');
  const position = positionOf(from);
  if (position?.part === 'window') return readWindow(reading, position);
  if (position?.part === 'changes') return readChanges(reading, position);
  return walk(reading, position);
}

interface Reading {
  readonly api: Api;
  readonly calendarId: string;
  readonly window: Interval;
  readonly limits: CallLimits;
}

function positionOf({ page, cursor }: ReadFrom): Position | null {
  if (page !== undefined) return JSON.parse(page) as Position;
  return cursor === undefined ? null : { part: 'changes', syncToken: cursor };
}

const goOn = (position: Position): EventPage['next'] => ({ page: JSON.stringify(position) });

async function list(
  { api, calendarId, limits }: Reading,
  more: Readonly<Record<string, string | boolean>>,
  items: string,
) {
  const fields = `kind,accessRole,nextPageToken,nextSyncToken,items(${items})`;
  return requireEvents((await api.events.list({ calendarId, ...PAGE, ...more, fields }, optionsOf(limits))).data);
}

/** One page on the way to a sync token. Its ids are of no use. */
async function walk(reading: Reading, position: Position | null): Promise<EventPage> {
  const { window } = reading;
  const timeMin = new Date(window.startMs - WALK_BEFORE_MS).toISOString();
  const pageToken = position?.pageToken;
  const data = await list(reading, { timeMin, ...(pageToken ? { pageToken } : {}) }, 'id');
  if (!isOwned(data)) return readBusyWindow(reading);
  const next: Position = data.nextPageToken
    ? { part: 'walk', pageToken: data.nextPageToken }
    : { part: 'window', cursor: requireToken(data.nextSyncToken) };
  return { changes: [], replacedSeries: [], next: goOn(next) };
}

async function readBusyWindow({ api, calendarId, window, limits }: Reading): Promise<EventPage> {
  const times = await readBusyTimes(api, calendarId, window, limits);
  return {
    changes: times.map((event) => ({ gone: false, ...event })),
    replacedSeries: [],
    next: { cursor: NO_CURSOR },
  };
}

/** One page of the window, with series expanded. */
async function readWindow(reading: Reading, { pageToken, cursor }: Position & { part: 'window' }): Promise<EventPage> {
  const data = await list(
    reading,
    { singleEvents: true, ...windowOf(reading.window), ...(pageToken ? { pageToken } : {}) },
    TIMES,
  );
  const events = (data.items ?? []).flatMap((event) => remoteOf(event) ?? []);
  return {
    changes: events.map((event) => ({ gone: false, ...event })),
    replacedSeries: [],
    next: data.nextPageToken ? goOn({ part: 'window', pageToken: data.nextPageToken, cursor }) : { cursor },
  };
}

/** One page of what has changed. A changed series, or one of its instances, is read again as a whole. */
async function readChanges(
  reading: Reading,
  { pageToken, syncToken }: Position & { part: 'changes' },
): Promise<EventPage> {
  const data = await list(reading, { syncToken, ...(pageToken ? { pageToken } : {}) }, `recurrence,${TIMES}`);
  const { changes, replaced, series } = sorted(data.items ?? [], reading.window);
  if (series.size > MOST_SERIES) throw new ProviderError('cursor_gone', 'many_series');
  for (const [id, exceptions] of series) {
    const instances = await instancesOf(reading, id);
    // Somebody who is invited to one instance has no series: its rows say all.
    if (instances === null) changes.push(...exceptions.flatMap((event) => changeOf(event, reading.window)));
    else {
      replaced.add(id);
      changes.push(...instances.map((event) => ({ gone: false as const, ...event })));
    }
  }
  const next = data.nextPageToken
    ? goOn({ part: 'changes', pageToken: data.nextPageToken, syncToken })
    : { cursor: requireToken(data.nextSyncToken) };
  return { changes, replacedSeries: [...replaced], next };
}

/** Rows of a page of changes, by what they need: `series` has the changed instances of each. */
function sorted(events: readonly GoogleEvent[], window: Interval) {
  const changes: EventChange[] = [];
  const replaced = new Set<string>();
  const series = new Map<string, GoogleEvent[]>();
  for (const event of events) {
    const { id, recurringEventId } = event;
    if (recurringEventId) series.set(recurringEventId, [...(series.get(recurringEventId) ?? []), event]);
    else if (id && event.recurrence && event.status !== 'cancelled') {
      series.set(id, series.get(id) ?? []);
      // It may have been a single event before.
      changes.push({ gone: true, id });
    } else if (id) {
      // It may have been a series before: of a deleted one only its id comes.
      replaced.add(id);
      changes.push(...changeOf(event, window));
    }
  }
  return { changes, replaced, series };
}

function changeOf(event: GoogleEvent, window: Interval): EventChange[] {
  if (!event.id) return [];
  const remote = event.status === 'cancelled' ? null : remoteOf(event);
  return [remote && isIn(window, remote) ? { gone: false, ...remote } : { gone: true, id: event.id }];
}

const DAY_MS = 86_400_000;

/** Whole days count with a day more on both sides: their zone is not known here. */
function isIn({ startMs, endMs }: Interval, { time }: RemoteEvent): boolean {
  if (time.kind === 'timed') return time.startMs < endMs && time.endMs > startMs;
  return Date.parse(time.startDate) - DAY_MS < endMs && Date.parse(time.endDate) + DAY_MS > startMs;
}

/** All instances of a series in the window; null: there is no such series in this calendar. */
async function instancesOf(
  { api, calendarId, window, limits }: Reading,
  eventId: string,
): Promise<RemoteEvent[] | null> {
  const found: RemoteEvent[] = [];
  const fields = `kind,nextPageToken,items(${TIMES})`;
  for (let pageToken: string | undefined; ; ) {
    const params = { calendarId, eventId, ...PAGE, ...windowOf(window), ...(pageToken ? { pageToken } : {}), fields };
    const answer = await nullIfNoSeries(() => api.events.instances(params, optionsOf(limits)));
    if (answer === null) return null;
    const data = requireEvents(answer.data);
    found.push(...(data.items ?? []).flatMap((event) => remoteOf({ ...event, recurringEventId: eventId }) ?? []));
    if (!data.nextPageToken) return found;
    pageToken = data.nextPageToken;
  }
}

/** Gone, never here, or a single event by now (400). */
async function nullIfNoSeries<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await orNull(call);
  } catch (error) {
    if (error instanceof ProviderError && error.detail.startsWith('400 ')) return null;
    throw error;
  }
}

/** @throws ProviderError away: a last page without a token would lose all changes from now on */
function requireToken(token: string | null | undefined): string {
  if (!token) throw new ProviderError('away', '200 no_sync_token');
  return token;
}

/** Events that touch a short interval, as they are now. */
export async function readNow(
  api: Api,
  calendarId: string,
  interval: Interval,
  limits: CallLimits,
): Promise<RemoteEvent[]> {
  const reading: Reading = { api, calendarId, window: interval, limits };
  const found: RemoteEvent[] = [];
  for (let pageToken: string | undefined; ; ) {
    const more = { singleEvents: true, ...windowOf(interval), ...(pageToken ? { pageToken } : {}) };
    const data = await list(reading, more, TIMES);
    if (!isOwned(data)) return readBusyTimes(api, calendarId, interval, limits);
    found.push(...(data.items ?? []).flatMap((event) => remoteOf(event) ?? []));
    if (!data.nextPageToken) return found;
    pageToken = data.nextPageToken;
  }
}
