import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { alsoDisableWebhooks, EndedWebhooks, Kept } from '../../shapes/ended-access.ts';
import { signedIn } from '../../shapes/signed-in.ts';

const MyGrant = z.object({
  id: z.uuid(),
  appName: z.string().describe('What the app calls itself, or else its host.'),
  appHost: z
    .string()
    .nullable()
    .describe('The host that vouches for the app by a metadata document. null: it registered itself.'),
  appPath: z
    .string()
    .nullable()
    .describe('Path of that document: it tells apps of one host apart. null: the app registered itself.'),
  redirectHost: z.string().describe('Where the app took its answer: a host, or the scheme of an app.'),
  workspace: z.object({ id: z.uuid(), name: z.string() }),
  access: z.enum(['read', 'full']).describe('read: it looks. full: it does what you may do.'),
  since: z.iso.datetime().describe('Start of the period (UTC).'),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute. null: never used.'),
  expiresAt: z.iso.datetime().describe('When it ends if the app does not come back. Each use of it moves this on.'),
  endedAt: z.iso.datetime().nullable().describe('When it ended (UTC); null: it is active.'),
  lastReuse: z
    .object({
      at: z.iso.datetime(),
      networks: z
        .array(z.string())
        .describe('Of both uses, one if they are the same. Kept for 30 days; empty: no longer known.'),
    })
    .nullable()
    .describe(
      'The last time that a refresh token of the app was used twice within 30 seconds. Both uses are accepted: an app may send two requests at once, or lose an answer. From a network that you do not know, somebody may have a copy: disconnect the app. null: never.',
    ),
});

/** Apps that a person connected through the remote connector. Sessions only: no key, no MCP. */
export const grants = defineArea({
  listMyGrants: {
    ...signedIn,
    title: 'List connected apps',
    summary:
      'Apps such as Claude, ChatGPT or an editor that you connected by OAuth, in any workspace: working ones first; ended ones of the last 30 days.',
    method: 'GET',
    path: '/me/grants',
    effect: 'read',
    input: z.object({}),
    output: z.object({ grants: z.array(MyGrant).describe('At most 100.') }),
  },
  endMyGrant: {
    ...signedIn,
    title: 'Disconnect an app',
    summary:
      'Ends an app’s access at once and for good, with all its tokens, and with the keys, seats and open invitations that were made by it. Webhooks that it set stay on: kept lists them. Repeating returns the same.',
    method: 'DELETE',
    path: '/me/grants/{grantId}',
    effect: 'destroy',
    errors: [...signedIn.errors, 'auth.forbidden', 'resource.not_found'],
    input: z.object({
      grantId: z.uuid().describe('Id of a connected app; GET /me/grants has them.'),
      alsoDisableWebhooks,
    }),
    output: z.object({ id: z.uuid(), status: z.literal('ended'), ended: EndedWebhooks, kept: Kept }),
  },
});
