import { channelOfSecret } from '../../domain/secrets.ts';
import type { InboundAnswer, InboundMessage, InboundServices } from './message.ts';
import { takeNews } from './take-news.ts';

const OK: InboundAnswer = { status: 200 };
const UNKNOWN: InboundAnswer = { status: 404 };
const WRONG: InboundAnswer = { status: 404, isWrong: true };

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * A push of Google: headers alone, no body. It says that a calendar has changed, not what. The first of each channel, `sync`, says only
 * that the channel is open. A channel that we do not know, or a wrong secret, is 404: Google does not try again, and ends it in time.
 */
export async function answerGoogle(services: InboundServices, { headers }: InboundMessage): Promise<InboundAnswer> {
  const channelId = channelOfSecret(services.secrets, textOf(headers['x-goog-channel-token']));
  if (channelId === null || channelId !== textOf(headers['x-goog-channel-id'])) return WRONG;
  const isOpening = headers['x-goog-resource-state'] === 'sync';
  const resourceId = textOf(headers['x-goog-resource-id']).slice(0, 256);
  const isKnown = await takeNews(services, {
    channelId,
    news: isOpening ? 'opened' : 'changed',
    providerId: resourceId === '' ? null : resourceId,
  });
  return isKnown ? OK : UNKNOWN;
}
