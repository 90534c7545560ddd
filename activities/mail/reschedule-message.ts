import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { rescheduledTexts } from '../../texts/en/mails/meetings.ts';
import { type FormerTime, namesOf, shortStart, wordsFor } from './mail-parts.ts';
import { composeMeetingMail, inviteFor, type MeetingMail, meetingLinks } from './meeting-mail.ts';

/** A moved meeting: `meeting` has the new time and the higher sequence. The invite replaces the earlier one. */
export function renderRescheduled(
  service: MailService,
  mail: MeetingMail &
    FormerTime & {
      readonly by?: 'guest' | 'host';
      /** the host's word; extra guests do not see it */
      readonly reason?: string | null;
    },
): OutgoingMail {
  const { meeting, recipient } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const moved = wordsFor(rescheduledTexts, meeting, recipient);
  const start = shortStart(meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  return composeMeetingMail(service, mail, {
    step: `rescheduled-${meeting.sequence}`,
    kind: 'booking_rescheduled',
    subject: moved.subject(event, other, start),
    preview: moved.preview(start),
    heading: moved.heading,
    lead: movedLead(mail),
    details: { ...mail, reason: typeof recipient === 'string' ? (mail.reason ?? null) : null, takesPlace: true },
    links: meetingLinks(mail),
    attachments: inviteFor(service, { ...mail, method: 'REQUEST' }),
  });
}

function movedLead({ meeting, recipient, by }: MeetingMail & { readonly by?: 'guest' | 'host' }): string {
  const { event, host, guest } = namesOf(meeting, recipient);
  const moved = wordsFor(rescheduledTexts, meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  if (by === undefined) return moved.lead(event, other);
  if (by === recipient) return moved.leadByReader(event, other);
  if (by === 'host') return moved.leadByOther(event, host);
  return recipient === 'host' ? moved.leadByOther(event, guest) : moved.leadByGuest(event, host, guest);
}
