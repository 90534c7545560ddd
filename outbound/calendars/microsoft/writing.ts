import type { Event } from '@microsoft/microsoft-graph-types';
import type { EventToWrite, WrittenEvent } from '../../../domain/calendars/remote-event.ts';
import { type CallLimits, ProviderError } from '../provider.ts';
import { type Graph, type GraphCall, readAll } from './client.ts';
import { type DeltaEntry, keyOf, WRITTEN, writtenOf } from './events.ts';
import { GraphError, hasCode, orNull } from './failures.ts';
import { calendarPath, eventPath, viewOf } from './reading.ts';

/** Names our property among those of all programs that write into a mailbox. Never changed. */
const BOOKING_PROPERTY = 'String {8e4c1f0a-5d0b-4b7c-9a53-3f1b6f0c2d11} Name holdfastBookingId';
/** What was used for a deleted event stays used. More than so many were never deleted by hand. */
const MOST_GENERATIONS = 8;
const DAY_MS = 86_400_000;

/** Where an event of ours is, and how to reach it. */
export interface Place {
  readonly graph: Graph;
  readonly calendarId: string;
  readonly limits: CallLimits;
}

/**
 * Creates the event of a booking once. Graph makes the ids, so an earlier try is looked up by our property first; `transactionId` covers
 * the time in which Graph's own search does not know it yet. An event that the host deleted is made anew.
 */
export async function createEvent(place: Place, event: EventToWrite): Promise<WrittenEvent> {
  for (let { generation } = event; generation < event.generation + MOST_GENERATIONS; generation += 1) {
    const made = await insertOrFind(place, { ...event, generation });
    if (made) return withTimes(place, made, event);
  }
  throw new ProviderError('refused', '400 ErrorDuplicateTransactionId');
}

/** null: this key was used before, by an event that is deleted. */
async function insertOrFind(place: Place, event: EventToWrite): Promise<WrittenEvent | null> {
  const { graph, calendarId, limits } = place;
  const earlier = await findByProperty(place, event);
  if (earlier) return earlier;
  const body: Event = {
    ...bodyOf(event),
    transactionId: keyOf(event),
    singleValueExtendedProperties: [{ id: BOOKING_PROPERTY, value: keyOf(event) }],
  };
  try {
    const answer = await graph({ method: 'POST', path: `${calendarPath(calendarId)}/events`, body, ...limits });
    return writtenOf(answer.body as DeltaEntry);
  } catch (error) {
    // Another try writes it at this moment: the next one finds it.
    if (error instanceof ProviderError && error.failure === 'event_changed')
      throw new ProviderError('away', error.detail);
    if (!(error instanceof GraphError) || !hasCode(error, 'ErrorDuplicateTransactionId')) throw error;
    if (error.existingEventId !== null) return readEvent(place, error.existingEventId);
  }
  return (await findByProperty(place, event)) ?? findByTransaction(place, event);
}

/** A first try may have had other times: the booking moved since. */
async function withTimes(place: Place, made: WrittenEvent, event: EventToWrite): Promise<WrittenEvent> {
  if (made.startMs === event.startMs && made.endMs === event.endMs) return made;
  return (await updateEvent(place, { id: made.id, etag: null }, event)) ?? made;
}

async function findByProperty({ graph, limits }: Place, event: EventToWrite): Promise<WrittenEvent | null> {
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING_PROPERTY}' and ep/value eq '${keyOf(event)}')`;
  const path = `/me/events?$filter=${encodeURIComponent(filter)}&$select=${WRITTEN}&$top=5`;
  const found = await readAll<DeltaEntry>(graph, path, limits).catch((error: unknown): DeltaEntry[] => {
    // A large mailbox may refuse the search (InefficientFilter): transactionId is enough then.
    if (error instanceof ProviderError && error.failure === 'refused') return [];
    throw error;
  });
  return found.map(writtenOf).find((written) => written !== null) ?? null;
}

/** Looks through the calendar itself, which needs no index. Rare, so it may take long. */
async function findByTransaction(place: Place, event: EventToWrite): Promise<WrittenEvent | null> {
  const { graph, calendarId, limits } = place;
  const wide = { startMs: event.startMs - 400 * DAY_MS, endMs: event.endMs + 400 * DAY_MS };
  const view = await viewOf(graph, calendarId, wide, limits);
  const found = view.find(({ transactionId }) => transactionId === keyOf(event));
  return found?.id ? readEvent(place, found.id) : null;
}

export const readEvent = ({ graph, limits }: Place, eventId: string): Promise<WrittenEvent | null> =>
  orNull(graph({ path: `${eventPath(eventId)}?$select=${WRITTEN}`, ...limits }).then(written));

const written = ({ body }: { readonly body: object }): WrittenEvent | null => writtenOf(body as DeltaEntry);

/** Its times alone: the body holds the text of the Teams link, and all else is the host's to rewrite. */
export const updateEvent = (
  { graph, limits }: Place,
  { id, etag }: { readonly id: string; readonly etag: string | null },
  event: EventToWrite,
): Promise<WrittenEvent | null> => {
  const call: GraphCall = {
    method: 'PATCH',
    path: eventPath(id),
    body: timesOf(event) satisfies Event,
    headers: etag === null ? {} : { 'If-Match': etag },
    ...limits,
  };
  return orNull(graph(call).then(written));
};

/** Deletes it; done already is fine. */
export async function deleteEvent(place: Place, eventId: string): Promise<void> {
  const { graph, limits } = place;
  try {
    await orNull(graph({ method: 'DELETE', path: eventPath(eventId), ...limits }));
  } catch (error) {
    // So answers an event that lies in Deleted Items, if its id is an immutable one. One that is still shown is really refused.
    if (!hasCode(error, 'ErrorCannotDeleteObject') || (await isShown(place, eventId))) throw error;
  }
}

async function isShown(place: Place, eventId: string): Promise<boolean> {
  const event = await readEvent(place, eventId);
  if (!event) return false;
  const { graph, calendarId, limits } = place;
  const view = await viewOf(graph, calendarId, event, limits);
  return view.some(({ id }) => id === eventId);
}

/** Graph knows few IANA zones; an instant in UTC is the same for everybody. A host may have made a whole day of it: those have no time. */
const timesOf = ({ startMs, endMs }: Pick<EventToWrite, 'startMs' | 'endMs'>) => {
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString().slice(0, 19), timeZone: 'UTC' });
  return { isAllDay: false, start: at(startMs), end: at(endMs) };
};

/** What an event has at first. @param event `linkProvider` is left out for accounts of persons: Microsoft makes a link only then */
function bodyOf(event: EventToWrite): Event {
  const { title, description, location, attendees, wantsLink, linkProvider } = event;
  return {
    subject: title,
    body: { contentType: 'text', content: description },
    ...timesOf(event),
    showAs: 'busy',
    ...(location === null ? {} : { location: { displayName: location } }),
    ...(attendees.length === 0 ? {} : { attendees: attendees.map(attendeeOf) }),
    ...(wantsLink ? { isOnlineMeeting: true } : {}),
    ...(wantsLink && linkProvider !== null ? { onlineMeetingProvider: linkProvider } : {}),
  };
}

const attendeeOf = ({ email, name }: EventToWrite['attendees'][number]) => ({
  type: 'required' as const,
  emailAddress: { address: email, name: name ?? email },
});
