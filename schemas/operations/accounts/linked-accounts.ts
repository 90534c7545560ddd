import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { signedIn } from '../../shapes/signed-in.ts';

const LinkedAccount = z.object({
  id: z.uuid(),
  provider: z.enum(['google', 'microsoft', 'apple']),
  email: z
    .string()
    .nullable()
    .describe('The address that the provider vouched for when it was linked. null: linked before it was kept.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('null: not since uses are noted.'),
});

/** Accounts at Google, Microsoft and Apple that sign a person in. Sessions only: no key, no MCP. */
export const linkedAccounts = defineArea({
  listLinkedAccounts: {
    ...signedIn,
    title: 'List linked accounts',
    summary: 'Your accounts at Google, Microsoft and Apple that sign you in, the oldest link first.',
    method: 'GET',
    path: '/me/linked-accounts',
    effect: 'read',
    input: z.object({}),
    output: z.object({ linkedAccounts: z.array(LinkedAccount).describe('The accounts to sign in with.') }),
  },
  unlinkAccount: {
    ...signedIn,
    title: 'Unlink an account',
    summary:
      'Ends a link at once, and the sessions that it opened, except this one. Keys stay. Always allowed: a mailed link signs you in. Who signs in there again with your verified address makes a new link, and a mail tells you.',
    method: 'DELETE',
    path: '/me/linked-accounts/{linkedAccountId}',
    effect: 'destroy',
    errors: [...signedIn.errors, 'resource.not_found'],
    input: z.object({ linkedAccountId: z.uuid().describe('From listLinkedAccounts.') }),
    output: z.object({
      id: z.uuid(),
      status: z.literal('unlinked'),
      sessionsEnded: z.int().min(0).describe('The number of sessions that were signed out.'),
    }),
  },
});
