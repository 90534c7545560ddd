import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { OAuth2Client } from 'google-auth-library';
import { googleEventId } from '../../../domain/calendars/event-id.ts';
import type { EventPage, EventToWrite, RemoteCalendar } from '../../../domain/calendars/remote-event.ts';
import type { CalendarAccount, CallLimits, ReadFrom } from '../provider.ts';
import { changeOf, remoteOf, TIMES, writtenOf } from './events.ts';
import { googleFailure } from './failures.ts';

const LARGEST_PAGE = 2_500;

/** The account behind an access token, by Google's own client. @param apiUrl https://www.googleapis.com/, or a stand-in's */
export function googleAccount(accessToken: string, apiUrl: string): CalendarAccount {
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: accessToken });
  const api = calendar({ version: 'v3', auth, rootUrl: apiUrl });
  return {
    listCalendars: (limits) => translated(() => listCalendars(api, limits)),
    readEvents: (calendarId, from, limits) => translated(() => readEvents(api, calendarId, from, limits)),
    readNow: (calendarId, interval, limits) =>
      translated(async () => {
        const { data } = await api.events.list(
          {
            calendarId,
            singleEvents: true,
            maxResults: LARGEST_PAGE,
            fields: `items(${TIMES})`,
            ...windowOf(interval),
          },
          optionsOf(limits),
        );
        return (data.items ?? []).flatMap((event) => remoteOf(event) ?? []);
      }),
    createEvent: (calendarId, event, limits) => translated(() => createEvent(api, calendarId, event, limits)),
    updateEvent: (calendarId, { id, etag }, event, limits) =>
      orNull(async () => {
        const { conferenceData: _, id: __, ...body } = bodyOf(event);
        const options = optionsOf(limits, etag === null ? {} : { 'If-Match': etag });
        const { data } = await api.events.patch({ calendarId, eventId: id, ...QUIET, requestBody: body }, options);
        return writtenOf(data);
      }),
    deleteEvent: async (calendarId, eventId, limits) => {
      await orNull(() => api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, optionsOf(limits)));
    },
    readEvent: (calendarId, eventId, limits) =>
      orNull(async () => writtenOf((await api.events.get({ calendarId, eventId }, optionsOf(limits))).data)),
    openChannel: (calendarId, { id, secret, address, expiresMs }, limits) =>
      translated(async () => {
        const requestBody = { id, type: 'web_hook', address, token: secret, expiration: String(expiresMs) };
        const { data } = await api.events.watch({ calendarId, requestBody }, optionsOf(limits));
        return { providerId: data.resourceId ?? '', expiresMs: Number(data.expiration ?? expiresMs) };
      }),
    // A channel ends; another takes its place.
    renewChannel: async () => null,
    closeChannel: async ({ id, providerId }, limits) => {
      await orNull(() => api.channels.stop({ requestBody: { id, resourceId: providerId } }, optionsOf(limits)));
    },
  };
}

/** Retries are the flow's: a client that waits by itself would outlive the time of a call. */
const optionsOf = ({ signal }: CallLimits, headers: Readonly<Record<string, string>> = {}) => ({
  signal,
  headers,
  retry: false,
});

/** Guests get our mails, never Google's too. */
const QUIET = { sendUpdates: 'none', conferenceDataVersion: 1 } as const;

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw googleFailure(error);
  }
}

/** null: it is not there. */
async function orNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const failure = googleFailure(error);
    if (failure.failure === 'not_found') return null;
    throw failure;
  }
}

const windowOf = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) => ({
  timeMin: new Date(startMs).toISOString(),
  timeMax: new Date(endMs).toISOString(),
});

async function listCalendars(api: calendar_v3.Calendar, limits: CallLimits): Promise<RemoteCalendar[]> {
  const found: RemoteCalendar[] = [];
  for (let pageToken: string | undefined; ; ) {
    const { data } = await api.calendarList.list(
      { maxResults: 250, ...(pageToken ? { pageToken } : {}) },
      optionsOf(limits),
    );
    found.push(...(data.items ?? []).flatMap(calendarOf));
    if (!data.nextPageToken) return found;
    pageToken = data.nextPageToken;
  }
}

const calendarOf = (entry: calendar_v3.Schema$CalendarListEntry): RemoteCalendar[] =>
  entry.id && !entry.deleted
    ? [
        {
          providerCalendarId: entry.id,
          name: entry.summaryOverride ?? entry.summary ?? entry.id,
          timezone: entry.timeZone ?? null,
          isPrimary: entry.primary ?? false,
          canWrite: entry.accessRole === 'owner' || entry.accessRole === 'writer',
          makesLinks: entry.conferenceProperties?.allowedConferenceSolutionTypes?.includes('hangoutsMeet') ?? false,
        },
      ]
    : [];

/** Pages of a window repeat its parameters, those of a sync its token: both travel with the page. */
interface PagePosition {
  readonly pageToken: string;
  readonly begun: { readonly timeMin: string; readonly timeMax: string } | { readonly syncToken: string };
}

async function readEvents(
  api: calendar_v3.Calendar,
  calendarId: string,
  from: ReadFrom,
  limits: CallLimits,
): Promise<EventPage> {
  const position = from.page ? (JSON.parse(from.page) as PagePosition) : null;
  const begun = position?.begun ?? (from.cursor ? { syncToken: from.cursor } : windowOf(from.window));
  const { data } = await api.events.list(
    {
      ...{ calendarId, singleEvents: true, showDeleted: true, maxResults: LARGEST_PAGE, ...begun },
      ...(position ? { pageToken: position.pageToken } : {}),
      fields: `nextPageToken,nextSyncToken,items(${TIMES})`,
    },
    optionsOf(limits),
  );
  const changes = (data.items ?? []).flatMap(changeOf);
  if (data.nextPageToken) {
    const page: PagePosition = { pageToken: data.nextPageToken, begun };
    return { changes, replacedSeries: [], next: { page: JSON.stringify(page) } };
  }
  return { changes, replacedSeries: [], next: { cursor: data.nextSyncToken ?? '' } };
}

/** A repeated create answers 409: the first one's event is read. Deleted meanwhile, its id is used up: the caller makes another. */
async function createEvent(api: calendar_v3.Calendar, calendarId: string, event: EventToWrite, limits: CallLimits) {
  const requestBody = bodyOf(event);
  try {
    const { data } = await api.events.insert({ calendarId, ...QUIET, requestBody }, optionsOf(limits));
    return requireWritten(writtenOf(data));
  } catch (error) {
    if ((error as { response?: { status?: number } }).response?.status !== 409) throw error;
    const { data } = await api.events.get({ calendarId, eventId: requestBody.id }, optionsOf(limits));
    return requireWritten(writtenOf(data));
  }
}

const requireWritten = <T>(written: T | null): T => {
  if (written === null) throw Object.assign(new Error('deleted'), { response: { status: 404 } });
  return written;
};

function bodyOf({
  bookingId,
  generation,
  title,
  description,
  location,
  startMs,
  endMs,
  timezone,
  attendees,
  wantsLink,
}: EventToWrite) {
  const at = (ms: number) => ({ dateTime: new Date(ms).toISOString(), timeZone: timezone });
  return {
    id: googleEventId(bookingId, generation),
    summary: title,
    description,
    ...(location === null ? {} : { location }),
    start: at(startMs),
    end: at(endMs),
    attendees: attendees.map(({ email, name }) => ({ email, ...(name === null ? {} : { displayName: name }) })),
    extendedProperties: { private: { holdfastBookingId: bookingId } },
    ...(wantsLink
      ? { conferenceData: { createRequest: { requestId: bookingId, conferenceSolutionKey: { type: 'hangoutsMeet' } } } }
      : {}),
  };
}
