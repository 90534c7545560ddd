/** What a mail is about; the local mailbox and the mail provider store this word with it. */
export type MailKind =
  | 'account'
  | 'booking_code'
  | 'booking_confirmation'
  | 'booking_pending'
  | 'booking_rescheduled'
  | 'booking_canceled'
  | 'booking_host_changed'
  | 'booking_flood'
  | 'booking_link'
  | 'booking_reminder'
  | 'calendar_event'
  | 'calendar_reconnect'
  | 'identity_code'
  | 'agent_allowed'
  | 'agent_sign_up'
  | 'sign_in_code'
  | 'sign_in_link'
  | 'claim'
  | 'invitation'
  | 'new_access'
  | 'prep_pack'
  | 'reminder'
  | 'take_over'
  | 'trial'
  | 'billing';

export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  /** text, not encoded */
  readonly content: string;
}

/** A mail ready to send. Subject and addresses are single lines. */
export interface OutgoingMail {
  /** one mail per key, however often it is sent; at most 80 characters (Postmark's limit for metadata), no address, no secret */
  readonly key: string;
  readonly workspaceId: string | null;
  readonly to: string;
  /** `Name <address>` */
  readonly from: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly kind: MailKind;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** Set in a mail to somebody who has proved nothing, and in reminders: where they refuse further ones, by a page or by one POST (RFC 8058). */
  readonly refuseUrl: string | null;
}

/** The sender: in the From line, in footers and as the organizer of invites. */
export interface MailService {
  /** for people, e.g. Holdfast */
  readonly name: string;
  readonly fromEmail: string;
  /** origin of public web pages; its host completes the calendar UID */
  readonly publicUrl: string;
  /** Set for a mail to somebody who has proved nothing: see `OutgoingMail.refuseUrl`. */
  readonly refuseUrl?: string;
}
