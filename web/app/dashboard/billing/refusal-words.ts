import type { NoticeText } from '../../../parts/notice.tsx';
import type { CallError } from '../../data/call.ts';
import { pageWords } from '../../parts/page-words.ts';
import { FEATURE_WORDS, noticeOf } from '../../parts/words.ts';

const say = pageWords(
  {
    ends: 'The subscription is canceled and ends with its period. Take the cancellation back first, under “Card and invoices”.',
    missing: 'A payment is missing. Pay it first, under “Card and invoices”; then the plan can change.',
    runs: 'These credits are paid each month already, and would be charged twice. Choose others, or end these first under “Card and invoices”.',
    same: 'This is what you pay for already. Choose another plan, interval or number of members.',
    special:
      'The price of this workspace was agreed with the people who run this service, and a plan would be charged beside it. Ask them to change it.',
    paid: 'A plan is paid already, and we have just learned of it. Load this page again to see it.',
    done: 'This was paid meanwhile. Load this page again to see it.',
    replaced: 'Somebody chose something else meanwhile. Start again if you want this.',
    underWay: 'This is paid, and the money is on its way at the bank. The plan changes when it arrives.',
    off: 'Nothing can be bought here: this service has no payment provider.',
    notYet: 'Not yet',
    away: 'The payment provider does not answer. Nothing was charged. Try again in a moment.',
    failed: 'That did not work',
    over: (used: number, many: string, cap: number) => `${used} ${many} are there, it has room for ${cap}`,
    small: (list: string) =>
      `The plan is too small: ${list}. Choose a larger one, or more members, or remove what is too much.`,
  },
  {
    ends: 'Das Abo ist gekündigt und endet mit seinem Zeitraum. Nehmen Sie erst die Kündigung zurück, unter „Karte und Rechnungen“.',
    missing:
      'Eine Zahlung fehlt. Bezahlen Sie sie erst, unter „Karte und Rechnungen“; dann lässt sich der Tarif ändern.',
    runs: 'Dieses Guthaben wird schon jeden Monat bezahlt und würde doppelt berechnet. Wählen Sie anderes, oder beenden Sie dieses erst unter „Karte und Rechnungen“.',
    same: 'Das bezahlen Sie schon. Wählen Sie einen anderen Tarif, Zeitraum oder eine andere Zahl von Mitgliedern.',
    special:
      'Der Preis dieses Arbeitsbereichs ist mit den Betreibern dieses Dienstes vereinbart, und ein Tarif käme dazu. Bitten Sie sie, ihn zu ändern.',
    paid: 'Ein Tarif ist schon bezahlt, wir haben es gerade erfahren. Laden Sie diese Seite neu, um ihn zu sehen.',
    done: 'Das wurde inzwischen bezahlt. Laden Sie diese Seite neu, um es zu sehen.',
    replaced: 'Jemand hat inzwischen etwas anderes gewählt. Beginnen Sie neu, wenn Sie dies möchten.',
    underWay: 'Das ist bezahlt, und das Geld ist bei der Bank unterwegs. Der Tarif ändert sich, wenn es ankommt.',
    off: 'Hier lässt sich nichts kaufen: Dieser Dienst hat keinen Zahlungsanbieter.',
    notYet: 'Noch nicht',
    away: 'Der Zahlungsanbieter antwortet nicht. Nichts wurde berechnet. Versuchen Sie es gleich noch einmal.',
    failed: 'Das hat nicht geklappt',
    over: (used: number, many: string, cap: number) => `${used} ${many} sind da, Platz hat er für ${cap}`,
    small: (list: string) =>
      `Der Tarif ist zu klein: ${list}. Wählen Sie einen größeren oder mehr Mitglieder, oder entfernen Sie, was zu viel ist.`,
  },
);

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
