import type { EventToWrite, WrittenEvent } from '../../../domain/calendars/remote-event.ts';
import { type CallLimits, ProviderError } from '../provider.ts';
import type { Graph } from './client.ts';
import { type DeltaEntry, writtenOf } from './events.ts';

/** Names our property among those of all programs that write into a mailbox. Never changed. */
const BOOKING_PROPERTY = 'String {8e4c1f0a-5d0b-4b7c-9a53-3f1b6f0c2d11} Name holdfastBookingId';

/** The value of our property: one for each event of a booking. */
const keyOf = ({ bookingId, generation }: EventToWrite): string => `${bookingId}/${generation}`;

/**
 * Creates the event of a booking once. Graph makes the ids, so an earlier try is looked up by our property first; `transactionId` covers
 * the time in which Graph's own search does not know it yet.
 */
export async function createEvent(
  graph: Graph,
  calendarId: string,
  event: EventToWrite,
  limits: CallLimits,
): Promise<WrittenEvent> {
  const earlier = await findEvent(graph, event, limits);
  if (earlier) return earlier;
  const call = {
    method: 'POST' as const,
    path: `/me/calendars/${encodeURIComponent(calendarId)}/events`,
    body: {
      ...bodyOf(event),
      transactionId: keyOf(event),
      singleValueExtendedProperties: [{ id: BOOKING_PROPERTY, value: keyOf(event) }],
    },
    ...limits,
  };
  const answer = await graph(call).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError) || !/ErrorDuplicateTransactionId/i.test(error.detail)) throw error;
    return null;
  });
  const written = answer ? writtenOf(answer.body as DeltaEntry) : await findEvent(graph, event, limits);
  // Taken, but not to be found yet: the next try finds it.
  if (!written) throw new ProviderError('away', 'written, not found yet');
  return written;
}

async function findEvent(graph: Graph, event: EventToWrite, limits: CallLimits): Promise<WrittenEvent | null> {
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING_PROPERTY}' and ep/value eq '${keyOf(event)}')`;
  const { body } = await graph({ path: `/me/events?$filter=${encodeURIComponent(filter)}&$top=1`, ...limits });
  const [found] = (body.value ?? []) as readonly DeltaEntry[];
  return found ? writtenOf(found) : null;
}

/** Times and words. The body of an event with a Teams link holds the link's own text: only a plain event gets a new one. */
export async function updateEvent(
  graph: Graph,
  { id, etag }: { readonly id: string; readonly etag: string | null },
  event: EventToWrite,
  limits: CallLimits,
): Promise<WrittenEvent | null> {
  const { body: text, isOnlineMeeting, onlineMeetingProvider, ...times } = bodyOf(event);
  const answer = await graph({
    method: 'PATCH',
    path: `/me/events/${encodeURIComponent(id)}`,
    body: isOnlineMeeting ? times : { ...times, body: text },
    headers: etag === null ? {} : { 'If-Match': etag },
    ...limits,
  });
  return writtenOf(answer.body as DeltaEntry);
}

function bodyOf({ title, description, location, startMs, endMs, attendees, wantsLink, linkProvider }: EventToWrite) {
  // Graph knows few IANA zones; an instant in UTC is the same for everybody.
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString().slice(0, 19), timeZone: 'UTC' });
  return {
    subject: title,
    body: { contentType: 'text', content: description },
    ...(location === null ? {} : { location: { displayName: location } }),
    start: at(startMs),
    end: at(endMs),
    showAs: 'busy',
    attendees: attendees.map(({ email, name }) => ({
      type: 'required',
      emailAddress: { address: email, name: name ?? email },
    })),
    ...(wantsLink
      ? { isOnlineMeeting: true, ...(linkProvider === null ? {} : { onlineMeetingProvider: linkProvider }) }
      : {}),
  };
}
