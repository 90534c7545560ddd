import { z } from 'zod';
import { keyedReadErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';

/** The mails that test keys made. */
export const mail = defineArea({
  listTestMail: {
    title: 'List test mail',
    summary:
      'The mails that bookings and invitations made with a test key (svc_test_…) would have sent: stored, never sent, kept for 30 days. Newest first; members see those of their own meetings. A live key sees the same; mails of its own doings are really sent and not here. Use it to read what guests would get, with its links.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/test-mail',
    // The mails hold links that change bookings: a key that may only read must not get at them.
    auth: { scope: 'workspace.act', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_test_mail',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      limit: z.int().min(1).max(100).default(10).describe('Mails in this answer, 1 to 100; default 10.'),
      to: line(1, 254).optional().describe('Only mails to this address; case does not matter.'),
      bookingId: z.uuid().optional().describe('Only mails about this booking.'),
    }),
    output: z.object({
      mails: z.array(
        z.object({
          id: z.uuid(),
          at: z.iso.datetime(),
          to: z.string(),
          subject: z.string(),
          kind: z.string().describe('What it is about, as in booking_confirmation.'),
          bookingId: z.uuid().nullable(),
          text: z.string(),
          attachments: z.array(z.string()).describe('Names of attached files.'),
        }),
      ),
      nextCursor,
    }),
  },
});
