import type { sessions } from '../../../schemas/operations/accounts/sessions.ts';
import { revokeSessions } from '../../../store/accounts/sessions.ts';
import type { Handler } from '../../core/handler.ts';

export const revokeAllSessions: Handler<typeof sessions.revokeAllSessions> = async ({ sql, actor }) => ({
  revoked: await revokeSessions(sql, actor.userId),
});
