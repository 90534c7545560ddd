import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { confirmationTexts } from '../../texts/en/mails/meetings.ts';
import { namesOf, shortStart, wordsFor } from './mail-parts.ts';
import { byRecipient, composeMeetingMail, inviteFor, type MeetingMail, meetingLinks } from './meeting-mail.ts';

/** A confirmed meeting: to guest, host and each extra guest, with the invite. */
export function renderConfirmation(
  service: MailService,
  mail: MeetingMail & {
    readonly by?: 'guest' | 'host';
    /** approved once more, after a move: another mail than the first */
    readonly again?: boolean;
  },
): OutgoingMail {
  const { meeting, recipient } = mail;
  return composeMeetingMail(service, mail, {
    step: mail.again ? `confirmation-${meeting.sequence}` : 'confirmation',
    kind: 'booking_confirmation',
    ...confirmedWords(mail, shortStart(meeting, recipient)),
    details: { takesPlace: true },
    links: meetingLinks(mail),
    attachments: inviteFor(service, { ...mail, method: 'REQUEST' }),
  });
}

function confirmedWords(mail: MeetingMail & { readonly by?: 'guest' | 'host' }, start: string) {
  const { meeting, recipient, by } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const byHost = by === 'host';
  const { confirmed, invited, toHost } = wordsFor(confirmationTexts, meeting, recipient);
  return byRecipient(recipient, {
    guest: { ...confirmed, subject: confirmed.subject(event, host, start), lead: guestLead(mail) },
    host: {
      ...toHost,
      subject: toHost.subject(event, guest, start),
      lead: (byHost ? toHost.leadByHost : toHost.lead)(event, guest),
    },
    extra: {
      ...invited,
      subject: invited.subject(event, host, start),
      lead: (byHost ? invited.leadByHost : invited.lead)(event, host, guest),
    },
  });
}

function guestLead({ meeting, recipient, by }: MeetingMail & { readonly by?: 'guest' | 'host' }): string {
  const { event, host } = namesOf(meeting, recipient);
  const { confirmed } = wordsFor(confirmationTexts, meeting, recipient);
  if (by === 'host') return confirmed.leadByHost(event, host);
  return meeting.agentEmail ? confirmed.leadByAgent(event, host, meeting.agentEmail) : confirmed.lead(event, host);
}
