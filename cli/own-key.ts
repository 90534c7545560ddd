import { apiKeys } from '../schemas/operations/access/api-keys.ts';
import { type ApiClient, createClient } from './client.ts';
import { CliError } from './exit.ts';
import type { Profile } from './profiles.ts';

/** What a server says of a key that opens nothing any more. */
const DEAD: readonly unknown[] = ['key_revoked', 'key_expired', 'key_unknown'];

/**
 * Ends the key of a profile, at that profile's server and as nobody else: options and environment have no say.
 * @returns dead: it was ended before
 * @throws CliError when it may still be valid
 */
export async function revokeKeyOf({ appUrl, publicUrl, apiKey }: Profile): Promise<'revoked' | 'dead'> {
  const client = createClient({ appUrl, publicUrl }, apiKey);
  try {
    await client.call(apiKeys.revokeApiKey, { apiKeyId: await idOfOwnKey(client) });
    return 'revoked';
  } catch (error) {
    const isDead =
      error instanceof CliError &&
      error.envelope.error.code === 'auth.required' &&
      DEAD.includes(error.envelope.error.details?.reason);
    if (isDead) return 'dead';
    throw error;
  }
}

async function idOfOwnKey(client: ApiClient): Promise<string> {
  let cursor: string | undefined;
  do {
    const page = await client.call(apiKeys.listApiKeys, { limit: 100, ...(cursor ? { cursor } : {}) });
    const own = page.keys.find(({ current }) => current);
    if (own) return own.id;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const message = `${client.endpoints.appUrl} does not list the key that asks, so it was not revoked.`;
  throw new CliError({ error: { code: 'resource.not_found', message, details: { reason: 'own_key_not_listed' } } });
}
