import type { MeetingFacts, Recipient } from '../../domain/booking/meeting.ts';
import type { HostEventState } from '../../domain/calendars/event-work.ts';
import type { MailAttachment, MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { requestTexts } from '../../texts/en/mails/meetings.ts';
import { type FormerTime, formerTimeOf, namesOf, readerOf, shortStart, wordsFor } from './mail-parts.ts';
import { composeMeetingMail, guestLinks, inviteFor } from './meeting-mail.ts';
import { instantInWords } from './times.ts';

/** A booking that waits for the host's approval. Extra guests get a mail once it is confirmed. */
export interface RequestMail {
  readonly meeting: MeetingFacts;
  readonly recipient: 'guest' | 'host';
}

/**
 * Asks the host to approve or decline; says to the guest that the request waits. No invite yet. If an approved meeting asks again,
 * further guests get it too, and all get the end of the invite that they have.
 */
export function renderPending(
  service: MailService,
  mail: PendingMail & {
    /** `{public_url}/manage/{token}`, for the guest */
    readonly manageUrl: string | null;
    /** `{app_url}/decide/{token}`, for the host */
    readonly decideUrl: string | null;
    /** when an unanswered request ends; null: not mentioned */
    readonly expiresAtMs: number | null;
    readonly nowMs: number;
    /** the host's word about a move; extra guests do not see it */
    readonly reason?: string | null;
  },
): OutgoingMail {
  const { meeting, recipient, decideUrl, expiresAtMs } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const { pending, toHost: words } = wordsFor(requestTexts, meeting, recipient);
  const start = shortStart(meeting, recipient);
  const toHost = recipient === 'host';
  const end = expiresAtMs === null ? null : instantInWords(expiresAtMs, readerOf(meeting, recipient));
  return composeMeetingMail(service, mail, {
    step: `pending-${meeting.sequence}`,
    kind: 'booking_pending',
    subject: toHost ? words.subject(event, guest, start) : pending.subject(event, host, start),
    heading: toHost ? hostHeadingOf(mail, words) : headingOf(mail, pending),
    lead: pendingLead(mail),
    details: { ...mail, reason: typeof recipient === 'string' ? (mail.reason ?? null) : null },
    links: [
      toHost && decideUrl !== null && { kind: 'action', label: words.action, url: decideUrl },
      end !== null && { kind: 'aside', text: pending.ends(end) },
      ...guestLinks(mail),
    ],
    attachments: endedInvite(service, mail),
  });
}

interface PendingMail extends FormerTime {
  readonly meeting: MeetingFacts;
  readonly recipient: Recipient;
  /** it was approved at `previousStartMs` */
  readonly asksAgain?: boolean;
  /** of the host who reads the mail */
  readonly hostCalendar?: HostEventState | undefined;
}

/** Calendars remove the meeting at its old time. The approval brings a new invite. */
function endedInvite(service: MailService, mail: PendingMail & { readonly nowMs: number }): MailAttachment[] {
  const { meeting, asksAgain = false } = mail;
  const former = formerTimeOf(meeting, mail);
  if (!asksAgain || !former) return [];
  const before = { ...meeting, ...former };
  return inviteFor(service, { ...mail, meeting: before, manageUrl: null, method: 'CANCEL' });
}

function pendingLead({ meeting, recipient, previousStartMs = null, asksAgain = false }: PendingMail): string {
  const { event, host, guest } = namesOf(meeting, recipient);
  const { pending, toHost } = wordsFor(requestTexts, meeting, recipient);
  const moved = previousStartMs !== null;
  if (recipient === 'host') {
    if (asksAgain) return toHost.leadAgain(event, guest);
    return (moved ? toHost.leadMoved : toHost.lead)(event, guest);
  }
  if (typeof recipient !== 'string') return pending.leadToInvited(event, host, guest);
  if (asksAgain) return pending.leadAgain(event, host);
  if (moved) return pending.leadMoved(event, host);
  return meeting.agentEmail ? pending.leadByAgent(event, host, meeting.agentEmail) : pending.lead(event, host);
}

const headingOf = (
  { recipient, asksAgain = false }: PendingMail,
  words: { readonly heading: string; readonly headingAgain: string },
): string => (asksAgain || typeof recipient !== 'string' ? words.headingAgain : words.heading);

function hostHeadingOf(
  { previousStartMs = null, asksAgain = false }: PendingMail,
  words: { readonly heading: string; readonly headingMoved: string; readonly headingAgain: string },
): string {
  if (asksAgain) return words.headingAgain;
  return previousStartMs === null ? words.heading : words.headingMoved;
}

/** The host declined. */
export function renderDeclined(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
): OutgoingMail {
  return renderRequestEnd(service, mail, 'declined');
}

/** The host did not answer in time. */
export function renderExpired(
  service: MailService,
  mail: RequestMail & { readonly bookAgainUrl: string | null },
): OutgoingMail {
  return renderRequestEnd(service, { ...mail, reason: null }, 'expired');
}

interface EndTexts {
  readonly subject: (event: string, other: string, start: string) => string;
  readonly heading: string;
  readonly lead: (event: string, other: string) => string;
}

function renderRequestEnd(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
  step: 'declined' | 'expired',
): OutgoingMail {
  const { meeting, recipient, bookAgainUrl } = mail;
  const texts = wordsFor(requestTexts, meeting, recipient);
  const words = endWords(meeting, recipient, (recipient === 'host' ? texts.toHost : texts)[step]);
  const again = recipient === 'guest' && bookAgainUrl !== null;
  return composeMeetingMail(service, mail, {
    step,
    kind: 'booking_canceled',
    ...words,
    preview: words.lead,
    details: mail,
    links: [again && { kind: 'action', label: texts.again, url: bookAgainUrl }],
  });
}

/** With the name of the other side. */
function endWords(meeting: MeetingFacts, recipient: 'guest' | 'host', { subject, heading, lead }: EndTexts) {
  const { event, host, guest } = namesOf(meeting, recipient);
  const other = recipient === 'host' ? guest : host;
  return { subject: subject(event, other, shortStart(meeting, recipient)), heading, lead: lead(event, other) };
}
