import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { subscriptionTexts } from '../../texts/en/mails/billing.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface SubscriptionMail {
  readonly kind: 'past_due' | 'inactive';
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly planName: string;
  /** When nobody can book any more. */
  readonly locksAtMs: number;
  /** Another one for each missing payment: each is a new mail. */
  readonly incident: string;
  readonly payerId: string;
  readonly to: string;
  /** Of the payer. */
  readonly timezone: string;
  /** Where the payment is mended. */
  readonly url: string;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
}

/** Informs who pays that a payment is missing, or that nobody can book because of it. */
export function renderSubscription(service: MailService, mail: SubscriptionMail): OutgoingMail {
  const { language, region, timezone, kind, to, workspaceId, planName } = mail;
  const texts = translated(subscriptionTexts, language);
  const workspace = singleLine(mail.workspaceName, NAME_CHARACTERS);
  const isLocked = kind === 'inactive';
  const lead = isLocked ? texts.inactiveLead(workspace, planName) : texts.pastDueLead(workspace, planName);
  const subject = isLocked ? texts.inactive(workspace) : texts.pastDue(workspace);
  const effect = isLocked
    ? texts.inactiveEffect
    : texts.pastDueEffect(instantInWords(mail.locksAtMs, { timezone, language, region }));
  return composeMail(
    service,
    {
      // At most 80 characters: the ends of ids tell payers and workspaces apart.
      key: `${workspaceId.slice(-12)}:${kind}-${mail.incident}-${mail.payerId.slice(-12)}`,
      ...{ workspaceId, to, replyTo: null, kind: 'billing', subject },
    },
    {
      language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: effect },
        { kind: 'action', label: texts.action, url: mail.url },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}
