import { readRemindersToken } from '../../../domain/mail/recipient-tokens.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { reminders } from '../../../schemas/operations/reminders.ts';
import { allowReminders, readReminderRefusal, refuseReminders } from '../../../store/reminders/reminders.ts';
import type { Context, Handler } from '../../core/handler.ts';

export const setReminderRefusal: Handler<typeof reminders.setReminderRefusal> = async (context, { token, refused }) => {
  const { sql, secrets } = context;
  const subject = readRemindersToken(secrets, token);
  if (subject) await (refused ? refuseReminders : allowReminders)(sql, subject.workspaceId, subject.addressHash);
  return remindersOfToken(context, token);
};

/**
 * Whose reminders a token stops, and whether it has.
 * @throws AppError resource.not_found (unknown_token): not ours, or the workspace is gone
 */
export async function remindersOfToken({ sql, secrets }: Pick<Context, 'sql' | 'secrets'>, token: string) {
  const subject = readRemindersToken(secrets, token);
  const found = subject && (await readReminderRefusal(sql, subject.workspaceId, subject.addressHash));
  if (!found)
    throw new AppError('resource.not_found', 'This link is not from a reminder of ours.', { reason: 'unknown_token' });
  return found;
}
