import type { sessions } from '../../../schemas/operations/accounts/sessions.ts';
import { listSessions as listRows } from '../../../store/accounts/sessions.ts';
import type { Handler } from '../../core/handler.ts';

export const listSessions: Handler<typeof sessions.listSessions> = async ({ sql, actor }) => {
  const rows = await listRows(sql, actor.userId);
  return {
    sessions: rows.map(({ createdAt, lastSeenAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: row.id === actor.sessionId,
    })),
  };
};
