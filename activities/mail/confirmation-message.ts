import { renderInvite } from '../../domain/booking/invite.ts';
import { languageFor, type MeetingFacts, type Recipient } from '../../domain/booking/meeting.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { MailBlock } from './content.ts';
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
import { meetingTexts } from './texts/meeting.ts';

/** Input of every mail about a confirmed meeting. */
export interface MeetingMail {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** `{public_url}/manage/{token}`, only in the guest's mail; null if no token is known */
  readonly manageUrl: string | null;
  readonly nowMs: number;
}

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
  const start = shortStart(meeting, recipient);
  const step = mail.again ? `confirmation-${meeting.sequence}` : 'confirmation';
  const words = confirmedWords(mail, start);
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, step, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_confirmation',
      subject: words.subject,
      attachments: [renderInvite(service, { ...mail, method: 'REQUEST' })],
    },
    {
      language: languageFor(meeting, recipient),
      preview: start,
      heading: words.heading,
      blocks: [
        { kind: 'paragraph', text: words.lead },
        { kind: 'details', rows: meetingDetails(meeting, recipient, { takesPlace: true }) },
        ...guestLinks(mail),
      ],
      footer: meetingFooter(service, meeting, recipient),
    },
  );
}

function confirmedWords(mail: MeetingMail & { readonly by?: 'guest' | 'host' }, start: string) {
  const { meeting, recipient, by } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const byHost = by === 'host';
  const { confirmed, invited } = wordsFor(meetingTexts, meeting, recipient);
  return byRecipient(recipient, {
    guest: { ...confirmed, subject: confirmed.subject(event, host, start), lead: guestLead(mail) },
    host: {
      subject: `New booking: ${event} with ${guest}, ${start}`,
      heading: 'You have a new booking',
      lead: byHost
        ? `“${event}” with ${guest} was booked by you or a colleague.`
        : `${guest} booked “${event}” with you.`,
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
  const { confirmed } = wordsFor(meetingTexts, meeting, recipient);
  if (by === 'host') return confirmed.leadByHost(event, host);
  return meeting.agentEmail ? confirmed.leadByAgent(event, host, meeting.agentEmail) : confirmed.lead(event, host);
}

/** A moved meeting: `meeting` has the new time and the higher sequence. The invite replaces the earlier one. */
export function renderRescheduled(
  service: MailService,
  mail: MeetingMail & { readonly previousStartMs: number | null; readonly by?: 'guest' | 'host' },
): OutgoingMail {
  const { meeting, recipient } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const { moved } = wordsFor(meetingTexts, meeting, recipient);
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
  const { moved } = wordsFor(meetingTexts, meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  if (by === undefined) return moved.lead(event, other);
  if (by === recipient) return moved.leadByReader(event, other);
  if (by === 'host') return moved.leadByOther(event, host);
  return recipient === 'host' ? moved.leadByOther(event, guest) : moved.leadByGuest(event, host, guest);
}

/** The guest's links: the manage link, and "not me" if an agent booked. */
export function guestLinks({ meeting, recipient, manageUrl }: Omit<MeetingMail, 'nowMs'>): MailBlock[] {
  if (recipient !== 'guest' || manageUrl === null) return [];
  const words = wordsFor(meetingTexts, meeting, recipient).links;
  const links: MailBlock[] = [{ kind: 'action', label: words.change, url: manageUrl }];
  if (meeting.agentEmail !== null) {
    const link = { label: words.notMe, url: `${manageUrl}/not-me` };
    links.push({ kind: 'aside', text: words.notAsked, link });
  }
  links.push({ kind: 'aside', text: words.keep });
  return links;
}

/** Selects the texts for one kind of recipient. */
export function byRecipient<T>(recipient: Recipient, words: { guest: T; host: T; extra: T }): T {
  return typeof recipient === 'string' ? words[recipient] : words.extra;
}
