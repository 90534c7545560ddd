import type { calendars } from '../../../schemas/operations/calendars.ts';
import { disconnect } from '../../../store/calendars/connections.ts';
import type { Handler } from '../../core/handler.ts';
import { connectionRefusal } from './refusals.ts';
import { requireOwnConnection } from './require-connection.ts';

/** Its times block nothing from now on. The flow takes our access back at the provider; the sweep starts it if it is not notified. */
export const disconnectCalendar: Handler<typeof calendars.disconnectCalendar> = async (context, { connectionId }) => {
  const { sql, actor, caller, flowClient } = context;
  const { workspaceId } = await requireOwnConnection(context, connectionId);
  const revokedAt = await disconnect(
    sql,
    { connectionId, userId: actor.userId },
    { actor, source: caller.source, workspaceId: actor.workspaceId },
  );
  if (!revokedAt) throw connectionRefusal(actor, 'nobody');
  flowClient.signal('calendarSync', { id: connectionId, workspaceId }, 'disconnect');
  return { id: connectionId, status: 'revoked', revokedAt: revokedAt.toISOString() };
};
