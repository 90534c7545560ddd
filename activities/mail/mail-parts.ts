import { hostNames, languageFor, type MeetingFacts, type Recipient, regionFor } from '../../domain/booking/meeting.ts';
import { meetingPlace, pendingJoinDetails, placeFor } from '../../domain/booking/meeting-place.ts';
import type { MailKind, MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { headerLine, plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { detailTexts } from '../../texts/en/mails/meetings.ts';
import { translated } from '../../texts/translated.ts';
import { type DetailRow, type MailContent, toText } from './content.ts';
import { toHtml } from './layout.tsx';
import { meetingTime, type Reader, shortInstant } from './times.ts';

const SUBJECT_CHARACTERS = 150;
const NAME_CHARACTERS = 80;

export interface MailEnvelope {
  readonly key: string;
  readonly workspaceId: string | null;
  readonly to: string;
  readonly replyTo: string | null;
  readonly kind: MailKind;
  readonly subject: string;
  readonly attachments?: OutgoingMail['attachments'];
  /** Where the recipient stops mails of this kind alone; its words are the content's `refusal`. Default: the service's. */
  readonly stopUrl?: string;
}

/** Joins envelope and content. The subject is always one line of limited length, which reads as it is written. */
export function composeMail(service: MailService, envelope: MailEnvelope, content: MailContent): OutgoingMail {
  const { stopUrl, ...outer } = envelope;
  const refuseUrl = stopUrl ?? service.refuseUrl ?? null;
  const whole =
    refuseUrl === null || stopUrl !== undefined
      ? content
      : { ...content, refusal: { label: translated(detailTexts, content.language).unsubscribe, url: refuseUrl } };
  return {
    ...outer,
    refuseUrl,
    to: headerAddress(envelope.to),
    replyTo: envelope.replyTo === null ? null : headerAddress(envelope.replyTo),
    from: `${service.name} <${service.fromEmail}>`,
    subject: headerLine(envelope.subject, SUBJECT_CHARACTERS),
    text: toText(whole),
    html: toHtml(whole),
    attachments: envelope.attachments ?? [],
  };
}

/** A local part in quotes, such as `"john doe"@`: it may hold spaces, and none of the characters that separate addresses (docs/decisions/mail.md#addresses). */
const QUOTED_LOCAL_PART = /^"[\w!#$%&'*+/=?^`{|}~. -]+"(?=@)/;

/** Addresses are checked at the edge. This blocks what could add a header or a recipient. */
function headerAddress(address: string): string {
  if (/[\s,;<>"\p{Cc}]/u.test(address.replace(QUOTED_LOCAL_PART, '')))
    throw new Error('A mail address holds a character that no mail header may carry.');
  return address;
}

/** `{booking}:{step}:{recipient}`, the key under which a mail about a meeting leaves once. */
export function meetingMailKey(meeting: MeetingFacts, step: string, recipient: Recipient): string {
  const who = typeof recipient === 'string' ? recipient : `extra-${meeting.guests.indexOf(recipient.extraGuest)}`;
  return `${meeting.bookingId}:${step}:${who}`;
}

/** Recipient and reply address of a mail about a meeting. */
export function meetingAddresses(meeting: MeetingFacts, recipient: Recipient): { to: string; replyTo: string } {
  if (recipient === 'host') return { to: meeting.hostEmail, replyTo: meeting.guestEmail };
  return { to: recipient === 'guest' ? meeting.guestEmail : recipient.extraGuest, replyTo: meeting.hostEmail };
}

/** Names for a mail: one line, limited length; the guest's only if it reads like a name, else the address, which further guests never see. */
export function namesOf(meeting: MeetingFacts, recipient: Recipient) {
  return {
    event: singleLine(meeting.eventName, NAME_CHARACTERS),
    host: singleLine(hostNames(meeting, languageFor(meeting, recipient)), NAME_CHARACTERS),
    workspace: singleLine(meeting.workspaceName, NAME_CHARACTERS),
    guest: plausibleName(meeting.guestName) ?? fallbackName(meeting, recipient),
  };
}

const fallbackName = (meeting: MeetingFacts, recipient: Recipient): string =>
  typeof recipient === 'string' ? meeting.guestEmail : wordsFor(detailTexts, meeting, recipient).somebody;

/** Texts in the recipient's language. */
export const wordsFor = <T>(text: T, meeting: MeetingFacts, recipient: Recipient): T =>
  translated(text, languageFor(meeting, recipient));

/** A recipient's zone and language. An extra guest's zone is unknown; use the guest's. */
export const readerOf = (meeting: MeetingFacts, recipient: Recipient): Reader => ({
  timezone: recipient === 'host' ? meeting.hostTimezone : meeting.guestTimezone,
  language: languageFor(meeting, recipient),
  region: regionFor(meeting, recipient),
});

export function shortStart(meeting: MeetingFacts, recipient: Recipient): string {
  return shortInstant(meeting.startMs, readerOf(meeting, recipient));
}

/** When a meeting was before a move. */
export interface FormerTime {
  /** null: it was not moved */
  readonly previousStartMs?: number | null;
  /** Default: it was as long as it is now. */
  readonly previousEndMs?: number | null;
}

/** Start and end before a move; null: it was not moved. */
export function formerTimeOf(
  { startMs, endMs }: MeetingFacts,
  { previousStartMs = null, previousEndMs = null }: FormerTime,
): Interval | null {
  if (previousStartMs === null) return null;
  return { startMs: previousStartMs, endMs: previousEndMs ?? previousStartMs + endMs - startMs };
}

/** The panel in every mail about a meeting: when, where, with whom. Only hosts see form answers. */
export function meetingDetails(
  meeting: MeetingFacts,
  recipient: Recipient,
  changes: FormerTime & {
    readonly reason?: string | null;
    /** the meeting takes place: say so if its join details are missing */
    readonly takesPlace?: boolean;
  } = {},
): DetailRow[] {
  const words = wordsFor(detailTexts, meeting, recipient);
  const reader = readerOf(meeting, recipient);
  const time = meetingTime(meeting.startMs, meeting.endMs, reader);
  const rows: DetailRow[] = [{ label: words.when, value: time.day, ending: time.hours, note: time.zone }];
  const former = formerTimeOf(meeting, changes);
  if (former) {
    const previous = meetingTime(former.startMs, former.endMs, reader);
    rows.push({ label: words.before, value: previous.day, ending: previous.hours, former: true });
  }
  rows.push(placeRow(meeting, recipient, changes.takesPlace ?? false), ...peopleRows(meeting, recipient));
  if (changes.reason) rows.push({ label: words.reason, value: singleLine(changes.reason, 500) });
  if (recipient === 'host') rows.push(...meeting.answers.map(answerRow));
  return rows;
}

/** Where a meeting is, and the link to join it. @param takesPlace say so if join details are missing */
export function placeRow(meeting: MeetingFacts, recipient: Recipient, takesPlace: boolean): DetailRow {
  const texts = wordsFor(detailTexts, meeting, recipient);
  const language = languageFor(meeting, recipient);
  const { words, link } =
    takesPlace && typeof recipient === 'string'
      ? placeFor(recipient, meeting, language)
      : meetingPlace(meeting, language);
  const missing = takesPlace ? pendingJoinDetails(meeting) : null;
  return {
    label: texts.where,
    value: words,
    ...(link === null ? {} : { url: link }),
    ...(missing === null ? {} : { note: (recipient === 'host' ? texts.missingForHost : texts.missing)[missing] }),
  };
}

function answerRow({ label, display }: { label: string; display: string }): DetailRow {
  return { label: singleLine(label, 120), value: singleLine(display, 1000) };
}

function peopleRows(meeting: MeetingFacts, recipient: Recipient): DetailRow[] {
  const { host, workspace, guest } = namesOf(meeting, recipient);
  const words = wordsFor(detailTexts, meeting, recipient);
  const rows: DetailRow[] = [];
  if (recipient === 'host') {
    const name = meeting.guestName === null ? '' : singleLine(meeting.guestName, 120);
    rows.push({ label: words.guest, value: name === '' ? meeting.guestEmail : `${name} (${meeting.guestEmail})` });
    const others = meeting.otherHosts.map((other) => singleLine(other.name, NAME_CHARACTERS));
    if (others.length > 0) rows.push({ label: words.alsoHosting, value: others.join(', ') });
  } else {
    rows.push({ label: words.with, value: host === workspace ? host : `${host}, ${workspace}` });
  }
  if (typeof recipient !== 'string') rows.push({ label: words.invitedBy, value: guest });
  else if (meeting.guests.length > 0) rows.push({ label: words.alsoInvited, value: meeting.guests.join(', ') });
  if (meeting.agentEmail !== null && typeof recipient === 'string') {
    rows.push({ label: words.bookedBy, value: words.agent(meeting.agentEmail) });
  }
  return rows;
}

/** The last line of a mail about a meeting: why it came. */
export function meetingFooter(service: MailService, meeting: MeetingFacts, recipient: Recipient): string {
  const { event, workspace, guest } = namesOf(meeting, recipient);
  const words = wordsFor(detailTexts, meeting, recipient);
  if (recipient === 'host') return words.footerToHost(service.name, event);
  return recipient === 'guest'
    ? words.footer(service.name, workspace)
    : words.footerToInvited(service.name, workspace, guest);
}
