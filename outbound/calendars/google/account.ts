import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteCalendar } from '../../../domain/calendars/remote-event.ts';
import type { CalendarAccount, CallLimits } from '../provider.ts';
import { type Api, googleApi, optionsOf, orNull, translated } from './client.ts';
import { readEvents, readNow } from './reading.ts';
import { createEvent, readEvent, updateEvent } from './writing.ts';

/** The account behind an access token, by Google's own client. @param apiUrl https://www.googleapis.com/, or a stand-in's */
export function googleAccount(accessToken: string, apiUrl: string): CalendarAccount {
  const api = googleApi(accessToken, apiUrl);
  return {
    listCalendars: (limits) => translated(() => listCalendars(api, limits)),
    readEvents: (calendarId, from, limits) => translated(() => readEvents(api, calendarId, from, limits)),
    readNow: (calendarId, interval, limits) => translated(() => readNow(api, calendarId, interval, limits)),
    createEvent: (calendarId, event, limits) => translated(() => createEvent({ api, calendarId, limits }, event)),
    updateEvent: (calendarId, written, event, limits) => updateEvent({ api, calendarId, limits }, written, event),
    deleteEvent: async (calendarId, eventId, limits) => {
      await orNull(() => api.events.delete({ calendarId, eventId, sendUpdates: 'none' }, optionsOf(limits)));
    },
    readEvent: (calendarId, eventId, limits) => readEvent({ api, calendarId, limits }, eventId),
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

async function listCalendars(api: Api, limits: CallLimits): Promise<RemoteCalendar[]> {
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

/** Calendars that Google makes, of holidays and birthdays: they take nobody's time, and Google gives no free/busy of them. */
const isVirtual = (id: string): boolean => id.endsWith('@group.v.calendar.google.com');

const calendarOf = (entry: calendar_v3.Schema$CalendarListEntry): RemoteCalendar[] =>
  entry.id && !entry.deleted && !isVirtual(entry.id)
    ? [
        {
          providerCalendarId: entry.id,
          name: entry.summaryOverride ?? entry.summary ?? entry.id,
          timezone: entry.timeZone ?? null,
          isPrimary: entry.primary ?? false,
          // The scope `calendar.events.owned` writes into no other.
          canWrite: entry.accessRole === 'owner',
          makesLinks: entry.conferenceProperties?.allowedConferenceSolutionTypes?.includes('hangoutsMeet') ?? false,
        },
      ]
    : [];
