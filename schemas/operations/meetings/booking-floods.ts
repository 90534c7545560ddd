import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { fromStranger, Untrusted } from '../../shapes/untrusted.ts';

/** Many bookings from a few networks or mail domains. */
export const bookingFloods = defineArea({
  clearBookingFlood: {
    surface: 'host',
    rateClass: 'keyed',
    auth: { scope: 'workspace.act', roles: MEMBERS },
    title: 'Clear a flood of bookings',
    summary:
      'Cancels your upcoming bookings of the networks and mail domains that reached a cap of upcoming bookings; you got one mail about them. By default it only lists them: call again with dryRun false to cancel. It cannot be undone. Guests who proved their inbox by a code are mailed; nobody else is.',
    method: 'POST',
    path: '/bookings/clear-flood',
    effect: 'destroy',
    errors: keyedWriteErrors,
    tool: 'clear_booking_flood',
    input: z.object({
      dryRun: z.boolean().default(true).describe('true: only lists. false: cancels. Default true.'),
      keep: z
        .array(z.uuid())
        .max(100)
        .optional()
        .describe('Ids of bookings that stay; dryRun lists them, list_meetings too.'),
    }),
    output: z.object({
      untrusted: Untrusted,
      flood: z
        .object({
          openedAt: z.iso.datetime().describe('When the cap was reached.'),
          lastRefusedAt: z.iso.datetime(),
          mailDomains: fromStranger(
            z.array(z.string()).describe('Mail domains over the cap; at mail providers, whole inboxes.'),
          ),
          networkCount: z.int().describe('Networks over the cap.'),
        })
        .nullable()
        .describe('null: no cap is reached, or you cleared it.'),
      dryRun: z.boolean().describe('true: nothing was changed.'),
      bookingCount: z.int().describe('Bookings that are canceled, or would be.'),
      bookings: z
        .array(
          z.object({
            id: z.uuid(),
            startAt: z.iso.datetime(),
            invitee: z.object({ name: fromStranger(z.string().nullable()), email: fromStranger(z.string()) }),
          }),
        )
        .describe('The next first, 100 at most.'),
      message: z.string(),
    }),
  },
});
