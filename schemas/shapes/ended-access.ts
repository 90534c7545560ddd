import { z } from 'zod';
import { Role } from './access.ts';

/** How many of each kind an answer lists. The counts are complete. */
export const ENDED_LISTED = 100;

const upTo = `At most ${ENDED_LISTED}; the count is complete.`;

const SetWebhook = z.object({ id: z.uuid(), host: z.string().describe('Of its receiver.') });

/** Webhooks that a key or a person has set, after its access ended: listed so that nobody believes that all has ended. */
export const webhooksOf = {
  webhookCount: z.int().min(0).describe('How many; the list may have fewer.'),
  webhooks: z.array(SetWebhook).describe(upTo),
};

/** Things that still send although their creator has no access any more. */
export const Kept = z
  .object(webhooksOf)
  .describe('Webhooks that it had set and that still send. alsoDisableWebhooks, in a repeat too, switches them off.');

/** Webhooks that were switched off. */
export const EndedWebhooks = z.object(webhooksOf).describe('Webhooks that it had set and that are switched off now.');

/** Of an ending of access: whether webhooks end, too. */
export const alsoDisableWebhooks = z.boolean().default(false).describe('Also disable its webhooks.');

/** All that ended with a key: the key, and what was made with it or below it. */
export const Ended = z
  .object({
    keyCount: z.int().min(0).describe('Keys, this one included.'),
    seatCount: z.int().min(0).describe('The number of ended seats.'),
    seats: z.array(z.object({ id: z.uuid(), displayName: z.string() })).describe(upTo),
    invitationCount: z.int().min(0).describe('The number of ended open invitations.'),
    invitations: z.array(z.object({ id: z.uuid(), email: z.string(), role: Role })).describe(upTo),
    memberCount: z.int().min(0).describe('Members who joined by invitations of these keys. They stay: see members.'),
    members: z
      .array(z.object({ id: z.uuid(), email: z.string(), role: Role }))
      .describe(`${upTo} Nothing of theirs ended: remove_member removes those whom you do not know.`),
    ...webhooksOf,
    testBookingCount: z
      .int()
      .min(0)
      .describe(
        'Upcoming bookings of test keys. Each is canceled soon, mostly within a minute; list_meetings shows it.',
      ),
  })
  .describe(
    'What this ended: the key, and the seats, keys and open invitations that were made with it or below it. A repeat answers the same.',
  );
