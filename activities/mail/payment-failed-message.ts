import { PACKS } from '../../domain/billing/packs.ts';
import { PLANS } from '../../domain/billing/plans.ts';
import type { Purchase } from '../../domain/billing/prices.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { paymentFailedTexts } from '../../texts/en/mails/billing.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';

const NAME_CHARACTERS = 80;

export interface PaymentFailedMail {
  readonly intentId: string;
  readonly purchase: Purchase;
  /** Members of a plan. */
  readonly quantity: number;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** That the workspace keeps. */
  readonly planName: string;
  readonly payerId: string;
  readonly to: string;
  /** Where it can be chosen again. */
  readonly url: string;
  readonly language: Language;
}

/** Informs who pays that a payment which takes days did not come: nothing was bought. */
export function renderPaymentFailed(service: MailService, mail: PaymentFailedMail): OutgoingMail {
  const { language, purchase, to, workspaceId, planName } = mail;
  const texts = translated(paymentFailedTexts, language);
  const workspace = singleLine(mail.workspaceName, NAME_CHARACTERS);
  const subject = texts.subject(workspace);
  const lead = texts.lead(inWords(mail, language), workspace);
  const effect = purchase.kind === 'plan' ? texts.effect(planName) : texts.packEffect;
  return composeMail(
    service,
    {
      // At most 80 characters: the ends of ids tell payers, workspaces and checkouts apart.
      key: `${workspaceId.slice(-12)}:unpaid-${mail.intentId.slice(-12)}-${mail.payerId.slice(-12)}`,
      ...{ workspaceId, to, replyTo: null, kind: 'billing', subject },
    },
    {
      language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: effect },
        { kind: 'paragraph', text: texts.again },
        { kind: 'action', label: texts.action, url: mail.url },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}

function inWords({ purchase, quantity }: PaymentFailedMail, language: Language): string {
  const texts = translated(paymentFailedTexts, language);
  if (purchase.kind === 'pack') return texts.credits(PACKS[purchase.packId].credits);
  return `${PLANS[purchase.plan].name}, ${texts.members(quantity)}`;
}
