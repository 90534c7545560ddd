import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { codeTexts } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface BookingCodeMail {
  /** the challenge's id; the booking will have the same */
  readonly challengeId: string;
  /** number of this code in the challenge, from 1: each code is a new mail */
  readonly issue: number;
  readonly workspaceId: string | null;
  /** six digits */
  readonly code: string;
  readonly eventName: string;
  readonly hostName: string;
  readonly guestEmail: string;
  /** set if the code goes to an agent's inbox instead of the guest's */
  readonly agentEmail: string | null;
  readonly startMs: number | null;
  /** IANA zone */
  readonly guestTimezone: string | null;
  readonly expiresInMinutes: number;
  /** language of the code request */
  readonly language: Language;
  readonly region?: string | null;
}

/**
 * The six digits that prove an inbox. The subject starts with them, so that a phone's notification shows them.
 * Except for the address, nothing in this mail comes from the person who asked for it: the inbox is unproven, and
 * the mail must not carry a stranger's text. The host's words hold no link (docs/decisions/mail.md#text-for-strangers).
 */
export function renderBookingCode(service: MailService, mail: BookingCodeMail): OutgoingMail {
  const { code, agentEmail, guestEmail, expiresInMinutes, language } = mail;
  const words = translated(codeTexts, language);
  const event = singleLine(linkless(mail.eventName), 80);
  const host = singleLine(linkless(mail.hostName), 80);
  const lead = agentEmail ? words.passOn(event, host, guestEmail) : words.enter(event, host);
  return composeMail(
    service,
    {
      key: `${mail.challengeId}:code-${mail.issue}`,
      workspaceId: mail.workspaceId,
      to: agentEmail ?? guestEmail,
      replyTo: null,
      kind: 'booking_code',
      subject: words.subject(code, event, host),
    },
    {
      language,
      preview: words.preview(expiresInMinutes),
      heading: words.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        ...askedTime(mail),
        { kind: 'code', code },
        { kind: 'aside', text: words.limits(expiresInMinutes) },
        ...(agentEmail ? [{ kind: 'aside' as const, text: words.namesYou }] : []),
      ],
      footer: words.footer(service.name),
    },
  );
}

function askedTime({ startMs, guestTimezone, language, region = null }: BookingCodeMail): MailBlock[] {
  if (startMs === null) return [];
  const when = instantInWords(startMs, { timezone: guestTimezone ?? 'UTC', language, region });
  return [{ kind: 'paragraph', text: translated(codeTexts, language).askedFor(when) }];
}
