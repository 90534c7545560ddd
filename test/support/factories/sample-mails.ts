import { type CanceledBy, renderCanceled } from '../../../activities/mail/cancel-message.ts';
import { type BookingCodeMail, renderBookingCode } from '../../../activities/mail/code-message.ts';
import { renderConfirmation } from '../../../activities/mail/confirmation-message.ts';
import { renderDeclined, renderExpired, renderPending } from '../../../activities/mail/request-messages.ts';
import { renderRescheduled } from '../../../activities/mail/reschedule-message.ts';
import type { MeetingFacts, Recipient } from '../../../domain/booking/meeting.ts';
import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from './meeting-facts.ts';

/** The time at which all of these are rendered. */
export const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);
/** The guest's extra guest. */
export const KIM: Recipient = { extraGuest: 'kim@guest.example' };
/** The lines of the text part. */
export const lines = (mail: OutgoingMail) => mail.text.split('\n');
/** The visible text of the HTML part: no tags, no styles, entities decoded. */
export const seen = (mail: OutgoingMail) =>
  mail.html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** By default to the guest. Only the guest gets the manage link. */
export function confirmation(facts: Partial<MeetingFacts> = {}, recipient: Recipient = 'guest') {
  const manageUrl = recipient === 'guest' ? MANAGE_URL : null;
  return renderConfirmation(SERVICE, { meeting: meetingFacts(facts), recipient, manageUrl, nowMs: NOW_MS });
}

/** The mail with a booking code, in English. */
export function code(mail: Partial<BookingCodeMail> = {}) {
  return renderBookingCode(SERVICE, {
    challengeId: '01949d3e-0000-7000-8000-000000000001',
    issue: 1,
    workspaceId: null,
    code: '048291',
    eventName: 'Intro call',
    hostName: 'Ada Lovelace',
    guestEmail: 'sam@guest.example',
    agentEmail: null,
    startMs: meetingFacts().startMs,
    guestTimezone: 'America/New_York',
    expiresInMinutes: 10,
    language: 'en',
    ...mail,
  });
}

/** The mail about a meeting that the guest moved from the day before. */
export function moved(recipient: Recipient, sequence: number, guests: string[] = []) {
  return renderRescheduled(SERVICE, {
    meeting: meetingFacts({ sequence, guests }),
    recipient,
    manageUrl: MANAGE_URL,
    nowMs: NOW_MS,
    previousStartMs: Date.UTC(2026, 10, 30, 14, 0),
    by: 'guest',
  });
}

/** The mail about a canceled meeting, with a reason of two lines. */
export function canceled({
  recipient = 'guest',
  by = 'host',
  guests = [],
  wasPending = false,
  inCalendar = false,
}: {
  recipient?: Recipient;
  by?: CanceledBy;
  guests?: string[];
  wasPending?: boolean;
  inCalendar?: boolean;
} = {}) {
  return renderCanceled(SERVICE, {
    meeting: meetingFacts({ sequence: 1, guests }),
    recipient,
    inCalendar,
    nowMs: NOW_MS,
    by,
    reason: 'Travelling\r\nthat week',
    wasPending,
    bookAgainUrl: 'https://book.holdfast.example/acme/ada/intro-30',
  });
}

/** Pending, declined and expired: the guest’s three mails, then the host’s. */
export function pendingMails() {
  const meeting = meetingFacts();
  const links = { manageUrl: MANAGE_URL, decideUrl: 'https://app.holdfast.example/decide/tok', expiresAtMs: null };
  return (['guest', 'host'] as const).flatMap((recipient) => [
    renderPending(SERVICE, { meeting, recipient, ...links, nowMs: NOW_MS, expiresAtMs: Date.UTC(2026, 11, 1, 13, 0) }),
    renderDeclined(SERVICE, { meeting, recipient, reason: null, bookAgainUrl: null }),
    renderExpired(SERVICE, { meeting, recipient, bookAgainUrl: null }),
  ]);
}
