import type { EventChange, EventPage, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { type CallLimits, ProviderError, type ReadFrom } from '../provider.ts';
import { type Graph, readAll } from './client.ts';
import { type DeltaEntry, remoteOf, type Shown, TIMES } from './events.ts';
import { orNull } from './failures.ts';

/**
 * One page of a delta round. Graph sends single events and exceptions whole, occurrences only with their times, and no
 * tombstone for a deleted occurrence. So a full round takes what occurrences show from their series, and a later round reads each
 * series that it names again.
 */
export async function readEvents(
  graph: Graph,
  calendarId: string,
  from: ReadFrom,
  limits: CallLimits,
): Promise<EventPage> {
  const position = positionOf(calendarId, from);
  const { body, nextPath, deltaPath } = await graph({ path: position.path, ...limits });
  const entries = lastOfEach((body.value ?? []) as readonly DeltaEntry[]);
  const content = position.isFull
    ? { changes: await wholeRound(graph, entries, limits), replacedSeries: [] }
    : await laterRound(graph, entries, from.window, limits);
  if (nextPath !== null) {
    const page: Position = { path: nextPath, isFull: position.isFull };
    return { ...content, next: { page: JSON.stringify(page) } };
  }
  if (deltaPath === null) throw new ProviderError('refused', '200 no link');
  return { ...content, next: { cursor: deltaPath } };
}

/** Where a round stands. */
interface Position {
  readonly path: string;
  /** All of the window, or what has changed since a cursor. */
  readonly isFull: boolean;
}

function positionOf(calendarId: string, from: ReadFrom): Position {
  if (from.page) return JSON.parse(from.page) as Position;
  if (from.cursor) return { path: from.cursor, isFull: false };
  return { path: `${calendarPath(calendarId)}/calendarView/delta?${windowQuery(from.window)}`, isFull: true };
}

export const calendarPath = (calendarId: string): string => `/me/calendars/${encodeURIComponent(calendarId)}`;
export const eventPath = (eventId: string): string => `/me/events/${encodeURIComponent(eventId)}`;

const windowQuery = ({ startMs, endMs }: Interval): string =>
  `startDateTime=${new Date(startMs).toISOString()}&endDateTime=${new Date(endMs).toISOString()}`;

/** The same event may come twice in a page: the last is how it is. Some have no id: they stay apart. */
const lastOfEach = (entries: readonly DeltaEntry[]): DeltaEntry[] => [
  ...new Map(entries.map((entry, index) => [entry.id || index, entry])).values(),
];

/** Tombstones, single events and exceptions say all themselves. */
const plainChanges = (entries: readonly DeltaEntry[]): EventChange[] =>
  entries
    .filter(({ type }) => type !== 'seriesMaster' && type !== 'occurrence')
    .flatMap((entry): EventChange[] => {
      if (!entry.id) return [];
      const remote = entry['@removed'] ? null : remoteOf(entry);
      return [remote ? { gone: false, ...remote } : { gone: true, id: entry.id }];
    });

/** The first reading: Graph has given all that there is, but occurrences need what their series shows. */
async function wholeRound(graph: Graph, entries: readonly DeltaEntry[], limits: CallLimits): Promise<EventChange[]> {
  const masters = new Map<string, Shown | null>();
  for (const entry of entries) if (entry.type === 'seriesMaster' && entry.id) masters.set(entry.id, entry);
  const occurrences: EventChange[] = [];
  for (const entry of entries.filter(({ type }) => type === 'occurrence')) {
    const masterId = entry.seriesMasterId ?? '';
    const shown = masters.get(masterId) ?? (masters.has(masterId) ? null : await masterOf(graph, masterId, limits));
    masters.set(masterId, shown);
    // Deleted meanwhile: the next round says so, too.
    const remote = shown && remoteOf(entry, shown);
    if (remote) occurrences.push({ gone: false, ...remote });
  }
  return [...plainChanges(entries), ...occurrences];
}

const masterOf = async (graph: Graph, id: string, limits: CallLimits): Promise<Shown | null> => {
  const answer = await orNull(graph({ path: `${eventPath(id)}?$select=${TIMES}`, ...limits }));
  return answer && (answer.body as Shown);
};

/** What changed. A series that is named is read again, and a tombstone may be that of a series. */
async function laterRound(graph: Graph, entries: readonly DeltaEntry[], window: Interval, limits: CallLimits) {
  const living = entries.filter((entry) => !entry['@removed']);
  const series = new Set(
    living.flatMap(({ type, id, seriesMasterId }) => (type === 'seriesMaster' ? id : seriesMasterId) ?? []),
  );
  const changes = plainChanges(entries);
  const replaced = entries.flatMap((entry) => (entry['@removed'] && entry.id ? [entry.id] : []));
  for (const id of series) {
    const instances = await instancesOf(graph, id, window, limits);
    // No series: a guest who was invited to some of its days alone has only these.
    if (instances === null) continue;
    replaced.push(id);
    changes.push(...instances.map((event) => ({ gone: false as const, ...event })));
  }
  return { changes, replacedSeries: replaced };
}

/** All instances of a series in a window, exceptions too; null: there is no such series. */
async function instancesOf(
  graph: Graph,
  id: string,
  window: Interval,
  limits: CallLimits,
): Promise<RemoteEvent[] | null> {
  const path = `${eventPath(id)}/instances?${windowQuery(window)}&$select=${TIMES}&$top=200`;
  const found = await orNull(readAll<DeltaEntry>(graph, path, limits));
  return found === null ? null : found.flatMap((event) => remoteOf({ ...event, seriesMasterId: id }) ?? []);
}

/** Events of a calendar that touch an interval, as they are now. Plain reading shows occurrences whole. */
export const viewOf = (
  graph: Graph,
  calendarId: string,
  interval: Interval,
  limits: CallLimits & { isFirst?: boolean },
) =>
  readAll<DeltaEntry>(
    graph,
    `${calendarPath(calendarId)}/calendarView?${windowQuery(interval)}&$select=${TIMES}&$top=200`,
    limits,
  );

/** Whole days are days of the calendar, so they may touch an interval that is up to a day away in UTC. */
const DAY_MS = 86_400_000;

/** For the check before a booking. Events without an id, which Graph shows now and then, count too. */
export async function readNow(
  graph: Graph,
  calendarId: string,
  interval: Interval,
  limits: CallLimits,
): Promise<RemoteEvent[]> {
  const wide = { startMs: interval.startMs - DAY_MS, endMs: interval.endMs + DAY_MS };
  const found = await viewOf(graph, calendarId, wide, { ...limits, isFirst: true });
  return found
    .flatMap((event) => remoteOf({ ...event, id: event.id || 'unnamed' }) ?? [])
    .filter(({ time }) => time.kind === 'all_day' || (time.startMs < interval.endMs && time.endMs > interval.startMs));
}
