import type { NoticeText } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { FEATURE_WORDS, noticeOf } from '../../parts/words.ts';

/** Refusals that the payment provider's page mends. */
const AT_THE_PORTAL: readonly string[] = ['subscription_ends', 'payment_missing', 'pack_runs'];

export const isMendedAtPortal = ({ reason }: CallError): boolean => AT_THE_PORTAL.includes(reason);

const WORDS: Readonly<Record<string, string>> = {
  subscription_ends:
    'The subscription is canceled and ends with its period. Take the cancellation back first, under “Card and invoices”.',
  payment_missing: 'A payment is missing. Pay it first, under “Card and invoices”; then the plan can change.',
  pack_runs:
    'These credits are paid each month already, and would be charged twice. Choose others, or end these first under “Card and invoices”.',
  nothing_to_change: 'This is what you pay for already. Choose another plan, interval or number of members.',
  special_plan:
    'The price of this workspace was agreed with the people who run this service, and a plan would be charged beside it. Ask them to change it.',
  paid_already: 'A plan is paid already, and we have just learned of it. Load this page again to see it.',
  checkout_completed: 'This was paid meanwhile. Load this page again to see it.',
  checkout_replaced: 'Somebody chose something else meanwhile. Start again if you want this.',
  payment_under_way: 'This is paid, and the money is on its way at the bank. The plan changes when it arrives.',
  payments_not_configured: 'Nothing can be bought here: this service has no payment provider.',
};

/** Why nothing can be bought, in words for people: the API names tools for agents. */
export function refusalOf(error: CallError): NoticeText {
  const known = error.reason === 'over_cap' ? overWords(error.details.over) : WORDS[error.reason];
  if (known !== undefined) return { tone: 'warning', title: 'Not yet', text: known };
  if (error.details.dependency === 'payment') {
    const text = 'The payment provider does not answer. Nothing was charged. Try again in a moment.';
    return { tone: 'warning', title: 'That did not work', text };
  }
  return noticeOf(error);
}

type Over = readonly { readonly feature: keyof typeof FEATURE_WORDS; readonly used: number; readonly cap: number }[];

function overWords(over: unknown): string {
  const all = (Array.isArray(over) ? over : []) as Over;
  const list = all.map(
    ({ feature, used, cap }) => `${used} ${FEATURE_WORDS[feature].many} are there, it has room for ${cap}`,
  );
  return `The plan is too small: ${list.join('; ')}. Choose a larger one, or more members, or remove what is too much.`;
}
