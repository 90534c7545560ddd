import { type ChannelNews, noteNews } from '../../store/calendars/channels.ts';
import type { InboundServices } from './message.ts';

/** A notification of a provider by a channel with the right secret. */
export interface News {
  readonly channelId: string;
  readonly news: ChannelNews;
  /** The provider's own id of the channel. */
  readonly providerId: string | null;
}

/**
 * Notes what came, then notifies the flow. A signal that is lost is mended by the sweep, and twice the same news is read once.
 * @returns false: there is no such channel
 */
export async function takeNews(
  { sql, flowClient }: InboundServices,
  { channelId, news, providerId }: News,
): Promise<boolean> {
  const noted = await noteNews(sql, channelId, news, providerId);
  if (noted?.signals) flowClient.signal('calendarSync', noted, 'push');
  return noted !== undefined;
}
