import { nameWords, webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';

/** An event as people say it; one that a newer service sends keeps its own name. */
export const eventWords = (event: string): string =>
  (nameWords.events as Readonly<Record<string, string>>)[event] ?? (event === 'webhook.ping' ? say.ping : event);
