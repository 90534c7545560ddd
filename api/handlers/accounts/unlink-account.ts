import { AppError } from '../../../schemas/errors.ts';
import type { linkedAccounts } from '../../../schemas/operations/accounts/linked-accounts.ts';
import { unlinkAccount as unlink } from '../../../store/accounts/linked-accounts.ts';
import type { Handler } from '../../core/handler.ts';

export const unlinkAccount: Handler<typeof linkedAccounts.unlinkAccount> = async (
  { sql, actor },
  { linkedAccountId },
) => {
  const sessionsEnded = await unlink(sql, actor.userId, linkedAccountId, actor.sessionId);
  if (sessionsEnded === undefined) {
    throw new AppError(
      'resource.not_found',
      'You have no linked account with this id. GET /me/linked-accounts lists them.',
      { reason: 'linked_account_not_found' },
    );
  }
  return { id: linkedAccountId, status: 'unlinked', sessionsEnded };
};
