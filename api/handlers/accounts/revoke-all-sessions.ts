import type { accounts } from '../../../schemas/operations/accounts.ts';
import { revokeSessions } from '../../../store/accounts/sessions.ts';
import type { Handler } from '../../core/handler.ts';

export const revokeAllSessions: Handler<typeof accounts.revokeAllSessions> = async ({ sql, actor }) => ({
  revoked: await revokeSessions(sql, actor.userId),
});
