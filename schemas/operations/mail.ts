import { z } from 'zod';
import { keyedReadErrors, readErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import { Email, Token } from '../shapes/fields.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { fromStranger, Untrusted } from '../shapes/untrusted.ts';

/** Mails of test keys, and the refusal of mails. */
export const mail = defineArea({
  setMailRefusal: {
    title: 'Refuse mails from unknown people',
    summary:
      'The owner of an inbox wants no codes, invitations and other mails from people they do not know, or takes them again.',
    surface: 'page',
    method: 'POST',
    path: '/no-mail/{token}',
    auth: 'none',
    effect: 'write',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token: Token.describe('From the mail.'), refused: z.boolean() }),
    output: z.object({ refused: z.boolean() }),
  },
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
      to: Email.optional().describe('Only mails to this address; case does not matter.'),
      bookingId: z.uuid().optional().describe('Only mails about this booking (list_meetings).'),
    }),
    output: z.object({
      untrusted: Untrusted,
      mails: z.array(
        z.object({
          id: z.uuid(),
          at: z.iso.datetime(),
          to: fromStranger(z.string()).describe('The recipient.'),
          subject: fromStranger(z.string()),
          kind: z.string().describe('Kind of mail, such as booking_confirmation.'),
          bookingId: z.uuid().nullable(),
          text: fromStranger(z.string()),
          attachments: z.array(z.string()).describe('Names of attached files.'),
        }),
      ),
      nextCursor,
      why: z.string().optional().describe('Why there are none.'),
    }),
  },
});
