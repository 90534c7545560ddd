import { apiKeys } from '../schemas/operations/access/api-keys.ts';
import { type ApiClient, createClient } from './client.ts';
import { CliError } from './exit.ts';
import type { Profile } from './profiles.ts';

/** Reasons that mean: this key no longer works. */
const DEAD: readonly unknown[] = ['key_revoked', 'key_expired', 'key_unknown'];

/**
 * Revokes the key of a profile at its own server, with that key. Ignores options and environment.
 * @returns dead: it no longer worked
 * @throws CliError if it may still be valid
 */
export async function revokeKeyOf({ appUrl, publicUrl, apiKey }: Profile): Promise<'revoked' | 'dead'> {
  const client = createClient({ appUrl, publicUrl }, { apiKey });
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
  const message = `${client.endpoints.appUrl} does not list this key, so it was not revoked.`;
  throw new CliError({ error: { code: 'resource.not_found', message, details: { reason: 'own_key_not_listed' } } });
}
