import { WEBHOOK_MAILS_A_DAY, type WebhookNoticeKind } from '../../domain/access/new-access.ts';
import { linkless, spelledHost } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import type { AccessFacts } from '../../store/access/access-notices.ts';
import { newAccessTexts } from '../../texts/en/mails/accounts.ts';
import { webhookSetTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { MailBlock } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface WebhookSetMail extends AccessFacts {
  readonly kind: WebhookNoticeKind;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
  /** Where owners see and change it. */
  readonly webhooksUrl: string;
  /** The last such mail of the day. */
  readonly isLast: boolean;
}

/** People and agents name themselves: nothing in a name reads as a link (docs/decisions/mail.md#text-for-strangers). */
const nameIn = (text: string): string => singleLine(linkless(text), NAME_CHARACTERS);

/** To an owner: where the events of the workspace go since just now, and who did it. */
export function renderWebhookSet(service: MailService, mail: WebhookSetMail): OutgoingMail {
  const { language, region, timezone, webhooksUrl } = mail;
  const words = translated(webhookSetTexts, language);
  const labels = translated(newAccessTexts, language);
  const heading = words[mail.kind].title(spelledHost(mail.name));
  const lead = words[mail.kind].lead(nameIn(mail.workspaceName ?? service.name));
  const when = instantInWords(mail.createdAt.getTime(), { timezone, language, region });
  const rows = [
    { label: words.address, value: spelledHost(mail.name) },
    { label: labels.workspace, value: nameIn(mail.workspaceName ?? service.name) },
    { label: words.who, value: nameIn(mail.doneBy ?? words.unknown) },
    { label: words.with, value: mail.madeWith === null ? words.signedIn : nameIn(mail.madeWith) },
    { label: words.when, value: when },
  ];
  return composeMail(
    service,
    {
      ...{ key: `${mail.id}:new-access`, workspaceId: mail.workspaceId, to: mail.email, replyTo: null },
      ...{ kind: 'new_access', subject: heading },
    },
    {
      ...{ language, preview: lead, heading },
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows },
        { kind: 'paragraph', text: mail.madeWith === null ? words.effectSignedIn : words.effect },
        { kind: 'action', label: words.action, url: webhooksUrl },
        ...lastWords(mail),
      ],
      footer: words.footer(service.name),
    },
  );
}

function lastWords({ isLast, webhooksUrl, language }: WebhookSetMail): MailBlock[] {
  const link = { label: translated(webhookSetTexts, language).action, url: webhooksUrl };
  return isLast
    ? [{ kind: 'aside', text: translated(newAccessTexts, language).last(WEBHOOK_MAILS_A_DAY + 1), link }]
    : [];
}
