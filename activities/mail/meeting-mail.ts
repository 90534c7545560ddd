import { type InviteInput, renderInvite } from '../../domain/booking/invite.ts';
import { languageFor, type MeetingFacts, type Recipient } from '../../domain/booking/meeting.ts';
import { type HostEventState, needsFile } from '../../domain/calendars/event-work.ts';
import type { MailAttachment, MailKind, MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine, webLink } from '../../domain/untrusted-text.ts';
import { guestLinkTexts, hostLinkTexts } from '../../texts/en/mails/meetings.ts';
import type { MailBlock, MailBrand } from './content.ts';
import {
  composeMail,
  meetingAddresses,
  meetingDetails,
  meetingFooter,
  meetingMailKey,
  shortStart,
  wordsFor,
} from './mail-parts.ts';

const BRAND_CHARACTERS = 80;

/** Input of every mail about a confirmed meeting. */
export interface MeetingMail {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** `{public_url}/manage/{token}`, only in the guest's mail; null if no token is known */
  readonly manageUrl: string | null;
  /** `{app_url}/meetings/{bookingId}/prep`, only in hosts' mails; null or absent: there is no pack */
  readonly packUrl?: string | null;
  /** `{app_url}/meetings/{bookingId}`, only in hosts' mails; absent: there is nothing to open */
  readonly meetingUrl?: string;
  readonly nowMs: number;
  /** The state of the event in the calendar of the host who reads the mail; absent: no calendar for bookings, or another reader. */
  readonly hostCalendar?: HostEventState | undefined;
  /** The further guests get no mail about this change before the guest asks for it. */
  readonly guestsWait?: boolean;
}

/** What the mails about a meeting differ in. */
export interface MeetingMailParts {
  /** part of the key: one mail of each step for a recipient */
  readonly step: string;
  readonly kind: MailKind;
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  /** shown by mail programs beside the subject; default: the start */
  readonly preview?: string;
  readonly details?: Parameters<typeof meetingDetails>[2];
  /** below the details */
  readonly links?: readonly (MailBlock | false)[];
  readonly attachments?: readonly MailAttachment[];
}

/** The frame of every mail about a meeting: a sentence, the details, the links, why it came. */
export function composeMeetingMail(
  service: MailService,
  { meeting, recipient }: Pick<MeetingMail, 'meeting' | 'recipient'>,
  { step, kind, subject, heading, lead, preview, details, links = [], attachments = [] }: MeetingMailParts,
): OutgoingMail {
  return composeMail(
    service,
    {
      key: meetingMailKey(meeting, step, recipient),
      workspaceId: meeting.workspaceId,
      ...meetingAddresses(meeting, recipient),
      kind,
      subject,
      attachments,
    },
    {
      language: languageFor(meeting, recipient),
      preview: preview ?? shortStart(meeting, recipient),
      heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: meetingDetails(meeting, recipient, details) },
        ...links.filter((link) => link !== false),
      ],
      footer: meetingFooter(service, meeting, recipient),
      ...brandFor(service, meeting),
    },
  );
}

/** Who has proved nothing sees no picture that a stranger chose. Outlook shows no WebP. */
export function brandFor(service: MailService, { brand, workspaceName }: MeetingFacts): { brand?: MailBrand } {
  if (brand === undefined || service.refuseUrl !== undefined) return {};
  const { colour, avatarFile } = brand;
  const isShown = avatarFile !== null && !avatarFile.endsWith('.webp');
  const logoUrl = isShown ? `${service.publicUrl}/assets/${avatarFile}` : null;
  return { brand: { name: singleLine(workspaceName, BRAND_CHARACTERS), colour, logoUrl } };
}

/** The calendar file of a mail; none for a host whose calendar has the event. */
export const inviteFor = (
  service: MailService,
  mail: InviteInput & Pick<MeetingMail, 'hostCalendar'>,
): MailAttachment[] =>
  mail.recipient === 'host' && !needsFile(mail.hostCalendar, mail.method) ? [] : [renderInvite(service, mail)];

/** The links of a reader: the guest's own, or a host's to the meeting and its pack. Further guests have none. */
export const meetingLinks = (mail: Omit<MeetingMail, 'nowMs'>): MailBlock[] =>
  mail.recipient === 'host' ? hostLinks(mail) : guestLinks(mail);

/** To the meeting, with what a host does next: `?act=` opens it. Opening a link changes nothing, and asks for sign-in. */
function hostLinks({
  meeting,
  meetingUrl,
  packUrl,
  hostCalendar,
}: Pick<MeetingMail, 'meeting' | 'meetingUrl' | 'packUrl' | 'hostCalendar'>): MailBlock[] {
  const words = wordsFor(hostLinkTexts, meeting, 'host');
  const pack: MailBlock[] = packUrl ? [{ kind: 'action', label: words.prepare, url: packUrl }] : [];
  if (meetingUrl === undefined) return pack;
  const eventUrl = hostCalendar?.isThere && !hostCalendar.hasFile ? webLink(hostCalendar.htmlLink) : null;
  const act = (label: string, name: 'move' | 'cancel') => ({ label, url: `${meetingUrl}?act=${name}` });
  return [
    { kind: 'action', label: words.open, url: meetingUrl },
    ...pack,
    ...(eventUrl === null
      ? []
      : [{ kind: 'aside', text: words.inCalendar, link: { label: words.openEvent, url: eventUrl } } as const]),
    { kind: 'aside', text: words.otherTime, link: act(words.move, 'move') },
    { kind: 'aside', text: words.cannot, link: act(words.cancel, 'cancel') },
  ];
}

/** The guest's links: the manage link, and "not me" if an agent booked. Before them, if the further guests wait, what the page is for. */
export function guestLinks({ meeting, recipient, manageUrl, guestsWait }: Omit<MeetingMail, 'nowMs'>): MailBlock[] {
  if (recipient !== 'guest' || manageUrl === null) return [];
  const words = wordsFor(guestLinkTexts, meeting, recipient);
  const links: MailBlock[] = [
    ...(guestsWait ? [{ kind: 'paragraph', text: words.guestsWait } as const] : []),
    { kind: 'action', label: words.change, url: manageUrl },
  ];
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
