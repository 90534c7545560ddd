import { renderInvite } from '../../domain/booking/invite.ts';
import { languageFor } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { composeMail, meetingDetails, meetingFooter, namesOf, shortStart, wordsFor } from './mail-parts.ts';
import { byRecipient, composeMeetingMail, type MeetingMail, meetingLinks } from './meeting-mail.ts';
import { hostChangedTexts } from './texts/host-changed.ts';

/** Who hosted before. */
export interface FormerHost {
  readonly name: string;
  readonly email: string;
}

export interface HostChangedMail extends MeetingMail {
  readonly formerHost: FormerHost;
  /** The host has not approved yet, so there is no invite. */
  readonly wasPending: boolean;
}

/** A new host, same time. To guest, new host and extra guests, with a newer invite. */
export function renderHostChanged(service: MailService, mail: HostChangedMail): OutgoingMail {
  const { meeting, recipient, wasPending } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const former = singleLine(mail.formerHost.name, 80);
  const start = shortStart(meeting, recipient);
  const texts = wordsFor(hostChangedTexts, meeting, recipient);
  const toGuests = { heading: texts.heading, subject: texts.subject(event, host, start) };
  const words = byRecipient(recipient, {
    guest: { ...toGuests, lead: texts.lead(event, host, former) },
    host: {
      heading: 'You host a meeting now',
      subject: `You host now: ${event} with ${guest}, ${start}`,
      lead: `You take over “${event}” with ${guest} from ${former}. The time stays the same.`,
    },
    extra: { ...toGuests, lead: texts.leadToInvited(event, host, former, guest) },
  });
  return composeMeetingMail(service, mail, {
    step: `host-${meeting.sequence}`,
    kind: 'booking_host_changed',
    ...words,
    preview: words.lead,
    links: meetingLinks(wasPending ? { ...mail, packUrl: null } : mail),
    attachments: wasPending ? [] : [renderInvite(service, { ...mail, method: 'REQUEST' })],
  });
}

/** To the former host: removes the meeting from their calendar. */
export function renderHandedOver(
  service: MailService,
  { meeting, formerHost, wasPending, nowMs }: Omit<HostChangedMail, 'recipient' | 'manageUrl'>,
): OutgoingMail {
  // Their calendar has them as host, so the cancel must name them.
  const theirs = { ...meeting, hostName: formerHost.name, hostEmail: formerHost.email, answers: [] };
  const { event, host, guest } = namesOf(meeting, 'host');
  const lead = `${host} takes over “${event}” with ${guest}. You do not need to attend.`;
  const invite = { meeting: theirs, recipient: 'host', manageUrl: null, nowMs, method: 'CANCEL' } as const;
  return composeMail(
    service,
    {
      key: `${meeting.bookingId}:host-${meeting.sequence}:former`,
      workspaceId: meeting.workspaceId,
      to: formerHost.email,
      replyTo: meeting.hostEmail,
      kind: 'booking_host_changed',
      subject: `Handed over: ${event} with ${guest}, ${shortStart(meeting, 'host')}`,
      attachments: wasPending ? [] : [renderInvite(service, invite)],
    },
    {
      language: languageFor(meeting, 'host'),
      preview: lead,
      heading: 'Another person hosts your meeting now',
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: meetingDetails({ ...theirs, joinUrl: null, locationDetail: null }, 'host') },
      ],
      footer: meetingFooter(service, theirs, 'host'),
    },
  );
}
