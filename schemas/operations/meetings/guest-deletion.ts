import { z } from 'zod';
import { keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { ADMINS } from '../../shapes/access.ts';
import { Email } from '../../shapes/fields.ts';

/** What a workspace stores about a guest goes at their wish. */
export const guestDeletion = defineArea({
  deleteGuest: {
    surface: 'host',
    rateClass: 'keyed',
    auth: { scope: 'workspace.act', roles: ADMINS },
    title: 'Delete a guest',
    summary:
      'Deletes all that the workspace stores about a guest: name, address, answers, notes, links, prep packs, look-ups. Their past meetings stay without them; closed requests for codes keep the address for eight days. It cannot be undone. A meeting that is not over: 409 guest_expected.',
    method: 'POST',
    path: '/guests/delete',
    effect: 'destroy',
    tool: 'delete_guest',
    errors: keyedWriteErrors,
    input: z.object({ email: Email.describe('Address of the guest.') }),
    output: z.object({
      meetings: z.int().min(0).describe('Past meetings that stay without them.'),
      message: z.string(),
    }),
  },
});
