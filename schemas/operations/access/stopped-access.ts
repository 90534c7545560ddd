import { z } from 'zod';
import { readErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { Token } from '../../shapes/fields.ts';

/** The link of a mail about new access. */
export const stoppedAccess = defineArea({
  stopAccess: {
    title: 'Stop new access',
    summary:
      'Ends the key, seat, passkey or linked account that a mail told of, with all that was made with it. The token of the mail is the proof; no sign-in. Repeats change nothing.',
    surface: 'page',
    method: 'POST',
    path: '/access/stop/{token}',
    auth: 'none',
    effect: 'destroy',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token: Token.describe('From the mail.') }),
    output: z.object({ stopped: z.literal(true) }),
  },
});
