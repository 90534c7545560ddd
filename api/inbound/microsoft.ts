import { channelOfSecret } from '../../domain/secrets.ts';
import type { ChannelNews } from '../../store/calendars/channels.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';
import { takeNews } from './take-news.ts';

const TAKEN: InboundAnswer = { status: 202 };
const UNREADABLE: InboundAnswer = { status: 400, isWrong: true };
const LONGEST_TOKEN = 1_024;
/** Graph sends a few dozen at once. What is beyond is not read; the next reading of each calendar finds its change. */
const MAX_ITEMS = 1_000;
/** After so many wrong secrets the rest of a message is not read. */
const MAX_INVALID = 20;

/** The change that each lifecycle event reports. */
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
  const { right, isWrong } = proven(services, items);
  for (const [channelId, said] of byChannel(right)) await takeNews(services, { channelId, ...said });
  return { ...TAKEN, isWrong };
}

type Proven = Item & { readonly channelId: string };

/** Those with a right secret. `isWrong`: another one was wrong, or there are none at all. */
function proven({ secrets }: InboundServices, items: readonly Item[]) {
  const right: Proven[] = [];
  let wrong = 0;
  for (const item of items) {
    const channelId = typeof item.clientState === 'string' ? channelOfSecret(secrets, item.clientState) : null;
    if (channelId === null) wrong += 1;
    else right.push({ ...item, channelId });
    if (wrong >= MAX_INVALID) break;
  }
  return { right, isWrong: wrong > 0 || items.length === 0 };
}

/** One edit makes several notifications. Of a lifecycle event and a change, the event asks for more. */
function byChannel(items: readonly Proven[]) {
  const found = new Map<string, { readonly news: ChannelNews; readonly providerId: string | null }>();
  for (const { channelId, lifecycleEvent, subscriptionId } of items) {
    const news = lifecycleEvent === undefined ? 'changed' : LIFECYCLE[String(lifecycleEvent)];
    if (news === undefined) continue;
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
    return value.slice(0, MAX_ITEMS).filter((item): item is Item => typeof item === 'object' && item !== null);
  } catch {
    return null;
  }
}
