import type { EventChange, EventPage, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { type CallLimits, ProviderError, type ReadFrom } from '../provider.ts';
import type { Graph } from './client.ts';
import { type DeltaEntry, remoteOf, type Shown, TIMES } from './events.ts';

/**
 * One page of a delta round (decision 0121). Graph sends single events and exceptions whole, occurrences only with their times, and no
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
  const { body } = await graph({ path: position.link, ...limits });
  const entries = (body.value ?? []) as readonly DeltaEntry[];
  const [nextLink, deltaLink] = [body['@odata.nextLink'], body['@odata.deltaLink']];
  const series = new Series(graph, limits);
  series.remember(entries);
  const content = position.isFull
    ? { changes: await wholeRound(entries, series), replacedSeries: [] }
    : await laterRound(entries, series, from.window);
  if (typeof nextLink === 'string') {
    const page: Position = { link: nextLink, isFull: position.isFull };
    return { ...content, next: { page: JSON.stringify(page) } };
  }
  if (typeof deltaLink !== 'string') throw new ProviderError('refused', '200 no link');
  return { ...content, next: { cursor: deltaLink } };
}

/** Where a round stands. */
interface Position {
  readonly link: string;
  /** All of the window, or what has changed since a cursor. */
  readonly isFull: boolean;
}

function positionOf(calendarId: string, from: ReadFrom): Position {
  if (from.page) return JSON.parse(from.page) as Position;
  if (from.cursor) return { link: from.cursor, isFull: false };
  return {
    link: `/me/calendars/${encodeURIComponent(calendarId)}/calendarView/delta?${windowQuery(from.window)}`,
    isFull: true,
  };
}

const windowQuery = ({ startMs, endMs }: Interval): string =>
  `startDateTime=${new Date(startMs).toISOString()}&endDateTime=${new Date(endMs).toISOString()}`;

const isOfSeries = ({ type }: DeltaEntry): boolean => type === 'seriesMaster' || type === 'occurrence';

/** Tombstones, single events and exceptions say all themselves. */
const plainChanges = (entries: readonly DeltaEntry[]): EventChange[] =>
  entries
    .filter((entry) => !isOfSeries(entry))
    .flatMap((entry): EventChange[] => {
      if (!entry.id) return [];
      const remote = entry['@removed'] ? null : remoteOf(entry);
      return [remote ? { gone: false, ...remote } : { gone: true, id: entry.id }];
    });

async function wholeRound(entries: readonly DeltaEntry[], series: Series): Promise<EventChange[]> {
  const occurrences: EventChange[] = [];
  for (const entry of entries.filter(({ type }) => type === 'occurrence')) {
    const shown = await series.shownBy(entry.seriesMasterId ?? '');
    const remote = shown && remoteOf(entry, shown);
    if (remote) occurrences.push({ gone: false, ...remote });
  }
  return [...plainChanges(entries), ...occurrences];
}

async function laterRound(entries: readonly DeltaEntry[], series: Series, window: Interval) {
  const ids = new Set(
    entries.filter(isOfSeries).map((entry) => (entry.type === 'occurrence' ? entry.seriesMasterId : entry.id) ?? ''),
  );
  const changes = plainChanges(entries);
  for (const id of ids) {
    const instances = await series.instances(id, window);
    changes.push(...instances.map((event) => ({ gone: false as const, ...event })));
  }
  return { changes, replacedSeries: [...ids] };
}

/** The series of a round: each is read at most once. */
class Series {
  readonly #graph: Graph;
  readonly #limits: CallLimits;
  readonly #shown = new Map<string, Shown | null>();

  constructor(graph: Graph, limits: CallLimits) {
    this.#graph = graph;
    this.#limits = limits;
  }

  remember(entries: readonly DeltaEntry[]): void {
    for (const entry of entries) if (entry.type === 'seriesMaster' && entry.id) this.#shown.set(entry.id, entry);
  }

  /** What a series shows; null: it was deleted meanwhile. */
  async shownBy(id: string): Promise<Shown | null> {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const found = await this.#graph({
      path: `/me/events/${encodeURIComponent(id)}?$select=${TIMES}`,
      ...this.#limits,
    }).then(({ body }) => body as Shown, nullIfGone);
    this.#shown.set(id, found);
    return found;
  }

  /** All instances of a series in a window, exceptions too; none: it was deleted. */
  async instances(id: string, window: Interval): Promise<RemoteEvent[]> {
    const found: RemoteEvent[] = [];
    const first = `/me/events/${encodeURIComponent(id)}/instances?${windowQuery(window)}&$select=${TIMES}&$top=200`;
    for (let path: unknown = first; typeof path === 'string'; ) {
      const answer = await this.#graph({ path, ...this.#limits }).catch(nullIfGone);
      if (answer === null) return [];
      found.push(
        ...((answer.body.value ?? []) as readonly DeltaEntry[]).flatMap(
          (event) => remoteOf({ ...event, seriesMasterId: id }) ?? [],
        ),
      );
      path = answer.body['@odata.nextLink'];
    }
    return found;
  }
}

const nullIfGone = (error: unknown): null => {
  if (error instanceof ProviderError && error.failure === 'not_found') return null;
  throw error;
};

/** Events that touch an interval, as they are now. Plain reading shows occurrences whole. */
export async function readNow(
  graph: Graph,
  calendarId: string,
  interval: Interval,
  limits: CallLimits,
): Promise<RemoteEvent[]> {
  const found: RemoteEvent[] = [];
  const first = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView?${windowQuery(interval)}&$select=${TIMES}&$top=200`;
  for (let path: unknown = first; typeof path === 'string'; ) {
    const { body } = await graph({ path, ...limits });
    found.push(...((body.value ?? []) as readonly DeltaEntry[]).flatMap((event) => remoteOf(event) ?? []));
    path = body['@odata.nextLink'];
  }
  return found;
}
