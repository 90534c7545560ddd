import type { mail } from '../../../schemas/operations/mail.ts';
import type { Handler } from '../../core/handler.ts';
import { remindersOfToken } from './set-reminder-refusal.ts';

export const viewReminderRefusal: Handler<typeof mail.viewReminderRefusal> = (context, { token }) =>
  remindersOfToken(context, token);
