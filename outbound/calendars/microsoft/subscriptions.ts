import type { Subscription } from '@microsoft/microsoft-graph-types';
import type { OpenedChannel } from '../../../domain/calendars/remote-event.ts';
import { type CallLimits, ProviderError } from '../provider.ts';
import { type Graph, readAll } from './client.ts';
import { orNull } from './failures.ts';

const SUBSCRIPTIONS = '/subscriptions';
const pathOf = (id: string): string => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}`;

/**
 * Subscribes to all events of the mailbox: Outlook has no subscriptions of one calendar. Graph asks `address` during this call. Others of
 * this mailbox that come to the same address are left over from a crash, and end.
 */
export async function openChannel(
  graph: Graph,
  { secret, address, expiresMs }: { readonly secret: string; readonly address: string; readonly expiresMs: number },
  limits: CallLimits,
): Promise<OpenedChannel> {
  const body: Subscription = {
    changeType: 'created,updated,deleted',
    resource: 'me/events',
    notificationUrl: address,
    lifecycleNotificationUrl: address,
    expirationDateTime: new Date(expiresMs).toISOString(),
    clientState: secret,
    latestSupportedTlsVersion: 'v1_2',
  };
  const open = async () => channelOf(await graph({ method: 'POST', path: SUBSCRIPTIONS, body, ...limits }));
  let opened: OpenedChannel;
  try {
    opened = await open();
  } catch (error) {
    // 409: the old one is in the way. It has another secret, so it is of no use.
    if (!(error instanceof ProviderError) || !error.detail.startsWith('409 ')) throw error;
    await closeOthers(graph, address, null, limits);
    return open();
  }
  await closeOthers(graph, address, opened.providerId, limits);
  return opened;
}

async function closeOthers(graph: Graph, address: string, keptId: string | null, limits: CallLimits): Promise<void> {
  for (const { id, notificationUrl } of await readAll<Subscription>(graph, SUBSCRIPTIONS, limits))
    if (id && id !== keptId && isSamePlace(notificationUrl, address)) await closeChannel(graph, id, limits);
}

/** The same address but for its query. */
const isSamePlace = (one: string | undefined, other: string): boolean => one?.split('?')[0] === other.split('?')[0];

/** Renews it, which also gives it the token of this call. null: it has ended. */
export const renewChannel = (
  graph: Graph,
  id: string,
  expiresMs: number,
  limits: CallLimits,
): Promise<OpenedChannel | null> => {
  const body: Subscription = { expirationDateTime: new Date(expiresMs).toISOString() };
  return orNull(graph({ method: 'PATCH', path: pathOf(id), body, ...limits }).then(channelOf));
};

export const closeChannel = async (graph: Graph, id: string, limits: CallLimits): Promise<void> => {
  await orNull(graph({ method: 'DELETE', path: pathOf(id), ...limits }));
};

const channelOf = ({ body }: { readonly body: Subscription }): OpenedChannel => ({
  providerId: String(body.id),
  expiresMs: Date.parse(String(body.expirationDateTime)),
});
