import type { Calendar } from '@microsoft/microsoft-graph-types';
import type { RemoteCalendar } from '../../../domain/calendars/remote-event.ts';
import { type CalendarAccount, type CallLimits, ProviderError } from '../provider.ts';
import { type Graph, graphOf } from './client.ts';
import { type DeltaEntry, writtenOf } from './events.ts';
import { readEvents, readNow } from './reading.ts';
import { createEvent, updateEvent } from './writing.ts';

/** The account behind an access token, by Microsoft's own client. @param apiUrl https://graph.microsoft.com/, or a stand-in's */
export function microsoftAccount(accessToken: string, apiUrl: string): CalendarAccount {
  const graph = graphOf(accessToken, apiUrl);
  const eventPath = (id: string): string => `/me/events/${encodeURIComponent(id)}`;
  return {
    listCalendars: (limits) => listCalendars(graph, limits),
    readEvents: (calendarId, from, limits) => readEvents(graph, calendarId, from, limits),
    readNow: (calendarId, interval, limits) => readNow(graph, calendarId, interval, limits),
    createEvent: (calendarId, event, limits) => createEvent(graph, calendarId, event, limits),
    updateEvent: (_, written, event, limits) => orNull(updateEvent(graph, written, event, limits)),
    deleteEvent: async (_, eventId, limits) => {
      await orNull(graph({ method: 'DELETE', path: eventPath(eventId), ...limits }));
    },
    readEvent: (_, eventId, limits) =>
      orNull(graph({ path: eventPath(eventId), ...limits }).then(({ body }) => writtenOf(body as DeltaEntry))),
    openChannel: async (_, { secret, address, expiresMs }, limits) => {
      const body = {
        changeType: 'created,updated,deleted',
        resource: 'me/events',
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        expirationDateTime: new Date(expiresMs).toISOString(),
        clientState: secret,
        latestSupportedTlsVersion: 'v1_2',
      };
      return channelOf(await graph({ method: 'POST', path: '/subscriptions', body, ...limits }));
    },
    renewChannel: (providerId, expiresMs, limits) =>
      orNull(
        graph({
          method: 'PATCH',
          path: `/subscriptions/${encodeURIComponent(providerId)}`,
          body: { expirationDateTime: new Date(expiresMs).toISOString() },
          ...limits,
        }).then(channelOf),
      ),
    closeChannel: async ({ providerId }, limits) => {
      await orNull(graph({ method: 'DELETE', path: `/subscriptions/${encodeURIComponent(providerId)}`, ...limits }));
    },
  };
}

const channelOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => ({
  providerId: String(body.id),
  expiresMs: Date.parse(String(body.expirationDateTime)),
});

/** null: it is not there. */
const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ProviderError && error.failure === 'not_found') return null;
    throw error;
  });

async function listCalendars(graph: Graph, limits: CallLimits): Promise<RemoteCalendar[]> {
  const found: RemoteCalendar[] = [];
  for (let path: unknown = '/me/calendars?$top=100'; typeof path === 'string'; ) {
    const { body } = await graph({ path, ...limits });
    found.push(...((body.value ?? []) as readonly Calendar[]).flatMap(calendarOf));
    path = body['@odata.nextLink'];
  }
  return found;
}

/** Graph does not say a calendar's zone: that of the host's schedule stands for it. */
const calendarOf = ({
  id,
  name,
  isDefaultCalendar,
  canEdit,
  allowedOnlineMeetingProviders,
}: Calendar): RemoteCalendar[] =>
  id
    ? [
        {
          providerCalendarId: id,
          name: name ?? 'Calendar',
          timezone: null,
          isPrimary: isDefaultCalendar ?? false,
          canWrite: canEdit ?? false,
          makesLinks: allowedOnlineMeetingProviders?.includes('teamsForBusiness') ?? false,
        },
      ]
    : [];
