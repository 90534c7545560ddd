import { renderInvite } from '../../domain/booking/invite.ts';
import type { MeetingFacts, Recipient } from '../../domain/booking/meeting.ts';
import type { MailAttachment, MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { type FormerTime, formerTimeOf, namesOf, readerOf, shortStart, wordsFor } from './mail-parts.ts';
import { composeMeetingMail, guestLinks } from './meeting-mail.ts';
import { requestTexts } from './texts/request.ts';
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
  },
): OutgoingMail {
  const { meeting, recipient, decideUrl, expiresAtMs } = mail;
  const { event, host, guest } = namesOf(meeting, recipient);
  const { pending } = wordsFor(requestTexts, meeting, recipient);
  const start = shortStart(meeting, recipient);
  const toHost = recipient === 'host';
  const end = expiresAtMs === null ? null : instantInWords(expiresAtMs, readerOf(meeting, recipient));
  return composeMeetingMail(service, mail, {
    step: `pending-${meeting.sequence}`,
    kind: 'booking_pending',
    subject: toHost ? `Approve or decline: ${event} with ${guest}, ${start}` : pending.subject(event, host, start),
    heading: toHost ? hostHeadingOf(mail) : headingOf(mail, pending),
    lead: pendingLead(mail),
    details: mail,
    links: [
      toHost && decideUrl !== null && { kind: 'action', label: 'Approve or decline', url: decideUrl },
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
}

/** Calendars remove the meeting at its old time. The approval brings a new invite. */
function endedInvite(service: MailService, mail: PendingMail & { readonly nowMs: number }): MailAttachment[] {
  const { meeting, asksAgain = false } = mail;
  const former = formerTimeOf(meeting, mail);
  if (!asksAgain || !former) return [];
  const before = { ...meeting, ...former };
  return [renderInvite(service, { ...mail, meeting: before, manageUrl: null, method: 'CANCEL' })];
}

function pendingLead({ meeting, recipient, previousStartMs = null, asksAgain = false }: PendingMail): string {
  const { event, host, guest } = namesOf(meeting, recipient);
  const { pending } = wordsFor(requestTexts, meeting, recipient);
  const moved = previousStartMs !== null;
  if (recipient === 'host') {
    if (asksAgain)
      return `${guest} moved “${event}”, which you had approved, to a new time. Approve or decline the new time: it is held until you answer. The old time is free again.`;
    const asked = moved
      ? `The request of ${guest} for “${event}” has moved to a new time.`
      : `${guest} asks for “${event}”.`;
    return `${asked} The time is held until you answer.`;
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

function hostHeadingOf({ previousStartMs = null, asksAgain = false }: PendingMail): string {
  if (asksAgain) return 'A meeting that you approved has a new time';
  return previousStartMs === null ? 'A booking waits for your answer' : 'A request has a new time';
}

/** The host declined. */
export function renderDeclined(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
): OutgoingMail {
  const { event, guest } = namesOf(mail.meeting, mail.recipient);
  return renderRequestEnd(service, mail, 'declined', {
    subject: `Declined: ${event} with ${guest}`,
    heading: 'You declined a request',
    lead: `${guest} gets a mail. The time is free again.`,
  });
}

/** The host did not answer in time. */
export function renderExpired(
  service: MailService,
  mail: RequestMail & { readonly bookAgainUrl: string | null },
): OutgoingMail {
  const { event, guest } = namesOf(mail.meeting, mail.recipient);
  return renderRequestEnd(service, { ...mail, reason: null }, 'expired', {
    subject: `Not answered: ${event} with ${guest}`,
    heading: 'A request ended without an answer',
    lead: `The request of ${guest} for “${event}” was not answered in time. ${guest} gets a mail. The time is free again.`,
  });
}

interface EndWords {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
}

/** @param toHost without the time, which its subject ends with */
function renderRequestEnd(
  service: MailService,
  mail: RequestMail & { readonly reason: string | null; readonly bookAgainUrl: string | null },
  step: 'declined' | 'expired',
  toHost: EndWords,
): OutgoingMail {
  const { meeting, recipient, bookAgainUrl } = mail;
  const start = shortStart(meeting, recipient);
  const texts = wordsFor(requestTexts, meeting, recipient);
  const words = recipient === 'host' ? { ...toHost, subject: `${toHost.subject}, ${start}` } : toGuest(meeting, step);
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

function toGuest(meeting: MeetingFacts, step: 'declined' | 'expired'): EndWords {
  const { event, host } = namesOf(meeting, 'guest');
  const { subject, heading, lead } = wordsFor(requestTexts, meeting, 'guest')[step];
  return { subject: subject(event, host, shortStart(meeting, 'guest')), heading, lead: lead(event, host) };
}
