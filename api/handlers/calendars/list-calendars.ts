import { reachOf } from '../../../domain/members/member-reach.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { listUnwritten } from '../../../store/booking/unwritten-meetings.ts';
import { listConnectLinks } from '../../../store/calendars/connect-links.ts';
import { listConnections } from '../../../store/calendars/connections.ts';
import type { Handler } from '../../core/handler.ts';
import { toMovedTo } from '../booking/moved-to.ts';
import { toConnectLink } from './connect-link-view.ts';
import { toConnection } from './connection-view.ts';

/** Members see their own, managers and above those of all who can host here, with a masked address if connected in another workspace. Links are seen by those who made or may open them. */
export const listCalendars: Handler<typeof calendars.listCalendars> = async ({ sql, actor, calendarConsents }) => {
  const { workspaceId, userId } = actor;
  const apiKeyId = actor.kind === 'key' ? actor.keyId : null;
  const [rows, links, unwritten] = await Promise.all([
    listConnections(sql, { workspaceId, userId: reachOf(actor) }),
    listConnectLinks(sql, { workspaceId, userId, apiKeyId }),
    listUnwritten(sql, { workspaceId, userId }),
  ]);
  return {
    calendars: rows.map((row) => toConnection(row, actor)),
    providers: [...calendarConsents].map(([provider, { label }]) => ({ provider, name: label })),
    connecting: links.map(toConnectLink),
    unwritten: unwritten.map(({ eventName, startAt, endAt, movedFrom, movedUntil, ...meeting }) => ({
      ...meeting,
      event: eventName,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
      movedTo: toMovedTo({ movedFrom, movedUntil }),
    })),
  };
};
