import { isOtherPlan, type PaidFor, type PaidForChange } from '../../domain/billing/paid-for.ts';
import { PLANS } from '../../domain/billing/plans.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { composeMail } from './mail-parts.ts';
import { planChangeTexts } from './texts/plan-change.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface PlanChangeMail {
  /** The oldest first; at least one. */
  readonly changes: readonly PaidForChange[];
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly payerId: string;
  readonly to: string;
  /** Of the payer. */
  readonly timezone: string;
  readonly url: string;
  /** Default: English, as all mails to hosts. */
  readonly language?: Language;
}

/** Informs who pays that what they pay for was changed, or has ended. */
export function renderPlanChange(service: MailService, mail: PlanChangeMail): OutgoingMail {
  const { language = DEFAULT_LANGUAGE, changes, to, workspaceId } = mail;
  const texts = planChangeTexts[language];
  const workspace = singleLine(mail.workspaceName, NAME_CHARACTERS);
  const latest = changes.at(-1);
  const hasEnded = latest?.after === null;
  const subject = hasEnded ? texts.ended(workspace) : texts.subject(workspace);
  const lead = hasEnded ? texts.endedLead(workspace) : texts.lead(workspace);
  return composeMail(
    service,
    {
      // At most 80 characters: the ends of ids tell payers, workspaces and changes apart.
      key: `${workspaceId.slice(-12)}:change-${latest?.id.slice(-12)}-${mail.payerId.slice(-12)}`,
      ...{ workspaceId, to, replyTo: null, kind: 'billing', subject },
    },
    {
      language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        ...changes.map((change) => ({ kind: 'paragraph' as const, text: inWords(change, mail, language) })),
        ...(hasEnded ? [] : [{ kind: 'paragraph' as const, text: texts.check }]),
        { kind: 'action', label: texts.action, url: mail.url },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}

function inWords({ before, after }: PaidForChange, { timezone }: PlanChangeMail, language: Language): string {
  const texts = planChangeTexts[language];
  const words = ({ plan, members, interval }: PaidFor): string =>
    `${PLANS[plan].name}, ${texts.members(members)}, ${texts[interval]}`;
  if (after === null) return texts.was(words(before));
  const { endsWithPeriod, periodEndMs } = after;
  return [
    ...(isOtherPlan(before, after) ? [texts.from(words(before), words(after))] : []),
    ...(endsWithPeriod && !before.endsWithPeriod
      ? [texts.ends(instantInWords(periodEndMs, { timezone, language }))]
      : []),
    ...(before.endsWithPeriod && !endsWithPeriod ? [texts.goesOn] : []),
  ].join(' ');
}
