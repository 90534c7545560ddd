import { z } from 'zod';
import { keyedReadErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { EVERYONE, KeyMode, Scope } from '../../shapes/access.ts';
import { alsoDisableWebhooks, Ended, Kept } from '../../shapes/ended-access.ts';
import { Instant, line } from '../../shapes/fields.ts';
import { nextCursor, PageOfList } from '../../shapes/lists.ts';

/** Spec, API key metadata. */
export const ApiKeyMetadata = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('The first 16 characters; the secret is never shown again.'),
  scopes: z.array(Scope),
  createdByUserId: z.uuid().nullable().describe('The member who created it; null: no current member.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute. null: never used.'),
  expiresAt: z.iso.datetime().nullable().describe('Expiry (UTC); null: never.'),
  revokedAt: z.iso.datetime().nullable().describe('When it was revoked (UTC); null: it is valid.'),
  current: z.boolean().describe('This call’s key.'),
});

/** Keys of a workspace (spec, Key and seat management; Authentication 3 to 5). */
export const apiKeys = defineArea({
  listApiKeys: {
    title: 'List API keys',
    summary:
      'The keys that this key can see: only itself if it is read-only, its creator’s keys, or for owners and admins all of the workspace. Newest first. Secrets are never listed.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/api-keys',
    auth: { scope: 'any', roles: EVERYONE },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_api_keys',
    errors: keyedReadErrors,
    input: PageOfList,
    output: z.object({
      keys: z.array(ApiKeyMetadata),
      visibility: z.enum(['own', 'workspace']).describe('own: this key or its creator’s keys; workspace: all.'),
      nextCursor,
    }),
  },
  revokeApiKey: {
    title: 'Revoke an API key',
    summary:
      'Ends a key at once, permanently, with all that was made with it or below it: seats, keys, open invitations, and upcoming bookings of a test key. An agent seat’s key ends the seat. Webhooks that it set stay on: kept lists them. Repeating returns the same. A key can revoke itself; a test key revokes only test keys.',
    surface: 'host',
    method: 'DELETE',
    path: '/workspace/api-keys/{apiKeyId}',
    auth: { scope: 'any', roles: EVERYONE, testKeys: true },
    effect: 'destroy',
    rateClass: 'keyed',
    tool: 'revoke_api_key',
    errors: keyedReadErrors,
    input: z.object({ apiKeyId: z.uuid().describe('From list_api_keys.'), alsoDisableWebhooks }),
    output: z.object({ id: z.uuid(), status: z.literal('revoked'), ended: Ended, kept: Kept }),
  },
  createApiKey: {
    title: 'Create an API key',
    summary: 'Creates a key of this workspace for the signed-in person. Only this answer has the secret.',
    surface: 'host',
    method: 'POST',
    path: '/workspace/api-keys',
    auth: { scope: 'workspace.act', roles: EVERYONE, sessionOnly: true },
    effect: 'write',
    makesAnother: true,
    success: 201,
    rateClass: 'keyed',
    errors: [
      'request.invalid',
      'auth.required',
      'billing.upgrade_required',
      'auth.forbidden',
      'resource.not_found',
      'request.unprocessable',
      'rate.limited',
      'service.unavailable',
    ],
    input: z.object({
      name: line(1, 80),
      mode: KeyMode.default('live').describe(
        'test: bookings take real slots, mails are stored and never sent (list_test_mail); seats created with it are test too. It changes neither settings nor members. Revoking it cancels its upcoming bookings. Default live.',
      ),
      scopes: z.array(Scope).min(1).max(3).default(['workspace.act']),
      expiresAt: Instant.optional().describe('In the future. Without it the key works until it is revoked.'),
    }),
    output: ApiKeyMetadata.extend({ apiKey: z.string().describe('Copy it now; it is not shown again.') }),
  },
});
