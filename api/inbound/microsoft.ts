import { channelOfSecret } from '../../domain/secrets.ts';
import type { ChannelNews } from '../../store/calendars/channels.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';
import { takeNews } from './take-news.ts';

const TAKEN: InboundAnswer = { status: 202 };
const UNREADABLE: InboundAnswer = { status: 400 };
const LONGEST_TOKEN = 1_024;

/** What each lifecycle event asks for. */
const LIFECYCLE: Readonly<Record<string, ChannelNews>> = {
  missed: 'changed',
  reauthorizationRequired: 'renew',
  subscriptionRemoved: 'removed',
};

/**
 * Notifications of Microsoft Graph, several in one message, or the question whether this address is ours (`validationToken`), which it
 * asks while our call for a subscription waits. Unknown ones get the same 202: anything else would be sent again for hours.
 */
export async function answerMicrosoft(
  services: InboundServices,
  { query, body }: InboundMessage,
): Promise<InboundAnswer> {
  const token = query.get('validationToken');
  if (token !== null) return Buffer.byteLength(token) > LONGEST_TOKEN ? UNREADABLE : { status: 200, text: token };
  const items = itemsOf(body);
  if (items === null) return UNREADABLE;
  for (const [channelId, said] of byChannel(services, items)) await takeNews(services, { channelId, ...said });
  return TAKEN;
}

/** One edit makes several notifications. Of a lifecycle event and a change, the event asks for more. */
function byChannel({ secrets }: InboundServices, items: readonly Item[]) {
  const found = new Map<string, { readonly news: ChannelNews; readonly providerId: string | null }>();
  for (const { clientState, lifecycleEvent, subscriptionId } of items) {
    const channelId = typeof clientState === 'string' ? channelOfSecret(secrets, clientState) : null;
    const news = lifecycleEvent === undefined ? 'changed' : LIFECYCLE[String(lifecycleEvent)];
    if (channelId === null || news === undefined) continue;
    const providerId = typeof subscriptionId === 'string' ? subscriptionId.slice(0, 256) : null;
    if ((found.get(channelId)?.news ?? 'changed') === 'changed') found.set(channelId, { news, providerId });
  }
  return found;
}

interface Item {
  readonly clientState?: unknown;
  readonly lifecycleEvent?: unknown;
  readonly subscriptionId?: unknown;
}

/** null: not what Graph sends. */
function itemsOf(body: Buffer): readonly Item[] | null {
  try {
    const { value } = JSON.parse(body.toString('utf8')) as { value?: unknown };
    if (!Array.isArray(value)) return null;
    return value.filter((item): item is Item => typeof item === 'object' && item !== null);
  } catch {
    return null;
  }
}
