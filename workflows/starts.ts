import {
  BOOKING_WORKFLOW,
  type BookingStart,
  bookingWorkflowId,
  DEVICE_WORKFLOW,
  type DeviceStart,
  deviceWorkflowId,
  INVITATION_WORKFLOW,
  type InvitationStart,
  invitationWorkflowId,
  MEMBER_REMOVAL_WORKFLOW,
  type MemberRemovalStart,
  memberRemovalWorkflowId,
  SIGN_IN_WORKFLOW,
  type SignInStart,
  signInWorkflowId,
  TRIAL_WORKFLOW,
  type TrialStart,
  trialWorkflowId,
} from './messages.ts';

/** How the flow of a row is started, whoever does it: the edge that wrote the row, or the sweep where the flow is gone. */
export interface FlowStart<Start> {
  readonly workflow: string;
  readonly workflowId: string;
  readonly args: [Start];
  readonly staticSummary: string;
}

/** For a booking that has a past: its flow looks at the rows at once. */
export const bookingStart = (bookingId: string): FlowStart<BookingStart> => ({
  workflow: BOOKING_WORKFLOW,
  workflowId: bookingWorkflowId(bookingId),
  args: [{ bookingId, codeLifetimeMs: 0 }],
  staticSummary: `Booking ${bookingId}`,
});

export const deviceStart = (sessionId: string): FlowStart<DeviceStart> => ({
  workflow: DEVICE_WORKFLOW,
  workflowId: deviceWorkflowId(sessionId),
  args: [{ sessionId }],
  staticSummary: `Device session ${sessionId}`,
});

export const signInStart = (linkId: string): FlowStart<SignInStart> => ({
  workflow: SIGN_IN_WORKFLOW,
  workflowId: signInWorkflowId(linkId),
  args: [{ linkId }],
  staticSummary: `Sign-in link ${linkId}`,
});

export const trialStart = (workspaceId: string): FlowStart<TrialStart> => ({
  workflow: TRIAL_WORKFLOW,
  workflowId: trialWorkflowId(workspaceId),
  args: [{ workspaceId }],
  staticSummary: `Trial of ${workspaceId}`,
});

export const invitationStart = (invitationId: string): FlowStart<InvitationStart> => ({
  workflow: INVITATION_WORKFLOW,
  workflowId: invitationWorkflowId(invitationId),
  args: [{ invitationId }],
  staticSummary: `Invitation ${invitationId}`,
});

export const memberRemovalStart = (removalId: string): FlowStart<MemberRemovalStart> => ({
  workflow: MEMBER_REMOVAL_WORKFLOW,
  workflowId: memberRemovalWorkflowId(removalId),
  args: [{ removalId }],
  staticSummary: `Removal of a member ${removalId}`,
});
