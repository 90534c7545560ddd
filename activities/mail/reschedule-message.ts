import { renderInvite } from '../../domain/booking/invite.ts';
import { languageFor } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  namesOf,
  shortStart,
  wordsFor,
} from './mail-parts.ts';
import { guestLinks, type MeetingMail } from './meeting-mail.ts';
import { rescheduledTexts } from './texts/rescheduled.ts';

/** A moved meeting: `meeting` has the new time and the higher sequence. The invite replaces the earlier one. */
export function renderRescheduled(
  service: MailService,
  mail: MeetingMail & { readonly previousStartMs: number | null; readonly by?: 'guest' | 'host' },
): OutgoingMail {
  const { meeting, recipient } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const moved = wordsFor(rescheduledTexts, meeting, recipient);
  const start = shortStart(meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, `rescheduled-${meeting.sequence}`, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_rescheduled',
      subject: moved.subject(event, other, start),
      attachments: [renderInvite(service, { ...mail, method: 'REQUEST' })],
    },
    {
      language: languageFor(meeting, recipient),
      preview: moved.preview(start),
      heading: moved.heading,
      blocks: [
        { kind: 'paragraph', text: movedLead(mail) },
        { kind: 'details', rows: meetingDetails(meeting, recipient, { ...mail, takesPlace: true }) },
        ...guestLinks(mail),
      ],
      footer: meetingFooter(service, meeting, recipient),
    },
  );
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
