/** Names and ids of the flows, for those who call them. They are history: never renamed. */

export const BOOKING_WORKFLOW = 'booking';

export const bookingWorkflowId = (bookingId: string): string => `booking/${bookingId}`;

/** Updates carry the id of a stored attempt (requestCode: the number of the code's issue), signals carry nothing. */
export const bookingMessages = {
  requestCode: 'requestCode',
  open: 'open',
  confirm: 'confirm',
  reschedule: 'reschedule',
  cancel: 'cancel',
  decide: 'decide',
  markNoShow: 'markNoShow',
  nudge: 'nudge',
} as const;

export interface BookingStart {
  readonly bookingId: string;
  /** How long the flow waits for the code, or for the claim of a host's booking, before it looks at the rows. */
  readonly codeLifetimeMs: number;
}

export const DEVICE_WORKFLOW = 'deviceAuthorization';

export const deviceWorkflowId = (sessionId: string): string => `device/${sessionId}`;

/** Signals that carry nothing: the row tells. */
export const deviceMessages = {
  decided: 'decided',
  consumed: 'consumed',
  nudge: 'nudge',
} as const;

export interface DeviceStart {
  readonly sessionId: string;
}

export const SIGN_IN_WORKFLOW = 'signIn';

export const signInWorkflowId = (linkId: string): string => `sign-in/${linkId}`;

export const signInMessages = { nudge: 'nudge' } as const;

export interface SignInStart {
  readonly linkId: string;
}

export const TRIAL_WORKFLOW = 'trial';

export const trialWorkflowId = (workspaceId: string): string => `trial/${workspaceId}`;

/** Signals that carry nothing: the row tells. `subscribed` is for whoever takes payments; nobody in this tree sends it yet. */
export const trialMessages = { subscribed: 'subscribed', nudge: 'nudge' } as const;

export interface TrialStart {
  readonly workspaceId: string;
}

export const INVITATION_WORKFLOW = 'invitation';

export const invitationWorkflowId = (invitationId: string): string => `invitation/${invitationId}`;

/** Signals that carry nothing: asked for once more, or waiting for a minute. */
export const invitationMessages = { nudge: 'nudge' } as const;

export interface InvitationStart {
  readonly invitationId: string;
}

export const MEMBER_REMOVAL_WORKFLOW = 'memberRemoval';

export const memberRemovalWorkflowId = (removalId: string): string => `member-removal/${removalId}`;

export const memberRemovalMessages = { nudge: 'nudge' } as const;

export interface MemberRemovalStart {
  readonly removalId: string;
}
