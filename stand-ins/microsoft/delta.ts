import type { Event } from '@microsoft/microsoft-graph-types';
import { type Times, touches } from '../wall-clock.ts';
import { badRequest } from './failure.ts';
import { type Listing, type Page, windowOf } from './listing.ts';
import type { Item, Mailbox } from './mailbox.ts';
import {
  type BareOccurrence,
  type Etagged,
  eventOf,
  occurrenceOf,
  type Preferences,
  type Tombstone,
  tombstoneOf,
} from './render.ts';

/** Where a round stands. It goes on after the last id that it showed, as the mailbox is then. */
interface Position {
  readonly calendarId: string;
  readonly window: Times;
  readonly age: number;
  /** The count of changes up to which the client knows all; null: it knows nothing. */
  readonly since: number | null;
  readonly after: string;
  /** The count of changes when the round began: the next one goes on from there. */
  readonly begun: number;
}

export type DeltaRow = Etagged<Event> | BareOccurrence | Tombstone;

/** A cursor that is too old. */
export class CursorGone extends Error {}

const NOT_WITH_DELTA = ['$select', '$expand', '$filter', '$orderby', '$search', '$top', '$skip'];

/** `calendarView/delta` @throws GraphFailure, CursorGone */
export function delta(mailbox: Mailbox, calendarId: string, listing: Listing): Page<DeltaRow> {
  const { address, query, preferences } = listing;
  const refused = NOT_WITH_DELTA.find((name) => query.has(name));
  if (refused) throw badRequest('ErrorInvalidUrlQuery', `The query parameter ${refused} is not supported with delta.`);
  const position = positionOf(mailbox, calendarId, query);
  const entries = entriesOf(mailbox, position, preferences).filter(({ key }) => key > position.after);
  const size = preferences.maxPageSize ?? 10;
  const value: DeltaRow[] = [];
  let shown = 0;
  // A series is not split over pages.
  for (; shown < entries.length && value.length < size; shown += 1) value.push(...(entries[shown]?.rows ?? []));
  const link = (name: string, next: Position): string =>
    `${address}?${new URLSearchParams({ [name]: Buffer.from(JSON.stringify(next)).toString('base64url') })}`;
  const isLast = shown === entries.length;
  return {
    '@odata.context': `${new URL(address).origin}/v1.0/$metadata#Collection(event)`,
    value,
    ...(isLast
      ? { '@odata.deltaLink': link('$deltatoken', { ...position, after: '', since: position.begun, begun: 0 }) }
      : { '@odata.nextLink': link('$skiptoken', { ...position, after: entries[shown - 1]?.key ?? '' }) }),
  };
}

function positionOf(mailbox: Mailbox, calendarId: string, query: URLSearchParams): Position {
  const text = query.get('$skiptoken') ?? query.get('$deltatoken');
  const begun = mailbox.visibleVersion();
  if (!text) return { calendarId, window: windowOf(query), age: mailbox.age, since: null, after: '', begun };
  let position: Position;
  try {
    position = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Position;
  } catch {
    throw badRequest('SyncStateInvalid', 'The sync state is not valid.');
  }
  if (position.calendarId !== calendarId || position.age !== mailbox.age) throw new CursorGone();
  // The window is in the token: other dates are ignored.
  return query.has('$deltatoken') ? { ...position, begun } : position;
}

interface Entry {
  readonly key: string;
  readonly rows: readonly DeltaRow[];
}

function entriesOf(mailbox: Mailbox, position: Position, preferences: Preferences): Entry[] {
  const all = mailbox.visible();
  return all
    .filter((item) => !item.original || mailbox.isAlone(item))
    .flatMap((item) => {
      const rows = rowsOf(mailbox, item, position, preferences, all);
      return rows.length > 0 ? [{ key: item.id, rows }] : [];
    });
}

function rowsOf(
  mailbox: Mailbox,
  item: Item,
  { calendarId, window, since }: Position,
  preferences: Preferences,
  all: readonly Item[],
): DeltaRow[] {
  const isNews = since !== null && item.version > since;
  if (since !== null && !isNews) return [];
  // A tombstone also comes for an event outside the window that was made or changed.
  const gone = isNews ? [tombstoneOf(item, preferences)] : [];
  if (item.calendarId !== calendarId)
    return item.left.some((one) => one.calendarId === calendarId && one.version > (since ?? Infinity)) ? gone : [];
  if (item.isDeleted) return gone;
  if (!item.event.recurrence) return touches(item.times, window) ? [eventOf(item, preferences)] : gone;
  const occurrences = mailbox.occurrences(item, window, all);
  if (occurrences.length === 0) return gone;
  return [
    eventOf(item, preferences),
    ...occurrences.map((one) =>
      one.event.type === 'occurrence' ? occurrenceOf(one, preferences) : eventOf(one, preferences),
    ),
  ];
}
