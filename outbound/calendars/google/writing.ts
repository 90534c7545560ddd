import { createHash } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { googleEventId } from '../../../domain/calendars/event-ids.ts';
import type { EventToWrite, WrittenEvent } from '../../../domain/calendars/remote-event.ts';
import { type CallLimits, ProviderError } from '../provider.ts';
import { type Api, optionsOf, orNull, requireEvents, translated } from './client.ts';
import { type GoogleEvent, WRITTEN, writtenOf } from './events.ts';
import { googleFailure } from './failures.ts';

/** Guests get our mails, never Google's too. */
const QUIET = { sendUpdates: 'none', conferenceDataVersion: 1, supportsAttachments: true, fields: WRITTEN } as const;
/** The id of a deleted event stays taken. More than so many were never deleted by hand. */
const MOST_GENERATIONS = 8;

/** Where an event of ours is, and how to reach it. */
export interface Place {
  readonly api: Api;
  readonly calendarId: string;
  readonly limits: CallLimits;
}

/** Creates the event of a booking, or finds the one that an earlier try created. One that the host deleted is made again. */
export async function createEvent(place: Place, event: EventToWrite): Promise<WrittenEvent> {
  const earlier = event.mayExist ? await findEarlier(place, event) : null;
  if (earlier) return earlier;
  for (let { generation } = event; generation < event.generation + MOST_GENERATIONS; generation += 1) {
    const made = await insertOrFind(place, { ...event, generation });
    if (made) return made;
  }
  throw new ProviderError('refused', '409 duplicate');
}

/**
 * Inserts it under the UID of our mails; Google then chooses its id, and only one of the two may be given. The UID of a deleted event, or
 * of a copy that the calendar made from our mail, stays taken: the next one has an id that is made from the booking's.
 * @returns null: UID or id is taken by another event than ours
 */
async function insertOrFind(place: Place, event: EventToWrite): Promise<WrittenEvent | null> {
  const { api, calendarId, limits } = place;
  const id = googleEventId(event.bookingId, event.generation);
  const isFirst = event.generation === 0;
  const requestBody = { ...(isFirst ? { iCalUID: event.uid } : { id }), ...newBody(event) };
  try {
    return await written(
      place,
      (await api.events.insert({ calendarId, ...QUIET, requestBody }, optionsOf(limits))).data,
    );
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const found = isFirst ? await findByUid(place, event) : await findById(place, id);
  // Perhaps Google does not show it yet: another one now would make two events.
  if (found === null) throw new ProviderError('away', '409 not_shown');
  return found === 'taken' ? null : asWanted(place, await written(place, found), event);
}

/** The event of an earlier try; also of one by a release that gave ids. null: there is none. */
async function findEarlier(place: Place, event: EventToWrite): Promise<WrittenEvent | null> {
  for (const find of [() => findByUid(place, event), () => findById(place, googleEventId(event.bookingId, 0))]) {
    const found = await find();
    if (found !== null && found !== 'taken') return asWanted(place, await written(place, found), event);
  }
  return null;
}

/** A first try may have had other times: the booking moved since. */
async function asWanted(place: Place, first: WrittenEvent | null, event: EventToWrite): Promise<WrittenEvent | null> {
  if (first === null || (first.startMs === event.startMs && first.endMs === event.endMs)) return first;
  return updateEvent(place, { id: first.id, etag: first.etag }, event);
}

/** `taken`: deleted, or not written by us. null: Google shows none. */
type Found = GoogleEvent | 'taken' | null;

async function findById({ api, calendarId, limits }: Place, eventId: string): Promise<Found> {
  const found = await orNull(() => api.events.get({ calendarId, eventId, fields: WRITTEN }, optionsOf(limits)));
  return found && (found.data.status === 'cancelled' ? 'taken' : found.data);
}

async function findByUid({ api, calendarId, limits }: Place, { uid, bookingId }: EventToWrite): Promise<Found> {
  const fields = `kind,items(${WRITTEN},extendedProperties(private))`;
  const { data } = await translated(() =>
    api.events.list({ calendarId, iCalUID: uid, showDeleted: true, fields }, optionsOf(limits)),
  );
  const { items = [] } = requireEvents(data);
  const own = items.find(
    ({ status, extendedProperties }) =>
      status !== 'cancelled' && extendedProperties?.private?.holdfastBookingId === bookingId,
  );
  return own ?? (items.length > 0 ? 'taken' : null);
}

const isDuplicate = (error: unknown): boolean => googleFailure(error).detail === '409 duplicate';

export const readEvent = (place: Place, eventId: string): Promise<WrittenEvent | null> =>
  orNull(async () => {
    const { api, calendarId, limits } = place;
    const { data } = await api.events.get({ calendarId, eventId, fields: WRITTEN }, optionsOf(limits));
    return written(place, data);
  });

/**
 * Changes the whole event as it is now (PUT costs a third of PATCH), so all that the host added stays. Texts that the host
 * rewrote stay too.
 */
export const updateEvent = (
  place: Place,
  { id, etag }: { readonly id: string; readonly etag: string | null },
  event: EventToWrite,
): Promise<WrittenEvent | null> =>
  orNull(async () => {
    const { api, calendarId, limits } = place;
    const { data: before } = await api.events.get({ calendarId, eventId: id }, optionsOf(limits));
    if (before.status === 'cancelled') return null;
    if (etag !== null && etag !== before.etag) throw new ProviderError('event_changed', '412 read_before');
    const options = optionsOf(limits, before.etag ? { 'If-Match': before.etag } : {});
    const requestBody = changedBody(before, event);
    const { data } = await api.events.update({ calendarId, eventId: id, ...QUIET, requestBody }, options);
    return written(place, data);
  });

/** null: deleted. An event that the host made a whole day begins at midnight of the calendar's zone. */
async function written({ api, calendarId, limits }: Place, event: GoogleEvent): Promise<WrittenEvent | null> {
  if (!event.start?.date || event.status === 'cancelled') return writtenOf(event, 'UTC');
  const { data } = await api.calendarList.get({ calendarId, fields: 'timeZone' }, optionsOf(limits));
  return writtenOf(event, data.timeZone ?? 'UTC');
}

const timesOf = ({ startMs, endMs, timezone }: EventToWrite) => {
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString(), timeZone: timezone });
  return { start: at(startMs), end: at(endMs) };
};

function newBody(event: EventToWrite): GoogleEvent {
  const { title, location, attendees, bookingId } = event;
  return {
    ...timesOf(event),
    summary: title,
    description: descriptionOf(event),
    ...(location === null ? {} : { location }),
    attendees: attendees.map(asGuest),
    ...{ guestsCanInviteOthers: false, guestsCanModify: false, guestsCanSeeOtherGuests: false },
    extendedProperties: { private: { holdfastBookingId: bookingId, holdfastTexts: textsOf(event) } },
    ...conferenceOf(event, undefined),
  };
}

const asGuest = ({ email, name }: EventToWrite['attendees'][number]): calendar_v3.Schema$EventAttendee => ({
  email,
  ...(name === null ? {} : { displayName: name }),
});

function changedBody(before: GoogleEvent, event: EventToWrite): GoogleEvent {
  const { conferenceData, hangoutLink: _, attendees = [], extendedProperties, ...rest } = before;
  const known = new Set(attendees.map(({ email }) => email?.toLowerCase()));
  const added = event.attendees.filter(({ email }) => !known.has(email.toLowerCase())).map(asGuest);
  const marks = extendedProperties?.private;
  return {
    ...rest,
    ...timesOf(event),
    ...textsToWrite(before, event),
    // With answers, and those whom the host invited.
    attendees: [...attendees, ...added],
    extendedProperties: {
      ...extendedProperties,
      private: { ...marks, holdfastBookingId: event.bookingId, holdfastTexts: textsOf(event) },
    },
    ...conferenceOf(event, conferenceData),
  };
}

const TEXTS = ['summary', 'description', 'location'] as const;
const mark = (text: string | null | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('base64url')
    .slice(0, 12);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Google shows a description as HTML: what guests wrote stays text. Line breaks are shown as they are. */
const descriptionOf = ({ description }: EventToWrite): string =>
  description.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** Our texts as Google gets them, in the order of {@link TEXTS}. */
const writtenTexts = (event: EventToWrite) => [event.title, descriptionOf(event), event.location];

/** Marks of our texts: they show later whether the host rewrote one. */
const textsOf = (event: EventToWrite): string => writtenTexts(event).map(mark).join('.');

function textsToWrite(before: GoogleEvent, event: EventToWrite): GoogleEvent {
  const marks = before.extendedProperties?.private?.holdfastTexts?.split('.') ?? [];
  const ours = writtenTexts(event);
  return Object.fromEntries(
    TEXTS.flatMap((name, index) => {
      const isOurs = marks[index] === mark(before[name]);
      return isOurs ? [[name, ours[index] ?? undefined] as const] : [];
    }),
  );
}

type Conference = calendar_v3.Schema$ConferenceData;

/** The conference as it is, a new one, or none if it was ours and is not wanted any more. */
function conferenceOf(
  { bookingId, generation, wantsLink }: EventToWrite,
  before: Conference | undefined,
): { conferenceData?: Conference } {
  const isOurs = before?.createRequest?.requestId?.startsWith(bookingId) ?? false;
  if (before && (wantsLink || !isOurs)) return { conferenceData: before };
  if (!wantsLink) return {};
  // Google ignores a request whose id it saw, so an event that is made anew has another.
  const requestId = generation === 0 ? bookingId : `${bookingId}-${generation}`;
  return { conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } } };
}
