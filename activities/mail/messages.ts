import { renderInvite } from '../../domain/invite.ts';
import type { MailService, OutgoingMail } from '../../domain/mail.ts';
import type { MeetingFacts, Recipient } from '../../domain/meeting.ts';
import type { MailBlock } from './content.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  namesOf,
  shortStart,
} from './mail-parts.ts';

/** What every mail about a confirmed meeting needs. */
export interface MeetingMail {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** `{public_url}/manage/{token}`, used in the guest's mail alone; null where no token is known */
  readonly manageUrl: string | null;
  readonly nowMs: number;
}

/** The meeting stands: to guest, host and each extra guest, with the invite attached. */
export function renderConfirmation(
  service: MailService,
  mail: MeetingMail & { readonly by?: 'guest' | 'host' },
): OutgoingMail {
  const { meeting, recipient } = mail;
  const byHost = mail.by === 'host';
  const { event, host, guest } = namesOf(meeting);
  const start = shortStart(meeting, recipient);
  const words = byRecipient(recipient, {
    guest: {
      subject: `Confirmed: ${event} with ${host}, ${start}`,
      heading: 'You are booked',
      lead: guestLead(mail),
    },
    host: {
      subject: `New booking: ${event} with ${guest}, ${start}`,
      heading: 'You have a new booking',
      lead: byHost ? `“${event}” with ${guest} was booked from your side.` : `${guest} booked “${event}” with you.`,
    },
    extra: {
      subject: `Invitation: ${event} with ${host}, ${start}`,
      heading: 'You are invited',
      lead: byHost
        ? `${host} invited you to “${event}” with ${guest}.`
        : `${guest} invited you to “${event}” with ${host}.`,
    },
  });
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, 'confirmation', recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_confirmation',
      subject: words.subject,
      attachments: [renderInvite(service, { ...mail, method: 'REQUEST' })],
    },
    {
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

function guestLead({ meeting, by }: MeetingMail & { readonly by?: 'guest' | 'host' }): string {
  const { event, host } = namesOf(meeting);
  if (by === 'host') return `${host} booked “${event}” with you.`;
  return meeting.agentEmail
    ? `The agent at ${meeting.agentEmail} booked “${event}” with ${host} for you.`
    : `Your booking of “${event}” with ${host} is confirmed.`;
}

/** The meeting moved: `meeting` holds the new time and the raised sequence. The invite replaces the earlier one. */
export function renderRescheduled(
  service: MailService,
  mail: MeetingMail & { readonly previousStartMs: number; readonly by?: 'guest' | 'host' },
): OutgoingMail {
  const { meeting, recipient } = mail;
  const { event, host, guest } = namesOf(meeting);
  const start = shortStart(meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, `rescheduled-${meeting.sequence}`, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind: 'booking_rescheduled',
      subject: `Moved: ${event} with ${other}, now ${start}`,
      attachments: [renderInvite(service, { ...mail, method: 'REQUEST' })],
    },
    {
      preview: `Now ${start}`,
      heading: 'Your meeting has a new time',
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
  const { event, host, guest } = namesOf(meeting);
  const other = recipient === 'host' ? guest : host;
  if (by === undefined) return `There is a new time for “${event}” with ${other}.`;
  if (by === recipient) return `You moved “${event}” with ${other}.`;
  return by === 'host'
    ? `${host} moved “${event}”.`
    : `${guest} moved “${event}”${recipient === 'host' ? '' : ` with ${host}`}.`;
}

/** The guest's ways to change a meeting: the manage link, and for one that an agent booked, the way out. */
export function guestLinks({ meeting, recipient, manageUrl }: Omit<MeetingMail, 'nowMs'>): MailBlock[] {
  if (recipient !== 'guest' || manageUrl === null) return [];
  const links: MailBlock[] = [{ kind: 'action', label: 'Reschedule or cancel', url: manageUrl }];
  if (meeting.agentEmail !== null) {
    const link = { label: 'Cancel it: this was not me', url: `${manageUrl}/not-me` };
    links.push({ kind: 'aside', text: 'You did not ask for this booking?', link });
  }
  links.push({ kind: 'aside', text: 'Keep this mail to yourself: whoever has its link can change your booking.' });
  return links;
}

/** Picks the words for one kind of recipient. */
export function byRecipient<T>(recipient: Recipient, words: { guest: T; host: T; extra: T }): T {
  return typeof recipient === 'string' ? words[recipient] : words.extra;
}
