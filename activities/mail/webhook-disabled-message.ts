import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { WhyDisabled } from '../../domain/webhooks/delivery.ts';
import { webhookDisabledTexts } from '../../texts/en/mails/workspaces.ts';
import { translated } from '../../texts/translated.ts';
import { type AccountMail, composeAccountMail } from './account-messages.ts';

const HOST_CHARACTERS = 80;

export interface WebhookDisabledMail extends AccountMail {
  /** Of the receiver: the rest of its address may hold secrets. */
  readonly host: string;
  readonly reason: WhyDisabled;
  readonly appUrl: string;
}

/** To whoever made the webhook, else to an owner. */
export function renderWebhookDisabled(service: MailService, mail: WebhookDisabledMail): OutgoingMail {
  const texts = translated(webhookDisabledTexts, mail.reader.language);
  const host = singleLine(mail.host, HOST_CHARACTERS);
  return composeAccountMail(service, mail, 'webhook-disabled', {
    subject: texts.subject(host),
    preview: texts.preview,
    heading: texts.subject(host),
    blocks: [
      { kind: 'paragraph', text: texts[mail.reason](host) },
      { kind: 'paragraph', text: texts.effect },
      { kind: 'action', label: texts.action, url: `${mail.appUrl}/settings/webhooks` },
    ],
    footer: texts.footer(service.name),
  });
}
