import type { MailService } from '../mail/mail.ts';

/**
 * The UID of a booking in all calendars, `{bookingId}@{host of public_url}`: in our mails, in files to download, and in the event that we write
 * where the provider lets us choose. It stays the same for the life of the booking.
 */
export const meetingUid = ({ publicUrl }: Pick<MailService, 'publicUrl'>, bookingId: string): string =>
  `${bookingId}@${new URL(publicUrl).hostname}`;
