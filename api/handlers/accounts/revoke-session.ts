import { AppError } from '../../../schemas/errors.ts';
import type { sessions } from '../../../schemas/operations/accounts/sessions.ts';
import { revokeSession as revoke } from '../../../store/accounts/sessions.ts';
import type { Handler } from '../../core/handler.ts';

export const revokeSession: Handler<typeof sessions.revokeSession> = async ({ sql, actor }, { sessionId }) => {
  if (!(await revoke(sql, actor.userId, sessionId))) {
    throw new AppError('resource.not_found', 'You have no session with this id. GET /me/sessions lists them.', {
      reason: 'session_not_found',
    });
  }
  return { id: sessionId, status: 'revoked' };
};
