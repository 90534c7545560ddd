import {
  type FirstPaidFor,
  type FirstPurchase,
  isOtherPlan,
  type PaidFor,
  type PaidForChange,
} from '../../domain/billing/paid-for.ts';
import { PLANS } from '../../domain/billing/plans.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { planChangeTexts } from '../../texts/en/mails/billing.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { dayInWords, instantInWords, type Reader } from './times.ts';

const NAME_CHARACTERS = 80;

type Change = PaidForChange | FirstPurchase;

export interface PlanChangeMail {
  /** The oldest first; at least one. */
  readonly changes: readonly Change[];
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly payerId: string;
  readonly to: string;
  /** Of the payer. */
  readonly timezone: string;
  readonly url: string;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
}

/** Informs who pays what was bought, that what they pay for was changed, or that it has ended. */
export function renderPlanChange(service: MailService, mail: PlanChangeMail): OutgoingMail {
  const { language, region, changes, to, workspaceId, timezone } = mail;
  const texts = translated(planChangeTexts, language);
  const workspace = singleLine(mail.workspaceName, NAME_CHARACTERS);
  const reader = { timezone, language, region };
  const { subject, lead, check } = headOf(changes.at(-1), { workspace, reader });
  return composeMail(
    service,
    {
      // At most 80 characters: the ends of ids tell payers, workspaces and changes apart.
      key: `${workspaceId.slice(-12)}:change-${changes.at(-1)?.id.slice(-12)}-${mail.payerId.slice(-12)}`,
      ...{ workspaceId, to, replyTo: null, kind: 'billing', subject },
    },
    {
      language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        ...changes.map((change) => ({ kind: 'paragraph' as const, text: inWords(change, reader) })),
        ...(check === null ? [] : [{ kind: 'paragraph' as const, text: check }]),
        { kind: 'action', label: texts.action, url: mail.url },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}

interface Head {
  readonly subject: string;
  readonly lead: string;
  /** What to do if it is wrong. null: nothing. */
  readonly check: string | null;
}

/** The latest of several changes says how it stands. */
function headOf(
  latest: Change | undefined,
  { workspace, reader }: { readonly workspace: string; readonly reader: Reader },
): Head {
  const texts = translated(planChangeTexts, reader.language);
  const lead = texts.lead(workspace);
  if (latest?.after === null) return { subject: texts.ended(workspace), lead: texts.endedLead(workspace), check: null };
  if (latest?.before === null)
    return {
      subject: texts.bought(workspace, PLANS[latest.after.plan].name),
      ...{ lead: texts.boughtLead(workspace), check: texts.boughtCheck },
    };
  if (latest && endsNow(latest))
    return {
      subject: texts.endsSubject(workspace, dayInWords(latest.after?.periodEndMs ?? 0, reader)),
      ...{ lead: texts.endsLead(workspace), check: `${texts.keep} ${texts.who}` },
    };
  if (latest && goesOn(latest))
    return { subject: texts.goesOnSubject(workspace), lead, check: `${texts.endAgain} ${texts.who}` };
  return { subject: texts.subject(workspace), lead, check: `${texts.back} ${texts.who}` };
}

const endsNow = ({ before, after }: PaidForChange): boolean => after?.endsWithPeriod === true && !before.endsWithPeriod;
const goesOn = ({ before, after }: PaidForChange): boolean => after?.endsWithPeriod === false && before.endsWithPeriod;

function inWords(change: Change, reader: Reader): string {
  const texts = translated(planChangeTexts, reader.language);
  const words = ({ plan, members, interval }: PaidFor): string =>
    `${PLANS[plan].name}, ${texts.members(members)}, ${texts[interval]}`;
  if (change.before === null) return firstInWords(change.after, words(change.after), reader);
  if (change.after === null) return texts.was(words(change.before));
  return [
    ...(isOtherPlan(change.before, change.after) ? [texts.from(words(change.before), words(change.after))] : []),
    ...(endsNow(change) ? [texts.ends(instantInWords(change.after.periodEndMs, reader))] : []),
    ...(goesOn(change) ? [texts.goesOn] : []),
  ].join(' ');
}

function firstInWords({ total, currency, interval, periodEndMs }: FirstPaidFor, what: string, reader: Reader): string {
  const texts = translated(planChangeTexts, reader.language);
  const price = total === null ? [] : [texts.costs(amountOf(total, currency, reader), texts.every[interval])];
  return [`${what}.`, ...price, texts.renews(dayInWords(periodEndMs, reader))].join(' ');
}

function amountOf(total: number, currency: string, { language }: Reader): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(total / 10 ** maximumFractionDigits);
}
