import { type Answer, jsonOf, type Routes } from '../http.ts';
import type { ListEntry } from './accounts.ts';
import { type ApiParts, type Call, entry, guarded, ok, viewOf, type Work } from './call.ts';
import { openChannel, stopChannel } from './channels.ts';
import { GoogleFailure, invalid, notFound } from './failure.ts';
import { busyTimes, type EventRows, listEvents, listInstances, windowOf } from './listing.ts';
import { listed, rendered, type View } from './render.ts';
import { CALENDAR } from './scopes.ts';
import type { Event } from './times.ts';
import { deleteEvent, insertEvent, moveEvent, patchEvent, updateEvent, type Writing } from './writing.ts';

/** Calendar API v3, the methods that we use: method id, HTTP method, path, work. */
export function apiRoutes(parts: ApiParts): Routes {
  const calendars = '/users/me/calendarList';
  const events = '/calendars/:calendarId/events';
  const event = `${events}/:eventId`;
  const writes = (work: (writing: Writing, call: Call) => Event | undefined) => (call: Call) =>
    write(parts, call, work);
  const methods: readonly (readonly [id: string, method: Routes[number][0], path: string, Work])[] = [
    ['calendarList.list', 'GET', calendars, listCalendars],
    ['calendarList.get', 'GET', `${calendars}/:calendarId`, (call) => ok(call, entryOf(entry(call)))],
    ['events.list', 'GET', events, (call) => list(call, listEvents)],
    ['events.insert', 'POST', events, writes((writing, call) => insertEvent(writing, bodyOf(call)))],
    ['events.watch', 'POST', `${events}/watch`, (call) => ok(call, openChannel(parts, call, entry(call)))],
    ['events.get', 'GET', event, getEvent],
    ['events.update', 'PUT', event, writes((writing, call) => updateEvent(writing, eventId(call), bodyOf(call)))],
    ['events.patch', 'PATCH', event, writes((writing, call) => patchEvent(writing, eventId(call), bodyOf(call)))],
    ['events.delete', 'DELETE', event, writes((writing, call) => deleteEvent(writing, eventId(call)))],
    ['events.instances', 'GET', `${event}/instances`, instances],
    ['events.move', 'POST', `${event}/move`, (call) => move(parts, call)],
    ['channels.stop', 'POST', '/channels/stop', (call) => stopChannel(parts, call)],
    ['freebusy.query', 'POST', '/freeBusy', freeBusy],
  ];
  return methods.map(([id, method, path, work]) => [
    method,
    `/calendar/v3${path}`,
    (asked) => guarded(parts, `calendar.${id}`, asked, work),
  ]);
}

const eventId = ({ asked }: Call): string => asked.params.eventId ?? '';
const bodyOf = ({ asked }: Call): Event => jsonOf(asked) as Event;

const entryOf = ({ calendar, accessRole, isPrimary }: ListEntry) => ({
  kind: 'calendar#calendarListEntry',
  etag: '"1"',
  id: calendar.facts.id,
  summary: calendar.facts.summary,
  timeZone: calendar.facts.timeZone,
  accessRole,
  ...(accessRole === 'owner' ? { dataOwner: calendar.facts.owner } : {}),
  ...(isPrimary ? { primary: true } : {}),
  selected: true,
  conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
});

function listCalendars(call: Call): Answer {
  const query = call.asked.url.searchParams;
  const all = [...call.account.list.values()];
  const from = Number(query.get('pageToken') ?? 0);
  const size = Number(query.get('maxResults') ?? 100);
  const next =
    from + size < all.length ? { nextPageToken: String(from + size) } : { nextSyncToken: `list-${all.length}` };
  // A list that has not grown since the token has nothing new.
  const items = query.get('syncToken') === `list-${all.length}` ? [] : all.slice(from, from + size).map(entryOf);
  return ok(call, { kind: 'calendar#calendarList', etag: '"1"', ...next, items });
}

/** The role that a reader of times has in the answer. */
const roleIn = ({ accessRole, timesOnly }: View) => (timesOnly ? 'freeBusyReader' : accessRole);

function list(call: Call, read: (calendar: ListEntry['calendar'], query: URLSearchParams) => EventRows): Answer {
  const found = entry(call);
  return ok(call, eventsAnswer(found, viewOf(call, found), read(found.calendar, call.asked.url.searchParams)));
}

const eventsAnswer = ({ calendar }: ListEntry, view: View, { rows, ...next }: EventRows) => ({
  kind: 'calendar#events',
  etag: `"${calendar.visibleVersion()}"`,
  summary: calendar.facts.summary,
  description: '',
  updated: new Date().toISOString(),
  timeZone: view.timezone,
  accessRole: roleIn(view),
  defaultReminders: [],
  ...next,
  items: rows.map((event) => listed(event, view)),
});

function getEvent(call: Call): Answer {
  const found = entry(call);
  const event = found.calendar.find(eventId(call));
  if (!event) throw notFound();
  if (call.asked.headers['if-none-match'] === event.etag) return { status: 304 };
  return ok(call, rendered(event, viewOf(call, found)));
}

function instances(call: Call): Answer {
  const master = entry(call).calendar.find(eventId(call));
  if (!master) throw notFound();
  if (master.status === 'cancelled') throw new GoogleFailure(410, 'deleted', 'Resource has been deleted');
  if (!master.recurrence) throw invalid('eventId', 'Not a recurring event.');
  return list(call, (calendar, query) => listInstances(calendar, master, query));
}

/** Writes need an owned calendar, or the wide scope and the role of a writer. */
function write(parts: ApiParts, call: Call, work: (writing: Writing, call: Call) => Event | undefined): Answer {
  const found = entry(call);
  const event = work(writingOf(parts, call, found), call);
  return event ? ok(call, rendered(event, viewOf(call, found))) : { status: 204 };
}

function writingOf(parts: ApiParts, { asked, grant, account }: Call, { calendar, accessRole }: ListEntry): Writing {
  const isWide = grant.scopes.some((scope) => scope === CALENDAR || scope === `${CALENDAR}.events`);
  if (!(accessRole === 'owner' || (isWide && accessRole === 'writer')))
    throw new GoogleFailure(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.');
  return {
    ...{ calendar, email: account.email, query: asked.url.searchParams, ifMatch: asked.headers['if-match'] },
    ...{ hiddenMs: parts.hiddenMs(), nowMs: parts.now(), meet: parts.meet(), url: parts.url() },
  };
}

function move(parts: ApiParts, call: Call): Answer {
  const to = entry(call, call.asked.url.searchParams.get('destination') ?? '');
  writingOf(parts, call, to);
  return write(parts, call, (writing) => moveEvent(writing, eventId(call), to.calendar));
}

const LONGEST_QUERY_MS = 93 * 86_400_000;

interface FreeBusyQuery {
  readonly timeMin?: string;
  readonly timeMax?: string;
  readonly items?: readonly { readonly id?: string }[];
}

function freeBusy(call: Call): Answer {
  const { timeMin = '', timeMax = '', items = [] } = jsonOf(call.asked) as FreeBusyQuery;
  const window = windowOf(new URLSearchParams({ timeMin, timeMax }));
  if (window.endMs - window.startMs > LONGEST_QUERY_MS)
    throw new GoogleFailure(400, 'timeRangeTooLong', 'The requested time range is too long.');
  const text = (ms: number) => new Date(ms).toISOString().replace('.000', '');
  const busyOf = (id: string) => {
    const found = call.account.list.get(id === 'primary' ? call.account.email : id);
    if (!found || found.calendar.facts.isVirtual)
      return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] };
    // Google cuts nothing off at the window's ends.
    return {
      busy: busyTimes(found.calendar, window).map(({ startMs, endMs }) => ({ start: text(startMs), end: text(endMs) })),
    };
  };
  return ok(call, {
    kind: 'calendar#freeBusy',
    timeMin: text(window.startMs),
    timeMax: text(window.endMs),
    calendars: Object.fromEntries(items.map(({ id = '' }) => [id, busyOf(id)])),
  });
}
