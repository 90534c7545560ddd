import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { linkTexts } from '../../texts/en/mails/accounts.ts';
import { namesOf, shortStart, wordsFor } from './mail-parts.ts';
import { composeMeetingMail, inviteFor, type MeetingMail, meetingLinks } from './meeting-mail.ts';

/** The link to join, for a meeting whose mails left before it was there. The invite replaces the earlier one. */
export function renderLinkReady(service: MailService, mail: MeetingMail): OutgoingMail {
  const { meeting, recipient } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const texts = wordsFor(linkTexts, meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  return composeMeetingMail(service, mail, {
    step: `link-${meeting.sequence}`,
    kind: 'booking_link',
    subject: texts.subject(event, other, shortStart(meeting, recipient)),
    heading: texts.heading,
    lead: texts.lead(event, other),
    details: { takesPlace: true },
    links: meetingLinks(mail),
    attachments: inviteFor(service, { ...mail, method: 'REQUEST' }),
  });
}
