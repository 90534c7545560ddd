import type { myMeetings } from '../../../schemas/operations/meetings/my-meetings.ts';
import { listComingMeetings } from '../../../store/meetings/my-meetings.ts';
import type { Handler } from '../../core/handler.ts';

export const listMyMeetings: Handler<typeof myMeetings.listMyMeetings> = async ({ sql, actor, now }) => ({
  meetings: (await listComingMeetings(sql, actor.userId, now)).map((meeting) => ({
    ...{ id: meeting.id, status: meeting.status, eventName: meeting.eventName, prep: meeting.prep },
    startAt: meeting.startAt.toISOString(),
    endAt: meeting.endAt.toISOString(),
    guest: meeting.guestName ?? meeting.guestEmail,
    workspace: { id: meeting.workspaceId, name: meeting.workspaceName },
  })),
});
