import { scheduledStatuses } from '../../../domain/booking/booking-states.ts';
import { theirTime } from '../../../domain/prep/claims.ts';
import { bookerLocal } from '../../../domain/time/local.ts';
import type { Output } from '../../../schemas/operation.ts';
import { MAX_REQUESTS, type myMeetings } from '../../../schemas/operations/meetings/my-meetings.ts';
import { listComingMeetings, type UpcomingMeeting } from '../../../store/meetings/my-meetings.ts';
import type { Handler } from '../../core/handler.ts';

export const listMyMeetings: Handler<typeof myMeetings.listMyMeetings> = async ({ sql, actor, now }, { limit }) => {
  const [meetings, requests] = await Promise.all([
    listComingMeetings(sql, actor.userId, now, { limit: limit + 1, statuses: scheduledStatuses }),
    listComingMeetings(sql, actor.userId, now, { limit: MAX_REQUESTS, statuses: ['pending_confirmation'] }),
  ]);
  return {
    meetings: meetings.slice(0, limit).map(view),
    more: meetings.length > limit,
    requests: requests.map(view),
  };
};

const view = (meeting: UpcomingMeeting): Output<typeof myMeetings.listMyMeetings>['meetings'][number] => ({
  ...{ id: meeting.id, status: meeting.status, eventName: meeting.eventName, prep: meeting.prep },
  startAt: meeting.startAt.toISOString(),
  endAt: meeting.endAt.toISOString(),
  ...timesOf(meeting),
  guest: meeting.guestName ?? meeting.guestEmail,
  guestEmail: meeting.guestEmail,
  workspace: { id: meeting.workspaceId, name: meeting.workspaceName },
});

/** The host's clock first, then the guest's: as the meeting's pack has them. */
function timesOf(meeting: UpcomingMeeting): { readonly when: string; readonly theirTime: string | null } {
  const [startMs, endMs] = [meeting.startAt.getTime(), meeting.endAt.getTime()];
  const hostTimezone = meeting.hostTimezone ?? 'UTC';
  const guest = { timezone: meeting.guestTimezone };
  return {
    when: bookerLocal(startMs, endMs, hostTimezone).display,
    theirTime: theirTime({ startMs, endMs, hostTimezone, guest }),
  };
}
