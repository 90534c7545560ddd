import type { MeetingHost } from '../../domain/booking/meeting.ts';
import type { HostEventState } from '../../domain/calendars/event-work.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { hostChangedTexts } from '../../texts/en/mails/meetings.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail, meetingDetails, meetingFooter, namesOf, shortStart, wordsFor } from './mail-parts.ts';
import {
  brandFor,
  byRecipient,
  composeMeetingMail,
  inviteFor,
  type MeetingMail,
  meetingLinks,
} from './meeting-mail.ts';

/** Who hosted before. */
export type FormerHost = Omit<MeetingHost, 'userId'>;

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
      heading: texts.toHost.heading,
      subject: texts.toHost.subject(event, guest, start),
      lead: texts.toHost.lead(event, guest, former),
    },
    extra: { ...toGuests, lead: texts.leadToInvited(event, host, former, guest) },
  });
  return composeMeetingMail(service, mail, {
    step: `host-${meeting.sequence}`,
    kind: 'booking_host_changed',
    ...words,
    preview: words.lead,
    links: meetingLinks(wasPending ? { ...mail, packUrl: null } : mail),
    attachments: wasPending ? [] : inviteFor(service, { ...mail, method: 'REQUEST' }),
  });
}

type HandedOverMail = Omit<HostChangedMail, 'recipient' | 'manageUrl' | 'hostCalendar'> & {
  /** The state of the event in the former host's calendar; absent: they have no calendar for bookings. */
  readonly formerCalendar?: HostEventState | undefined;
};

/** To the former host: removes the meeting from their calendar. */
export function renderHandedOver(
  service: MailService,
  { meeting, formerHost, formerCalendar, wasPending, nowMs }: HandedOverMail,
): OutgoingMail {
  const { name: hostName, email: hostEmail, timezone: hostTimezone, language, region: hostRegion = null } = formerHost;
  // Their calendar has them as host, so the cancel must name them.
  const theirs = { ...meeting, hostName, hostEmail, hostTimezone, hostLanguage: language, hostRegion, answers: [] };
  const { event, host, guest } = namesOf({ ...meeting, hostLanguage: language }, 'host');
  const { toFormer } = translated(hostChangedTexts, language);
  const lead = toFormer.lead(event, guest, host);
  const invite = { meeting: theirs, recipient: 'host', manageUrl: null, nowMs, method: 'CANCEL' } as const;
  return composeMail(
    service,
    {
      key: `${meeting.bookingId}:host-${meeting.sequence}:former`,
      workspaceId: meeting.workspaceId,
      to: hostEmail,
      replyTo: meeting.hostEmail,
      kind: 'booking_host_changed',
      subject: toFormer.subject(event, guest, shortStart(theirs, 'host')),
      attachments: wasPending ? [] : inviteFor(service, { ...invite, hostCalendar: formerCalendar }),
    },
    {
      language,
      preview: lead,
      heading: toFormer.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: meetingDetails({ ...theirs, joinUrl: null, locationDetail: null }, 'host') },
      ],
      footer: meetingFooter(service, theirs, 'host'),
      ...brandFor(service, theirs),
    },
  );
}
