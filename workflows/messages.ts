/** Names and ids of the booking flow, for those who call it. They are history: never renamed. */

export const BOOKING_WORKFLOW = 'booking';

export const bookingWorkflowId = (bookingId: string): string => `booking/${bookingId}`;

/** Updates carry the id of a stored attempt (requestCode: the number of the code's issue), signals carry nothing. */
export const bookingMessages = {
  requestCode: 'requestCode',
  confirm: 'confirm',
  reschedule: 'reschedule',
  cancel: 'cancel',
  decide: 'decide',
  nudge: 'nudge',
} as const;

export interface BookingStart {
  readonly bookingId: string;
  /** How long the flow waits for the code before it looks at the row. */
  readonly codeLifetimeMs: number;
}
