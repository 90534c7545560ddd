import type { IncomingHttpHeaders } from 'node:http';
import type { Calendar, Event, MailboxSettings, User } from '@microsoft/microsoft-graph-types';
import { badRequest } from './failure.ts';
import type { CalendarFacts, Item, Mailbox } from './mailbox.ts';
import { localMsOf, shownIn, textOf, zoneNamed } from './times.ts';

/** What the `Prefer` header asks for. It counts for the request that holds it. */
export interface Preferences {
  /** The zone in which times are shown, as the client named it. */
  readonly timezone: string;
  readonly immutableIds: boolean;
  readonly maxPageSize: number | null;
  /** Where the pages of the mailbox are. */
  readonly pagesUrl: string;
}

/** @throws GraphFailure 400: an unknown zone */
export function preferencesOf({ prefer }: IncomingHttpHeaders, pagesUrl: string): Preferences {
  const text = [prefer ?? ''].flat().join(',');
  const timezone = /outlook\.timezone\s*=\s*"([^"]*)"/i.exec(text)?.[1] ?? 'UTC';
  zoneNamed(timezone);
  const size = /odata\.maxpagesize\s*=\s*(\d+)/i.exec(text)?.[1];
  return {
    timezone,
    immutableIds: /IdType\s*=\s*"ImmutableId"/i.test(text),
    maxPageSize: size === undefined ? null : Number(size),
    pagesUrl,
  };
}

/** An entity with what OData adds. `@removed` and the like are not in Microsoft's types. */
export type Etagged<T> = T & { readonly '@odata.etag'?: string };

export interface Tombstone {
  readonly '@odata.type': '#microsoft.graph.event';
  readonly id: string;
  readonly '@removed': { readonly reason: 'deleted' };
}

/** What delta shows of an occurrence that is as its series says. */
export type BareOccurrence = Etagged<Pick<Event, 'id' | 'seriesMasterId' | 'type' | 'start' | 'end'>> & {
  readonly '@odata.type': '#microsoft.graph.event';
};

export const etagOf = ({ version, id }: Item): string =>
  `W/"${Buffer.from(`${id}:${version}`).toString('base64').replaceAll('=', '')}"`;

/** An id in the form that the client wants. */
export const idOf = (
  { id, moves }: Pick<Item, 'id' | 'moves'>,
  { immutableIds }: Pick<Preferences, 'immutableIds'>,
): string => {
  if (immutableIds) return id;
  const [series = '', day] = id.split('.');
  return `${series}~${moves}${day === undefined ? '' : `.${day}`}`;
};

/** Start and end. Whole days are the same dates in every zone: they are labelled with the zone that was asked for. */
function timesShown({ event, times }: Item, { timezone }: Preferences): Pick<Event, 'start' | 'end'> {
  if (!event.isAllDay) return { start: shownIn(times.startMs, timezone), end: shownIn(times.endMs, timezone) };
  const at = (text: string | undefined) => ({ dateTime: textOf(localMsOf(text)), timeZone: timezone });
  return { start: at(event.start?.dateTime), end: at(event.end?.dateTime) };
}

const masterIdOf = ({ original, moves }: Item, preferences: Preferences): string | null =>
  original && idOf({ id: original.masterId, moves }, preferences);

/** A whole event, without the properties that must be asked for. */
export function eventOf(item: Item, preferences: Preferences): Etagged<Event> {
  const { singleValueExtendedProperties: _, ...event } = item.event;
  return {
    '@odata.etag': etagOf(item),
    id: idOf(item, preferences),
    changeKey: etagOf(item).slice(3, -1),
    ...{ hasAttachments: false, isCancelled: false, isDraft: false, onlineMeetingUrl: null, recurrence: null },
    ...event,
    seriesMasterId: masterIdOf(item, preferences),
    ...(item.original
      ? { type: item.event.type === 'occurrence' ? 'occurrence' : 'exception' }
      : { type: item.event.recurrence ? 'seriesMaster' : 'singleInstance' }),
    originalStartTimeZone: item.event.start?.timeZone ?? null,
    originalEndTimeZone: item.event.end?.timeZone ?? null,
    // Nothing leaves the machine: the stand-in's own page of the event.
    webLink: `${preferences.pagesUrl}/${encodeURIComponent(item.calendarId)}/${encodeURIComponent(item.id)}`,
    ...timesShown(item, preferences),
  };
}

export const occurrenceOf = (item: Item, preferences: Preferences): BareOccurrence => ({
  '@odata.type': '#microsoft.graph.event',
  '@odata.etag': etagOf(item),
  id: idOf(item, preferences),
  seriesMasterId: masterIdOf(item, preferences),
  type: 'occurrence',
  ...timesShown(item, preferences),
});

export const tombstoneOf = (item: Item, preferences: Preferences): Tombstone => ({
  '@odata.type': '#microsoft.graph.event',
  id: idOf(item, preferences),
  '@removed': { reason: 'deleted' },
});

/** A work account makes links by Teams. An account of a person says nothing about it, but makes them. */
export function calendarOf({ id, name, isDefault, canEdit, owner }: CalendarFacts, { person }: Mailbox): Calendar {
  const makesLinks = !person.isPersonal && canEdit;
  return {
    ...{ id, name, color: 'auto', hexColor: '', isDefaultCalendar: isDefault, changeKey: 'AAAA' },
    ...{ canEdit, canShare: isDefault, canViewPrivateItems: canEdit, isRemovable: !isDefault, owner },
    isTallyingResponses: isDefault,
    allowedOnlineMeetingProviders: makesLinks ? ['teamsForBusiness'] : [],
    defaultOnlineMeetingProvider: makesLinks ? 'teamsForBusiness' : 'unknown',
  };
}

export const userOf = ({ person }: Mailbox): User => ({
  ...{ id: person.oid, displayName: person.name, userPrincipalName: person.email },
  ...(person.isPersonal ? { mail: null } : { mail: person.email }),
});

export const settingsOf = ({ person }: Mailbox): MailboxSettings => ({
  timeZone: person.timeZone,
  dateFormat: 'dd.MM.yyyy',
  timeFormat: 'HH:mm',
});

/** `$select`: those properties, the id and the etag. @throws GraphFailure 400: an unknown one */
export function selected<T extends object>(
  entity: T,
  select: string | null,
  keys: Readonly<Record<string, true>>,
): T | Partial<T> {
  if (select === null) return entity;
  const wanted = select.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => keys[name] !== true);
  if (unknown !== undefined)
    throw badRequest(
      'BadRequest',
      `Parsing OData Select and Expand failed: Could not find a property named '${unknown}'.`,
    );
  const shown = new Set(['id', '@odata.etag', ...wanted]);
  const part: Partial<T> = {};
  for (const key of Object.keys(entity) as (keyof T & string)[]) if (shown.has(key)) part[key] = entity[key];
  return part;
}
