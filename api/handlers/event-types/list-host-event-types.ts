import { reachOf } from '../../../domain/members/member-reach.ts';
import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import { listEventTypes } from '../../../store/event-types/event-types.ts';
import { requireHost } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { toEventTypeLine } from './event-type-view.ts';

/** Members see their own event types, managers and above all. */
export const listHostEventTypes: Handler<typeof eventTypes.listHostEventTypes> = async (context, input) => {
  const { sql, actor, now, urls } = context;
  const { hostUserId, status, limit, cursor } = input;
  const list = `event_types/${status}`;
  const after = readCursor([list], cursor);
  const hostId = hostUserId === undefined ? reachOf(actor) : await requireHost(context, hostUserId, 'event types');
  const rows = await listEventTypes(sql, { workspaceId: actor.workspaceId, hostId, status, now, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => list);
  return { eventTypes: page.map((record) => toEventTypeLine(record, urls.publicUrl)), nextCursor };
};
