import { reachOf } from '../../../domain/member-reach.ts';
import type { meetings } from '../../../schemas/meetings.ts';
import { listMeetingLines, type MeetingLine } from '../../../store/meetings-list.ts';
import type { Handler } from '../../handler.ts';
import { readCursor, toPage } from '../../list-cursor.ts';

const toMeeting = (line: MeetingLine) => ({
  id: line.id,
  startAt: line.startAt.toISOString(),
  endAt: line.endAt.toISOString(),
  status: line.status,
  locationType: line.locationType,
  joinUrl: line.joinUrl,
  eventType: { id: line.eventTypeId, name: line.eventName, slug: line.eventSlug },
  host: { id: line.hostId, name: line.hostName, username: line.hostUsername },
  invitee: { name: line.guestName, email: line.guestEmail, timezone: line.guestTimezone },
});

/** A member sees their own meetings, everyone above them all of the workspace. */
export const listMeetings: Handler<typeof meetings.listMeetings> = async ({ sql, actor, now }, input) => {
  const { filter, limit, cursor } = input;
  const list = `meetings/${filter}`;
  const after = readCursor([list], cursor);
  const rows = await listMeetingLines(sql, {
    workspaceId: actor.workspaceId,
    hostId: reachOf(actor),
    filter,
    now,
    after,
    limit,
  });
  const { page, nextCursor } = toPage(rows, limit, () => list);
  return { meetings: page.map(toMeeting), nextCursor };
};
