import type { reminders } from '../../../schemas/operations/reminders.ts';
import type { Handler } from '../../core/handler.ts';
import { remindersOfToken } from './set-reminder-refusal.ts';

export const viewReminderRefusal: Handler<typeof reminders.viewReminderRefusal> = (context, { token }) =>
  remindersOfToken(context, token);
