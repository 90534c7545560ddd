import { invalid } from '../../../schemas/errors.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { chooseCalendars } from '../../../store/calendars/connections.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { toConnection } from './connection-view.ts';
import { choiceRefusal } from './refusals.ts';
import { requireOwnConnection } from './require-connection.ts';

/** Calendars that begin to block are read by the connection's flow. If it is not notified, the sweep does that. */
export const updateCalendar: Handler<typeof calendars.updateCalendar> = async (context, input) => {
  const { sql, actor, caller, flowClient } = context;
  const { connectionId, blocking, writeTo } = input;
  if (blocking === undefined && writeTo === undefined)
    throw invalid([{ path: 'blocking', message: 'is missing, and writeTo too; send at least one of them' }]);
  await requireOwnConnection(context, connectionId);
  const outcome = await chooseCalendars(
    sql,
    { connectionId, userId: actor.userId, blocking, writeTo },
    { actor, source: caller.source, workspaceId: actor.workspaceId },
  );
  const { connection, signals } = resultOrThrow(outcome, (refusal) => choiceRefusal(actor, refusal));
  if (signals) flowClient.signal('calendarSync', { id: connectionId, workspaceId: connection.workspaceId }, 'push');
  return { connection: toConnection(connection, actor) };
};
