import type { Contract } from '../../schemas/contract.ts';
import type { Handlers } from '../core/handler.ts';
import { createAgentSeat } from './access/create-agent-seat.ts';
import { createApiKey } from './access/create-api-key.ts';
import { decideDevice } from './access/decide-device.ts';
import { listAgentSeats } from './access/list-agent-seats.ts';
import { listApiKeys } from './access/list-api-keys.ts';
import { pollDevice } from './access/poll-device.ts';
import { registerDevice } from './access/register-device.ts';
import { revokeAgentSeat } from './access/revoke-agent-seat.ts';
import { revokeApiKey } from './access/revoke-api-key.ts';
import { stopAccess } from './access/stop-access.ts';
import { viewDevice } from './access/view-device.ts';
import { addPasskey } from './accounts/add-passkey.ts';
import { confirmAddress } from './accounts/confirm-address.ts';
import { decideNativeClaim } from './accounts/decide-native-claim.ts';
import { deleteMe } from './accounts/delete-me.ts';
import { getMe } from './accounts/get-me.ts';
import { listLinkedAccounts } from './accounts/list-linked-accounts.ts';
import { listPasskeys } from './accounts/list-passkeys.ts';
import { listSessions } from './accounts/list-sessions.ts';
import { pollNativeClaim } from './accounts/poll-native-claim.ts';
import { preparePasskey } from './accounts/prepare-passkey.ts';
import { removePasskey } from './accounts/remove-passkey.ts';
import { revokeAllSessions } from './accounts/revoke-all-sessions.ts';
import { revokeSession } from './accounts/revoke-session.ts';
import { setMyPhoto } from './accounts/set-my-photo.ts';
import { signInWithApple } from './accounts/sign-in-with-apple.ts';
import { startNativeEmail } from './accounts/start-native-email.ts';
import { startNativePasskey } from './accounts/start-native-passkey.ts';
import { undoAddress } from './accounts/undo-address.ts';
import { unlinkAccount } from './accounts/unlink-account.ts';
import { updateMe } from './accounts/update-me.ts';
import { verifyNativeEmail } from './accounts/verify-native-email.ts';
import { verifyNativePasskey } from './accounts/verify-native-passkey.ts';
import { listActivity } from './activity/list-activity.ts';
import { addDateOverride } from './availability/add-date-override.ts';
import { addTimeOff } from './availability/add-time-off.ts';
import { createSchedule } from './availability/create-schedule.ts';
import { deleteSchedule } from './availability/delete-schedule.ts';
import { explainSlot } from './availability/explain-slot.ts';
import { getSchedule } from './availability/get-schedule.ts';
import { listSchedules } from './availability/list-schedules.ts';
import { removeDateOverride } from './availability/remove-date-override.ts';
import { removeTimeOff } from './availability/remove-time-off.ts';
import { updateSchedule } from './availability/update-schedule.ts';
import { cancelCheckout } from './billing/cancel-checkout.ts';
import { createPortalSession } from './billing/create-portal-session.ts';
import { getBilling } from './billing/get-billing.ts';
import { getCheckout } from './billing/get-checkout.ts';
import { listCredits } from './billing/list-credits.ts';
import { listInvoices } from './billing/list-invoices.ts';
import { listPlans } from './billing/list-plans.ts';
import { startCheckout } from './billing/start-checkout.ts';
import { startEnrichmentCheckout } from './billing/start-enrichment-checkout.ts';
import { listEventTypes } from './bookable/list-event-types.ts';
import { listSlots } from './bookable/list-slots.ts';
import { approveFromMail } from './booking/approve-from-mail.ts';
import { book } from './booking/book.ts';
import { cancelAsGuest } from './booking/cancel-as-guest.ts';
import { cancelEventAsGuest } from './booking/cancel-event-as-guest.ts';
import { confirm } from './booking/confirm.ts';
import { declineFromMail } from './booking/decline-from-mail.ts';
import { downloadInvite } from './booking/download-invite.ts';
import { inviteGuests } from './booking/invite-guests.ts';
import { requestCode } from './booking/request-code.ts';
import { requestConfirmLink } from './booking/request-confirm-link.ts';
import { rescheduleAsGuest } from './booking/reschedule-as-guest.ts';
import { rescheduleEventAsGuest } from './booking/reschedule-event-as-guest.ts';
import { viewBooking } from './booking/view-booking.ts';
import { viewDecision } from './booking/view-decision.ts';
import { connectCalendar } from './calendars/connect-calendar.ts';
import { disconnectCalendar } from './calendars/disconnect-calendar.ts';
import { getCalendarSettings } from './calendars/get-calendar-settings.ts';
import { listCalendars } from './calendars/list-calendars.ts';
import { retryCalendarEvent } from './calendars/retry-calendar-event.ts';
import { updateCalendar } from './calendars/update-calendar.ts';
import { updateCalendarSettings } from './calendars/update-calendar-settings.ts';
import { archiveEventType } from './event-types/archive-event-type.ts';
import { createEventType } from './event-types/create-event-type.ts';
import { getEventType } from './event-types/get-event-type.ts';
import { listHostEventTypes } from './event-types/list-host-event-types.ts';
import { restoreEventType } from './event-types/restore-event-type.ts';
import { updateEventType } from './event-types/update-event-type.ts';
import { connectCalendarForPerson } from './identity/connect-calendar-for-person.ts';
import { createAgentWorkspace } from './identity/create-agent-workspace.ts';
import { getIdentity } from './identity/get-identity.ts';
import { inviteForPerson } from './identity/invite-for-person.ts';
import { listMyAgents } from './identity/list-my-agents.ts';
import { registerIdentity } from './identity/register-identity.ts';
import { renewIntent } from './identity/renew-intent.ts';
import { revokeIdentity } from './identity/revoke-identity.ts';
import { revokeMyAgent } from './identity/revoke-my-agent.ts';
import { signUpUser } from './identity/sign-up-user.ts';
import { stopAgent } from './identity/stop-agent.ts';
import { verifyIdentity } from './identity/verify-identity.ts';
import { createShortLink } from './links/create-short-link.ts';
import { followShortLink } from './links/follow-short-link.ts';
import { listShortLinks } from './links/list-short-links.ts';
import { revokeShortLink } from './links/revoke-short-link.ts';
import { listTestMail } from './mail/list-test-mail.ts';
import { setMailRefusal } from './mail/set-mail-refusal.ts';
import { approveBooking } from './meetings/approve-booking.ts';
import { cancelBooking } from './meetings/cancel-booking.ts';
import { clearBookingFlood } from './meetings/clear-booking-flood.ts';
import { createBooking } from './meetings/create-booking.ts';
import { declineBooking } from './meetings/decline-booking.ts';
import { deleteGuest } from './meetings/delete-guest.ts';
import { exportGuest } from './meetings/export-guest.ts';
import { getInsights } from './meetings/get-insights.ts';
import { getMeeting } from './meetings/get-meeting.ts';
import { listMeetings } from './meetings/list-meetings.ts';
import { listMyMeetings } from './meetings/list-my-meetings.ts';
import { markNoShow } from './meetings/mark-no-show.ts';
import { proposeSlots } from './meetings/propose-slots.ts';
import { rescheduleBooking } from './meetings/reschedule-booking.ts';
import { updateMeeting } from './meetings/update-meeting.ts';
import { acceptInvitation } from './members/accept-invitation.ts';
import { inviteMember } from './members/invite-member.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { updateMemberRole } from './members/update-member-role.ts';
import { connectApp } from './oauth/connect-app.ts';
import { endMyGrant } from './oauth/end-my-grant.ts';
import { listMyGrants } from './oauth/list-my-grants.ts';
import { health } from './ops/health.ts';
import { openapi } from './ops/openapi.ts';
import { getEnrichment } from './prep/get-enrichment.ts';
import { getPrepPack } from './prep/get-prep-pack.ts';
import { refreshPrepPack } from './prep/refresh-prep-pack.ts';
import { setReminderRefusal } from './reminders/set-reminder-refusal.ts';
import { viewReminderRefusal } from './reminders/view-reminder-refusal.ts';
import { addTeamMember } from './teams/add-team-member.ts';
import { createTeam } from './teams/create-team.ts';
import { deleteTeam } from './teams/delete-team.ts';
import { getTeamFairness } from './teams/get-team-fairness.ts';
import { listTeams } from './teams/list-teams.ts';
import { removeTeamMember } from './teams/remove-team-member.ts';
import { updateTeam } from './teams/update-team.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { listenForEvents } from './webhooks/listen-for-events.ts';
import { pingWebhook } from './webhooks/ping-webhook.ts';
import { redeliverWebhook } from './webhooks/redeliver-webhook.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { createClaimIntent } from './workspaces/create-claim-intent.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { decideWorkspaceClaim } from './workspaces/decide-workspace-claim.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { executeTool } from './workspaces/execute-tool.ts';
import { exportWorkspace } from './workspaces/export-workspace.ts';
import { getWorkspace } from './workspaces/get-workspace.ts';
import { importSettings } from './workspaces/import-settings.ts';
import { listTools } from './workspaces/list-tools.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { restoreWorkspace } from './workspaces/restore-workspace.ts';
import { setWorkspaceAvatar } from './workspaces/set-workspace-avatar.ts';
import { updateWorkspace } from './workspaces/update-workspace.ts';

/** Every operation's handler, by area and name: a missing one does not compile. */
export const handlers: { readonly [Area in keyof Contract]: Handlers<Contract[Area]> } = {
  ops: { health, openapi },
  bookable: { listEventTypes, listSlots },
  booking: {
    requestCode,
    requestConfirmLink,
    confirm,
    book,
    viewBooking,
    downloadInvite,
    cancelAsGuest,
    rescheduleAsGuest,
    inviteGuests,
    cancelEventAsGuest,
    rescheduleEventAsGuest,
    viewDecision,
    approveFromMail,
    declineFromMail,
  },
  access: {
    registerDevice,
    pollDevice,
    viewDevice,
    decideDevice,
    listApiKeys,
    revokeApiKey,
    createApiKey,
    listAgentSeats,
    createAgentSeat,
    revokeAgentSeat,
    stopAccess,
  },
  workspaces: {
    ...{ deleteWorkspace, restoreWorkspace },
    getWorkspace,
    updateWorkspace,
    setWorkspaceAvatar,
    exportWorkspace,
    listTools,
    executeTool,
    listWorkspaces,
    createWorkspace,
    createClaimIntent,
    decideWorkspaceClaim,
    importSettings,
  },
  activity: { listActivity },
  mail: { listTestMail, setMailRefusal },
  reminders: { setReminderRefusal, viewReminderRefusal },
  eventTypes: {
    listHostEventTypes,
    getEventType,
    createEventType,
    updateEventType,
    archiveEventType,
    restoreEventType,
  },
  availability: {
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
  meetings: {
    exportGuest,
    listMeetings,
    listMyMeetings,
    createBooking,
    proposeSlots,
    getMeeting,
    updateMeeting,
    rescheduleBooking,
    cancelBooking,
    approveBooking,
    declineBooking,
    clearBookingFlood,
    deleteGuest,
    markNoShow,
    getInsights,
  },
  prep: { getEnrichment, getPrepPack, refreshPrepPack },
  links: { listShortLinks, createShortLink, revokeShortLink, followShortLink },
  teams: { listTeams, getTeamFairness, createTeam, updateTeam, deleteTeam, addTeamMember, removeTeamMember },
  members: { listMembers, inviteMember, updateMemberRole, removeMember, acceptInvitation },
  calendars: {
    listCalendars,
    connectCalendar,
    updateCalendar,
    disconnectCalendar,
    getCalendarSettings,
    updateCalendarSettings,
    retryCalendarEvent,
  },
  webhooks: {
    listWebhooks,
    createWebhook,
    updateWebhook,
    deleteWebhook,
    pingWebhook,
    rotateWebhookSecret,
    listWebhookDeliveries,
    redeliverWebhook,
    listenForEvents,
  },
  billing: {
    getBilling,
    listPlans,
    startCheckout,
    getCheckout,
    cancelCheckout,
    createPortalSession,
    listInvoices,
    startEnrichmentCheckout,
    listCredits,
  },
  identity: {
    registerIdentity,
    verifyIdentity,
    getIdentity,
    revokeIdentity,
    renewIntent,
    signUpUser,
    createAgentWorkspace,
    inviteForPerson,
    connectCalendarForPerson,
    listMyAgents,
    revokeMyAgent,
    stopAgent,
  },
  oauth: { listMyGrants, endMyGrant, connectApp },
  accounts: {
    ...{ getMe, updateMe, setMyPhoto, deleteMe, confirmAddress, undoAddress },
    ...{ listSessions, revokeSession, revokeAllSessions },
    ...{ listLinkedAccounts, unlinkAccount },
    ...{ listPasskeys, preparePasskey, addPasskey, removePasskey },
    ...{ startNativeEmail, verifyNativeEmail, pollNativeClaim, decideNativeClaim },
    ...{ startNativePasskey, verifyNativePasskey, signInWithApple },
  },
};
