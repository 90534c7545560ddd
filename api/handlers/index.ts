import type { Contract } from '../../schemas/contract.ts';
import type { Handlers } from '../core/handler.ts';
import { listActivity } from './activity/list-activity.ts';
import { listTestMail } from './activity/list-test-mail.ts';
import { createAgentSeat } from './agent-seats/create-agent-seat.ts';
import { listAgentSeats } from './agent-seats/list-agent-seats.ts';
import { revokeAgentSeat } from './agent-seats/revoke-agent-seat.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { approveMeeting } from './bookings/approve-meeting.ts';
import { cancelMeeting } from './bookings/cancel-meeting.ts';
import { createBooking } from './bookings/create-booking.ts';
import { declineMeeting } from './bookings/decline-meeting.ts';
import { getMeeting } from './bookings/get-meeting.ts';
import { markNoShow } from './bookings/mark-no-show.ts';
import { proposeSlots } from './bookings/propose-slots.ts';
import { rescheduleMeeting } from './bookings/reschedule-meeting.ts';
import { updateMeeting } from './bookings/update-meeting.ts';
import { approveBooking } from './decisions/approve-booking.ts';
import { declineBooking } from './decisions/decline-booking.ts';
import { viewDecision } from './decisions/view-decision.ts';
import { decideDevice } from './device-authorization/decide-device.ts';
import { pollDevice } from './device-authorization/poll-device.ts';
import { registerDevice } from './device-authorization/register-device.ts';
import { viewDevice } from './device-authorization/view-device.ts';
import { archiveEventType } from './event-types/archive-event-type.ts';
import { createEventType } from './event-types/create-event-type.ts';
import { getEventType } from './event-types/get-event-type.ts';
import { listHostEventTypes } from './event-types/list-host-event-types.ts';
import { updateEventType } from './event-types/update-event-type.ts';
import { cancelBooking } from './manage/cancel-booking.ts';
import { cancelEventBooking } from './manage/cancel-event-booking.ts';
import { downloadInvite } from './manage/download-invite.ts';
import { rescheduleBooking } from './manage/reschedule-booking.ts';
import { rescheduleEventBooking } from './manage/reschedule-event-booking.ts';
import { viewBooking } from './manage/view-booking.ts';
import { acceptInvitation } from './me/accept-invitation.ts';
import { createWorkspace } from './me/create-workspace.ts';
import { listSessions } from './me/list-sessions.ts';
import { listWorkspaces } from './me/list-workspaces.ts';
import { revokeAllSessions } from './me/revoke-all-sessions.ts';
import { revokeSession } from './me/revoke-session.ts';
import { listMeetings } from './meetings/list-meetings.ts';
import { inviteMember } from './members/invite-member.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { updateMemberRole } from './members/update-member-role.ts';
import { health } from './meta/health.ts';
import { openapi } from './meta/openapi.ts';
import { book } from './public-booking/book.ts';
import { confirm } from './public-booking/confirm.ts';
import { listEventTypes } from './public-booking/list-event-types.ts';
import { listSlots } from './public-booking/list-slots.ts';
import { requestCode } from './public-booking/request-code.ts';
import { requestConfirmLink } from './public-booking/request-confirm-link.ts';
import { addDateOverride } from './schedules/add-date-override.ts';
import { addTimeOff } from './schedules/add-time-off.ts';
import { createSchedule } from './schedules/create-schedule.ts';
import { deleteSchedule } from './schedules/delete-schedule.ts';
import { explainSlot } from './schedules/explain-slot.ts';
import { getSchedule } from './schedules/get-schedule.ts';
import { listSchedules } from './schedules/list-schedules.ts';
import { removeDateOverride } from './schedules/remove-date-override.ts';
import { removeTimeOff } from './schedules/remove-time-off.ts';
import { updateSchedule } from './schedules/update-schedule.ts';
import { createShortLink } from './short-links/create-short-link.ts';
import { followShortLink } from './short-links/follow-short-link.ts';
import { listShortLinks } from './short-links/list-short-links.ts';
import { revokeShortLink } from './short-links/revoke-short-link.ts';
import { addTeamMember } from './teams/add-team-member.ts';
import { createTeam } from './teams/create-team.ts';
import { deleteTeam } from './teams/delete-team.ts';
import { listTeams } from './teams/list-teams.ts';
import { removeTeamMember } from './teams/remove-team-member.ts';
import { updateTeam } from './teams/update-team.ts';
import { executeTool } from './workspace/execute-tool.ts';
import { getWorkspace } from './workspace/get-workspace.ts';
import { listCalendars } from './workspace/list-calendars.ts';
import { listTools } from './workspace/list-tools.ts';
import { setWorkspaceAvatar } from './workspace/set-workspace-avatar.ts';
import { updateWorkspace } from './workspace/update-workspace.ts';

/** Every operation's handler, by area and name: a forgotten one does not compile. */
export const handlers: { readonly [Area in keyof Contract]: Handlers<Contract[Area]> } = {
  meta: { health, openapi },
  deviceAuthorization: { registerDevice, pollDevice, viewDevice, decideDevice },
  workspace: { getWorkspace, updateWorkspace, setWorkspaceAvatar, listTools, executeTool, listCalendars },
  activity: { listActivity, listTestMail },
  eventTypes: { listHostEventTypes, getEventType, createEventType, updateEventType, archiveEventType },
  schedules: {
    listSchedules,
    getSchedule,
    createSchedule,
    updateSchedule,
    deleteSchedule,
    addDateOverride,
    removeDateOverride,
    addTimeOff,
    removeTimeOff,
    explainSlot,
  },
  meetings: { listMeetings },
  bookings: {
    createBooking,
    proposeSlots,
    getMeeting,
    updateMeeting,
    rescheduleMeeting,
    cancelMeeting,
    approveMeeting,
    declineMeeting,
    markNoShow,
  },
  shortLinks: { listShortLinks, createShortLink, revokeShortLink, followShortLink },
  teams: { listTeams, createTeam, updateTeam, deleteTeam, addTeamMember, removeTeamMember },
  members: { listMembers, inviteMember, updateMemberRole, removeMember },
  apiKeys: { listApiKeys, revokeApiKey, createApiKey },
  agentSeats: { listAgentSeats, createAgentSeat, revokeAgentSeat },
  me: { listSessions, revokeSession, revokeAllSessions, listWorkspaces, createWorkspace, acceptInvitation },
  manage: {
    viewBooking,
    downloadInvite,
    cancelBooking,
    rescheduleBooking,
    cancelEventBooking,
    rescheduleEventBooking,
  },
  decisions: { viewDecision, approveBooking, declineBooking },
  publicBooking: { listEventTypes, listSlots, requestCode, requestConfirmLink, confirm, book },
};
