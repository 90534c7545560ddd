import { AppError } from '../../../schemas/errors.ts';
import type { passkeys } from '../../../schemas/operations/accounts/passkeys.ts';
import { removePasskey as remove } from '../../../store/accounts/passkeys.ts';
import type { Handler } from '../../core/handler.ts';

export const removePasskey: Handler<typeof passkeys.removePasskey> = async ({ sql, actor }, { passkeyId }) => {
  const sessionsEnded = await remove(sql, actor.userId, passkeyId, actor.sessionId);
  if (sessionsEnded === undefined) {
    throw new AppError('resource.not_found', 'You have no passkey with this id. GET /me/passkeys lists them.', {
      reason: 'passkey_not_found',
    });
  }
  return { id: passkeyId, status: 'removed', sessionsEnded };
};
