import type { MailService, OutgoingMail } from '../../domain/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface BookingCodeMail {
  /** the challenge's id, which is the booking's id to be */
  readonly challengeId: string;
  /** counts the codes of this challenge from 1: a new code is a new mail */
  readonly issue: number;
  readonly workspaceId: string | null;
  /** six digits */
  readonly code: string;
  readonly eventName: string;
  readonly hostName: string;
  readonly guestEmail: string;
  /** set when the code goes to an agent's inbox instead of the guest's */
  readonly agentEmail: string | null;
  readonly startMs: number | null;
  /** IANA zone */
  readonly guestTimezone: string | null;
  readonly expiresInMinutes: number;
}

/**
 * The six digits that prove an inbox. They open the subject too, so that a phone's notification is enough to type them.
 * Nothing in this mail was written by the person who asked for it, except the address: it goes to unproven inboxes, and
 * must not carry a stranger's words there.
 */
export function renderBookingCode(service: MailService, mail: BookingCodeMail): OutgoingMail {
  const { code, agentEmail, guestEmail, expiresInMinutes } = mail;
  const event = singleLine(mail.eventName, 80);
  const host = singleLine(mail.hostName, 80);
  const meeting = `“${event}” with ${host}`;
  const lead = agentEmail
    ? `Pass this code on to book ${meeting} for ${guestEmail}.`
    : `Enter this code, or give it to the agent that books for you, to book ${meeting}.`;
  return composeMail(
    service,
    {
      key: `${mail.challengeId}:code-${mail.issue}`,
      workspaceId: mail.workspaceId,
      to: agentEmail ?? guestEmail,
      replyTo: null,
      kind: 'booking_code',
      subject: `${code} is your code for ${event} with ${host}`,
    },
    {
      preview: `Works for ${expiresInMinutes} minutes, for this booking alone.`,
      heading: 'Your booking code',
      blocks: [
        { kind: 'paragraph', text: lead },
        ...askedTime(mail),
        { kind: 'code', code },
        { kind: 'aside', text: `The code works once, within ${expiresInMinutes} minutes, for this booking alone.` },
        ...(agentEmail ? [{ kind: 'aside' as const, text: 'The confirmation goes to the guest and names you.' }] : []),
      ],
      footer: `You did not ask for this? Then do nothing: without the code, nothing is booked. Sent by ${service.name}.`,
    },
  );
}

function askedTime({ startMs, guestTimezone }: BookingCodeMail): MailBlock[] {
  if (startMs === null) return [];
  return [{ kind: 'paragraph', text: `Asked for: ${instantInWords(startMs, guestTimezone ?? 'UTC')}.` }];
}
