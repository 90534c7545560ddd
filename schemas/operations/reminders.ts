import { z } from 'zod';
import { readErrors } from '../errors.ts';
import { defineArea, type Operation } from '../operation.ts';
import { Token } from '../shapes/fields.ts';

const refusal = {
  surface: 'page',
  path: '/no-mail/{token}/reminders',
  auth: 'none',
  rateClass: 'publicRead',
  errors: readErrors,
  output: z.object({
    workspaceName: z.string().describe('Whose reminders they are.'),
    refused: z.boolean(),
  }),
} as const satisfies Partial<Operation>;

/** The refusal of reminders by the owner of an inbox, from the link in every reminder. */
export const reminders = defineArea({
  viewReminderRefusal: {
    ...refusal,
    title: 'View a refusal of reminders',
    summary: 'Whether an inbox gets the reminders of a workspace.',
    method: 'GET',
    effect: 'read',
    input: z.object({ token: Token.describe('From the mail.') }),
  },
  setReminderRefusal: {
    ...refusal,
    title: 'Refuse reminders',
    summary: 'The owner of an inbox wants no reminders of a workspace, or takes them again. Other mails go on.',
    method: 'POST',
    effect: 'write',
    input: z.object({ token: Token.describe('From the mail.'), refused: z.boolean() }),
  },
});
