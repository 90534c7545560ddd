import { z } from 'zod';
import { keyedReadErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { line } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';

/** Mails of test keys. */
export const mail = defineArea({
  listTestMail: {
    title: 'List test mail',
    summary:
      'Mails of bookings made with a test key (svc_test_…): stored for 30 days, never sent. Newest first; members see those of their own meetings. A live key sees the same; its own mails are really sent and not here. Use it to read what guests would get, with links.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/test-mail',
    // The mails hold links that change bookings: a read-only key must not see them.
    auth: { scope: 'workspace.act', roles: MEMBERS },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_test_mail',
    errors: keyedReadErrors,
    input: PageOfList.extend({
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
          kind: z.string().describe('Kind of mail, such as booking_confirmation.'),
          bookingId: z.uuid().nullable(),
          text: z.string(),
          attachments: z.array(z.string()).describe('Names of attached files.'),
        }),
      ),
      nextCursor,
    }),
  },
});
