import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { powerWords, rolePowers } from '../../texts/en/access.ts';
import { claimTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface ClaimMail {
  readonly id: string;
  readonly agentEmail: string;
  readonly operatorEmail: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly language: Language;
  /** `{app_url}/claim/{token}` */
  readonly url: string;
}

const LONGEST_ADDRESS = 254;

/** Asks an operator about an agent. A stranger may have typed the address, so names appear only if they read like names. */
export function renderClaim(service: MailService, mail: ClaimMail): OutgoingMail {
  const { language } = mail;
  const { native: texts } = translated(claimTexts, language);
  const inWords = (instant: Date) => instantInWords(instant.getTime(), { timezone: 'UTC', language });
  const agent = plausibleName(mail.agentName);
  const app = plausibleName(mail.clientName);
  const inbox = singleLine(mail.agentEmail, LONGEST_ADDRESS);
  const who = texts.who(agent);
  const lead = texts.lead(who, inbox, service.name, app);
  return composeMail(
    service,
    {
      key: `${mail.id}:claim`,
      workspaceId: null,
      to: mail.operatorEmail,
      replyTo: null,
      kind: 'claim',
      subject: texts.subject(service.name),
    },
    {
      language,
      preview: texts.preview(inbox),
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.asked(inWords(mail.createdAt), singleLine(mail.clientIp, 60)) },
        {
          kind: 'paragraph',
          text: texts.effect(
            translated(rolePowers, language).manager.join('; '),
            translated(powerWords, language).seatLimits,
            service.name,
          ),
        },
        { kind: 'action', label: texts.action, url: mail.url },
        { kind: 'aside', text: texts.limits(inWords(mail.expiresAt)) },
      ],
      footer: texts.footer(service.name),
    },
  );
}
