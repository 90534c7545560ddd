import { randomBytes, randomUUID } from 'node:crypto';
import type { StandInCalendar } from './calendar.ts';
import { GoogleFailure, invalid, notFound } from './failure.ts';
import { recurrenceProblem } from './recurrence.ts';
import { type Event, isAllDay, timesOf } from './times.ts';

/** How conferences are made: at once, later, or not at all. */
export interface MeetSettings {
  readonly delayMs: number;
  readonly outcome: 'success' | 'failure';
}

/** Who writes, and how. */
export interface Writing {
  readonly calendar: StandInCalendar;
  /** The address of the person. */
  readonly email: string;
  readonly query: URLSearchParams;
  readonly ifMatch: string | undefined;
  /** How long readers do not see it: a push that comes early. */
  readonly hiddenMs: number;
  readonly nowMs: number;
  readonly meet: MeetSettings;
  /** Of the stand-in, where an event has its page. */
  readonly url: string;
}

/** What a client cannot set. */
const GIVEN = [
  ...['kind', 'etag', 'htmlLink', 'created', 'updated', 'creator', 'recurringEventId', 'originalStartTime'],
  ...['hangoutLink', 'sequence', 'locked', 'privateCopy', 'organizer', 'iCalUID'],
] as const;

function sent(body: Event): Event {
  const given = new Set<string>(GIVEN);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !given.has(name))) as Event;
}

const BASE32HEX = /^[a-v0-9]{5,1024}$/;

/** `events.insert` */
export function insertEvent(writing: Writing, body: Event): Event {
  const { calendar, email, nowMs, url } = writing;
  if (body.id && body.iCalUID)
    throw new GoogleFailure(
      501,
      'standIn',
      'Google’s description wants one of id and iCalUID: what it does with both is not known.',
    );
  const id = body.id ?? randomBytes(13).toString('hex');
  if (!BASE32HEX.test(id)) throw invalid('id', 'Invalid resource id value.');
  const iCalUID = body.iCalUID ?? `${id}@google.com`;
  if (calendar.find(id) || calendar.hasUid(iCalUID))
    throw new GoogleFailure(409, 'duplicate', 'The requested identifier already exists.');
  const { facts } = calendar;
  const { conferenceData: _, ...rest } = sent(body);
  const event: Event = {
    ...{ status: 'confirmed', eventType: 'default', reminders: { useDefault: true }, sequence: 0 },
    ...rest,
    ...{ id, iCalUID, created: new Date(nowMs).toISOString() },
    // Nothing leaves the machine: the stand-in's own page of the event.
    htmlLink: `${url}/people/${encodeURIComponent(email)}/${encodeURIComponent(facts.id)}/${id}`,
    creator: { email },
    organizer: { email: facts.id, displayName: facts.summary },
    ...conferenceOf(writing, body, null),
  };
  return kept(writing, checked(calendar, event));
}

/** `events.update` (PUT): all that is left out is cleared. */
export function updateEvent(writing: Writing, id: string, body: Event): Event {
  const before = writable(writing, id);
  const stays = Object.fromEntries(GIVEN.map((name) => [name, before[name]]));
  const conference = conferenceOf(writing, body, before);
  const { conferenceData: _, ...rest } = sent(body);
  return changed(writing, before, { ...withoutEmpty(stays), status: 'confirmed', ...rest, ...conference, id });
}

/** `events.patch`: named fields change, null clears, lists are replaced whole. */
export function patchEvent(writing: Writing, id: string, body: Event): Event {
  const before = writable(writing, id);
  const { conferenceData: _, ...rest } = sent(body);
  const conference = body.conferenceData === undefined ? {} : conferenceOf(writing, body, before);
  const times = Object.fromEntries(
    (['start', 'end'] as const).flatMap((name) =>
      rest[name] ? [[name, { ...timeWithout(before[name], rest[name]), ...rest[name] }]] : [],
    ),
  );
  return changed(writing, before, withoutEmpty({ ...before, ...rest, ...times, ...conference, id }));
}

/** A patch from a date to a time of day, or back, names both. */
const timeWithout = (before: Event['start'], named: NonNullable<Event['start']>) =>
  'date' in named || 'dateTime' in named ? { timeZone: before?.timeZone } : (before ?? {});

const withoutEmpty = (event: object): Event =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null && value !== undefined)) as Event;

/** `events.delete`. An instance becomes a canceled exception. */
export function deleteEvent(writing: Writing, id: string): undefined {
  const before = writable(writing, id);
  const { calendar } = writing;
  if (before.recurrence) for (const exception of calendar.exceptionsOf(id)) calendar.forget(exception.id ?? '');
  calendar.keep({ ...before, id, status: 'cancelled' }, writing.hiddenMs);
}

/** `events.move`: the same event in another calendar; here it leaves a row with its id alone. */
export function moveEvent(writing: Writing, id: string, destination: StandInCalendar): Event {
  const before = writable(writing, id);
  if (before.eventType !== 'default' || before.recurringEventId) throw invalid('eventId', 'Cannot move this event.');
  const { facts } = destination;
  const moved = { ...before, id, organizer: { email: facts.id, displayName: facts.summary } };
  deleteEvent(writing, id);
  return kept({ ...writing, calendar: destination }, moved);
}

/** The event to change. @throws GoogleFailure 404, 410, 412 */
function writable({ calendar, ifMatch }: Writing, id: string): Event {
  const event = calendar.find(id);
  if (!event) throw notFound();
  if (event.status === 'cancelled') throw new GoogleFailure(410, 'deleted', 'Resource has been deleted');
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== event.etag)
    throw new GoogleFailure(412, 'conditionNotMet', 'Precondition Failed', { type: 'header', name: 'If-Match' });
  return event;
}

function changed(writing: Writing, before: Event, after: Event): Event {
  const { calendar } = writing;
  const isMoved = whenOf(calendar, before) !== whenOf(calendar, after);
  const event = checked(calendar, { ...after, sequence: (before.sequence ?? 0) + (isMoved ? 1 : 0) });
  // A series with other times forgets what was changed in single instances.
  if (isMoved && before.recurrence)
    for (const exception of calendar.exceptionsOf(before.id ?? '')) calendar.forget(exception.id ?? '');
  return kept(writing, event);
}

/** The same time can be written in several ways. */
const whenOf = ({ facts }: StandInCalendar, event: Event): string =>
  JSON.stringify([timesOf(event, facts.timeZone), isAllDay(event), event.recurrence ?? []]);

/** @throws GoogleFailure 400: times or recurrence that Google refuses */
function checked(calendar: StandInCalendar, event: Event): Event {
  if (!event.start) throw new GoogleFailure(400, 'required', 'Missing start time.');
  if (!event.end) throw new GoogleFailure(400, 'required', 'Missing end time.');
  const { timeZone } = calendar.facts;
  if (isAllDay(event) !== (typeof event.end.date === 'string'))
    throw invalid('end', 'Start and end times must either both be date or both be dateTime.');
  const { startMs, endMs } = timesOf(event, timeZone);
  if (Number.isNaN(startMs) || Number.isNaN(endMs)) throw invalid('start', 'Invalid start time.');
  if (endMs < startMs) throw new GoogleFailure(400, 'timeRangeEmpty', 'The specified time range is empty.');
  if (event.recurrence) {
    if (!isAllDay(event) && !event.start.timeZone)
      throw new GoogleFailure(400, 'required', 'Missing time zone definition for start time.');
    const problem = recurrenceProblem(event, timeZone);
    if (problem !== null) throw invalid('recurrence', `Invalid recurrence rule. ${problem}`);
  }
  // Neither takes anybody's time, whatever is sent.
  const isFree = event.eventType === 'workingLocation' || event.eventType === 'birthday';
  return isFree ? { ...event, transparency: 'transparent' } : event;
}

/** Writes it, and the conference later if it takes time. */
function kept(writing: Writing, event: Event): Event {
  const { calendar, meet, hiddenMs } = writing;
  const whole = { ...event, id: event.id ?? '' };
  const now = calendar.keep(whole, hiddenMs);
  if (event.conferenceData?.createRequest?.status?.statusCode !== 'pending') return now;
  setTimeout(() => {
    const latest = calendar.find(whole.id);
    if (latest && latest.status !== 'cancelled')
      calendar.keep({ ...latest, id: whole.id, ...conferenceMade(latest.conferenceData ?? {}, meet.outcome) });
  }, meet.delayMs).unref();
  return now;
}

type Conference = NonNullable<Event['conferenceData']>;

/** Without `conferenceDataVersion=1` the conference in the body does not count, and what was there stays. */
function conferenceOf(
  { query, meet }: Writing,
  body: Event,
  before: Event | null,
): Pick<Event, 'conferenceData' | 'hangoutLink'> {
  const stays = withoutEmpty({ conferenceData: before?.conferenceData, hangoutLink: before?.hangoutLink });
  if (query.get('conferenceDataVersion') !== '1') return stays;
  const wanted = body.conferenceData?.createRequest;
  if (!wanted) return body.conferenceData ? stays : {};
  const isRepeated = before?.conferenceData?.createRequest?.requestId === wanted.requestId;
  if (isRepeated) return stays;
  if (wanted.conferenceSolutionKey?.type !== 'hangoutsMeet')
    throw invalid('conferenceData', 'Invalid conference type value.');
  const pending: Conference = { createRequest: { ...wanted, status: { statusCode: 'pending' } } };
  return meet.delayMs > 0 ? { conferenceData: pending } : conferenceMade(pending, meet.outcome);
}

/** The same request gives the same room. */
function conferenceMade(
  pending: Conference,
  outcome: MeetSettings['outcome'],
): Pick<Event, 'conferenceData' | 'hangoutLink'> {
  const createRequest = { ...pending.createRequest, status: { statusCode: outcome } };
  if (outcome === 'failure') return { conferenceData: { createRequest } };
  const letters = [...Buffer.from(pending.createRequest?.requestId ?? randomUUID())].map((byte) =>
    String.fromCharCode(97 + (byte % 26)),
  );
  const code = [letters.slice(0, 3), letters.slice(3, 7), letters.slice(7, 10)].map((part) => part.join('')).join('-');
  const uri = `https://meet.google.com/${code}`;
  return {
    hangoutLink: uri,
    conferenceData: {
      createRequest,
      conferenceId: code,
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      entryPoints: [{ entryPointType: 'video', uri, label: `meet.google.com/${code}` }],
    },
  };
}
