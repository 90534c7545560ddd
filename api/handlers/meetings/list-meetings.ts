import { reachOf } from '../../../domain/members/member-reach.ts';
import { stretchView } from '../../../domain/time/local-view.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { listMeetingLines, type MeetingLine } from '../../../store/meetings/meetings-list.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { requireAccess } from '../../core/require-access.ts';
import { readWhen } from '../../core/when.ts';

const toMeeting = (line: MeetingLine, timeZone: string | undefined) => ({
  id: line.id,
  ...stretchView(line.startAt.getTime(), line.endAt.getTime(), timeZone ?? line.hostTimezone ?? 'UTC'),
  status: line.status,
  locationType: line.locationType,
  joinUrl: line.joinUrl,
  eventType: { id: line.eventTypeId, name: line.eventName, slug: line.eventSlug },
  host: { id: line.hostId, name: line.hostName, username: line.hostUsername },
  ...(line.otherHosts.length > 0 ? { otherHosts: [...line.otherHosts] } : {}),
  invitee: { name: line.guestName, email: line.guestEmail, timezone: line.guestTimezone },
});

/** @throws AppError request.invalid for a reversed period */
function stretchOf(input: Input<typeof meetings.listMeetings>) {
  const fromMs = input.from === undefined ? undefined : readWhen('from', input.from, input);
  const toMs = input.to === undefined ? undefined : readWhen('to', input.to, input);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw invalid([{ path: 'to', message: 'must be later than from' }]);
  return { fromMs, toMs };
}

/** Members see their own meetings, managers and above all of them. */
export const listMeetings: Handler<typeof meetings.listMeetings> = async ({ sql, actor, now }, input) => {
  const { filter, limit, cursor, hostUserId, eventTypeId, inviteeEmail } = input;
  if (hostUserId !== undefined) requireAccess(actor, hostUserId, 'meetings');
  const list = `meetings/${filter}`;
  const after = readCursor([list], cursor);
  const rows = await listMeetingLines(sql, {
    workspaceId: actor.workspaceId,
    hostId: hostUserId ?? reachOf(actor),
    filter,
    eventTypeId,
    guestEmail: inviteeEmail,
    ...stretchOf(input),
    now,
    after,
    limit,
  });
  const { page, nextCursor } = toPage(rows, limit, () => list);
  return { meetings: page.map((line) => toMeeting(line, input.timeZone)), nextCursor };
};
