import { channelOfSecret } from '../../domain/secrets.ts';
import { type ChannelEvent, recordChannelEvent } from '../../store/calendars/channels.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';

/** A notification of a provider by a channel with the right secret. */
interface ChannelNotification {
  readonly channelId: string;
  readonly news: ChannelEvent;
  /** The provider's own id of the channel. */
  readonly providerId: string | null;
}

/**
 * Stores the notification, then signals the flow. The sweep repairs a lost signal; repeated notifications are read once.
 * @returns false: there is no such channel
 */
async function receiveNotification(
  { sql, flowClient }: InboundServices,
  { channelId, news, providerId }: ChannelNotification,
): Promise<boolean> {
  const noted = await recordChannelEvent(sql, channelId, news, providerId);
  if (noted?.signals) flowClient.signal('calendarSync', noted, 'push');
  return noted !== undefined;
}

const OK: InboundAnswer = { status: 200 };
const UNKNOWN: InboundAnswer = { status: 404 };
const WRONG: InboundAnswer = { status: 404, isWrong: true };

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Answers a push of Google: headers alone, no body. It reports that a calendar has changed, not how. The first of each channel, `sync`,
 * reports only that the channel is open. An unknown channel or a wrong secret is 404: Google does not retry, and ends the channel later.
 */
export async function answerGoogle(services: InboundServices, { headers }: InboundMessage): Promise<InboundAnswer> {
  const channelId = channelOfSecret(services.secrets, textOf(headers['x-goog-channel-token']));
  if (channelId === null || channelId !== textOf(headers['x-goog-channel-id'])) return WRONG;
  const isOpening = headers['x-goog-resource-state'] === 'sync';
  const resourceId = textOf(headers['x-goog-resource-id']).slice(0, 256);
  const isKnown = await receiveNotification(services, {
    channelId,
    news: isOpening ? 'opened' : 'changed',
    providerId: resourceId === '' ? null : resourceId,
  });
  return isKnown ? OK : UNKNOWN;
}

const TAKEN: InboundAnswer = { status: 202 };
const UNREADABLE: InboundAnswer = { status: 400, isWrong: true };
const LONGEST_TOKEN = 1_024;
/** Graph sends a few dozen at once. Further ones are ignored; the next reading of each calendar finds its change. */
const MAX_ITEMS = 1_000;
/** After so many wrong secrets the rest of a message is not read. */
const MAX_INVALID = 20;

/** The change that each lifecycle event reports. */
const LIFECYCLE: Readonly<Record<string, ChannelEvent>> = {
  missed: 'changed',
  reauthorizationRequired: 'renew',
  subscriptionRemoved: 'removed',
};

/**
 * Answers notifications of Microsoft Graph, several in one message, or its check of this address (`validationToken`) during the call for a
 * subscription. Unknown ones get the same 202: Graph would repeat anything else for hours.
 */
export async function answerMicrosoft(
  services: InboundServices,
  { query, body }: InboundMessage,
): Promise<InboundAnswer> {
  const token = query.get('validationToken');
  if (token !== null) return Buffer.byteLength(token) > LONGEST_TOKEN ? UNREADABLE : { status: 200, text: token };
  const items = itemsOf(body);
  if (items === null) return UNREADABLE;
  const { right, isWrong } = verified(services, items);
  for (const [channelId, change] of byChannel(right)) await receiveNotification(services, { channelId, ...change });
  return { ...TAKEN, isWrong };
}

type VerifiedItem = Item & { readonly channelId: string };

/** Returns the items with a right secret. `isWrong`: another one was wrong, or there are none. */
function verified({ secrets }: InboundServices, items: readonly Item[]) {
  const right: VerifiedItem[] = [];
  let wrong = 0;
  for (const item of items) {
    const channelId = typeof item.clientState === 'string' ? channelOfSecret(secrets, item.clientState) : null;
    if (channelId === null) wrong += 1;
    else right.push({ ...item, channelId });
    if (wrong >= MAX_INVALID) break;
  }
  return { right, isWrong: wrong > 0 || items.length === 0 };
}

/** Returns one change for each channel: one edit makes several notifications, and a lifecycle event needs more work than a change. */
function byChannel(items: readonly VerifiedItem[]) {
  const found = new Map<string, { readonly news: ChannelEvent; readonly providerId: string | null }>();
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

/** Returns the notifications of a message; null: not a message of Graph. */
function itemsOf(body: Buffer): readonly Item[] | null {
  try {
    const { value } = JSON.parse(body.toString('utf8')) as { value?: unknown };
    if (!Array.isArray(value)) return null;
    return value.slice(0, MAX_ITEMS).filter((item): item is Item => typeof item === 'object' && item !== null);
  } catch {
    return null;
  }
}
