import type { Calendar, MailboxSettings } from '@microsoft/microsoft-graph-types';
import type { RemoteCalendar } from '../../../domain/calendars/remote-event.ts';
import { ianaOf } from '../../../domain/calendars/windows-zones.ts';
import { type CalendarAccount, type CallLimits, ProviderError } from '../provider.ts';
import { type Graph, graphOf, readAll } from './client.ts';
import { hasCode } from './failures.ts';
import { readEvents, readNow } from './reading.ts';
import { closeChannel, openChannel, renewChannel } from './subscriptions.ts';
import { createEvent, deleteEvent, type Place, readEvent, updateEvent } from './writing.ts';

/**
 * The account behind an access token, by Microsoft's own client.
 * @param apiUrl https://graph.microsoft.com/, or a stand-in's
 * @param mailbox names the account among those of this process
 */
export function microsoftAccount(accessToken: string, apiUrl: string, mailbox: string): CalendarAccount {
  const graph = askingWhy(graphOf(accessToken, apiUrl, mailbox));
  const at = (calendarId: string, limits: CallLimits): Place => ({ graph, calendarId, limits });
  return {
    listCalendars: (limits) => listCalendars(graph, limits),
    readEvents: (calendarId, from, limits) => readEvents(graph, calendarId, from, limits),
    readNow: (calendarId, interval, limits) => readNow(graph, calendarId, interval, limits),
    createEvent: (calendarId, event, limits) => createEvent(at(calendarId, limits), event),
    updateEvent: (calendarId, written, event, limits) => updateEvent(at(calendarId, limits), written, event),
    deleteEvent: (calendarId, eventId, limits) => deleteEvent(at(calendarId, limits), eventId),
    readEvent: (calendarId, eventId, limits) => readEvent(at(calendarId, limits), eventId),
    openChannel: (_, channel, limits) => openChannel(graph, channel, limits),
    renewChannel: (providerId, expiresMs, limits) => renewChannel(graph, providerId, expiresMs, limits),
    closeChannel: ({ providerId }, limits) => closeChannel(graph, providerId, limits),
  };
}

const CALENDARS = `/me/calendars?$select=${(
  ['id', 'name', 'isDefaultCalendar', 'canEdit', 'allowedOnlineMeetingProviders'] satisfies (keyof Calendar)[]
).join(',')}`;

/** Graph says ErrorAccessDenied of one calendar and of a lost permission alike. If the list is refused too, it is the permission. */
const askingWhy =
  (graph: Graph): Graph =>
  (call) =>
    graph(call).catch(async (error: unknown) => {
      if (!hasCode(error, 'ErrorAccessDenied') || call.path === SETTINGS) throw error;
      await graph({ path: `${CALENDARS}&$top=1`, signal: call.signal }).catch((again: unknown) => {
        if (hasCode(again, 'ErrorAccessDenied')) throw new ProviderError('token_refused', '403 ErrorAccessDenied');
      });
      throw error;
    });

async function listCalendars(graph: Graph, limits: CallLimits): Promise<RemoteCalendar[]> {
  const found = await readAll<Calendar>(graph, `${CALENDARS}&$top=100`, limits);
  const timezone = await timezoneOf(graph, limits);
  return found.flatMap((calendar) => calendarOf(calendar, timezone));
}

const SETTINGS = `/me/mailboxSettings?$select=${'timeZone' satisfies keyof MailboxSettings}`;

/** Of the whole mailbox; null: we may not read it, or it is one that nobody else knows. */
async function timezoneOf(graph: Graph, limits: CallLimits): Promise<string | null> {
  try {
    const { timeZone } = (await graph({ path: SETTINGS, ...limits })).body as MailboxSettings;
    return ianaOf(timeZone ?? '');
  } catch (error) {
    if (error instanceof ProviderError && ['forbidden', 'not_found', 'refused'].includes(error.failure)) return null;
    throw error;
  }
}

function calendarOf(calendar: Calendar, timezone: string | null): RemoteCalendar[] {
  const { id, name, isDefaultCalendar, canEdit, allowedOnlineMeetingProviders } = calendar;
  if (!id) return [];
  return [
    {
      ...{ providerCalendarId: id, name: name ?? 'Calendar', timezone },
      isPrimary: isDefaultCalendar ?? false,
      canWrite: canEdit ?? false,
      makesLinks: allowedOnlineMeetingProviders?.includes('teamsForBusiness') ?? false,
    },
  ];
}
