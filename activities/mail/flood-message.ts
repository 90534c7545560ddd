import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { floodTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';

const MOST_NAMED = 5;

export interface FloodMail {
  readonly floodId: string;
  readonly workspaceId: string;
  readonly hostEmail: string;
  readonly language: Language;
  /** Domains, and whole inboxes at mail providers. */
  readonly mailDomains: readonly string[];
}

/** Informs a host that one origin has reached its cap of upcoming bookings, and how to cancel them in one call. */
export function renderFlood(
  service: MailService,
  { floodId, workspaceId, hostEmail, language, mailDomains }: FloodMail,
): OutgoingMail {
  const texts = translated(floodTexts, language);
  const named = mailDomains.slice(0, MOST_NAMED).map(linkless).join(', ');
  const origin = named === '' ? texts.oneNetwork : texts.addressesOf(named);
  const lead = texts.lead(origin, service.name);
  return composeMail(
    service,
    {
      key: `${floodId}:flood`,
      workspaceId,
      to: hostEmail,
      replyTo: null,
      kind: 'booking_flood',
      subject: texts.subject,
    },
    {
      language,
      preview: lead,
      heading: texts.subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.unwanted },
        { kind: 'paragraph', text: texts.wanted },
      ],
      footer: texts.footer(service.name),
    },
  );
}
