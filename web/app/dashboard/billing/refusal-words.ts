import { refusalWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { FEATURE_WORDS } from '../../../../texts/en/dashboard/parts.ts';
import type { NoticeText } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { noticeOf } from '../../parts/words.ts';

/** Refusals that the payment provider's page mends. */
const AT_THE_PORTAL: readonly string[] = ['subscription_ends', 'payment_missing', 'pack_runs'];

export const isMendedAtPortal = ({ reason }: CallError): boolean => AT_THE_PORTAL.includes(reason);

const WORDS: Readonly<Record<string, string>> = {
  subscription_ends: say.ends,
  payment_missing: say.missing,
  pack_runs: say.runs,
  nothing_to_change: say.same,
  special_plan: say.special,
  paid_already: say.paid,
  checkout_completed: say.done,
  checkout_replaced: say.replaced,
  payment_under_way: say.underWay,
  payments_not_configured: say.off,
};

/** Why nothing can be bought, in words for people: the API names tools for agents. */
export function refusalOf(error: CallError): NoticeText {
  const known = error.reason === 'over_cap' ? overWords(error.details.over) : WORDS[error.reason];
  if (known !== undefined) return { tone: 'warning', title: say.notYet, text: known };
  if (error.details.dependency === 'payment') {
    const text = say.away;
    return { tone: 'warning', title: say.failed, text };
  }
  return noticeOf(error);
}

type Over = readonly { readonly feature: keyof typeof FEATURE_WORDS; readonly used: number; readonly cap: number }[];

function overWords(over: unknown): string {
  const all = (Array.isArray(over) ? over : []) as Over;
  const list = all.map(({ feature, used, cap }) => say.over(used, FEATURE_WORDS[feature].many, cap));
  return say.small(list.join('; '));
}
