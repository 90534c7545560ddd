import { Icon } from '../../../parts/icon.tsx';
import type { OutputOf } from '../../data/call.ts';
import { pageWords } from '../../parts/page-words.ts';
import { dayOf } from '../../parts/words.ts';
import type { PaymentNews as News } from './use-return.ts';

const say = pageWords(
  {
    paid: 'Paid.',
    credits: (left: number) => `The workspace has ${left} credits now.`,
    have: (plan: string, members: number | null, day: string | null) =>
      `You have ${plan}${members === null ? '' : ` for ${members} ${members === 1 ? 'member' : 'members'}`}${day === null ? '' : `, it renews on ${day}`}.`,
    moment: 'One moment.',
    ask: 'We ask the payment provider whether the payment has come.',
    bank: 'Payment is on its way at the bank.',
    bankText: 'The plan, or the credits, change when it arrives. That can take some days, and nothing more is to do.',
    nothing: 'Nothing was paid.',
    nothingText: 'All is as it was before. Choose again whenever you want.',
    unknown: 'No payment has come so far.',
    unknownText:
      'If you paid, it is shown here as soon as we hear of it: load this page again in some minutes. Do not pay twice.',
    unasked: 'We could not ask about the payment.',
    unaskedText: 'What you see below is what we know. Load this page again in a moment.',
    back: 'Back from card and invoices.',
    backText: 'What you changed there is shown here within seconds.',
    thanks: 'Thank you.',
    thanksText: 'The plan changes here as soon as the payment is confirmed.',
  },
  {
    paid: 'Bezahlt.',
    credits: (left: number) => `Der Arbeitsbereich hat jetzt ein Guthaben von ${left}.`,
    have: (plan: string, members: number | null, day: string | null) =>
      `Sie haben ${plan}${members === null ? '' : ` für ${members} ${members === 1 ? 'Mitglied' : 'Mitglieder'}`}${day === null ? '' : `, verlängert am ${day}`}.`,
    moment: 'Einen Moment.',
    ask: 'Wir fragen den Zahlungsanbieter, ob die Zahlung angekommen ist.',
    bank: 'Die Zahlung ist bei der Bank unterwegs.',
    bankText:
      'Tarif oder Guthaben ändern sich, wenn sie ankommt. Das kann einige Tage dauern, und es ist nichts weiter zu tun.',
    nothing: 'Nichts wurde bezahlt.',
    nothingText: 'Alles ist, wie es war. Wählen Sie neu, wann Sie möchten.',
    unknown: 'Bisher ist keine Zahlung angekommen.',
    unknownText:
      'Wenn Sie gezahlt haben, steht es hier, sobald wir davon erfahren: Laden Sie diese Seite in einigen Minuten neu. Zahlen Sie nicht zweimal.',
    unasked: 'Wir konnten nicht nach der Zahlung fragen.',
    unaskedText: 'Was Sie unten sehen, wissen wir. Laden Sie diese Seite gleich noch einmal.',
    back: 'Zurück von Karte und Rechnungen.',
    backText: 'Was Sie dort geändert haben, steht hier in Sekunden.',
    thanks: 'Danke.',
    thanksText: 'Der Tarif ändert sich hier, sobald die Zahlung bestätigt ist.',
  },
);

interface PaymentNewsProps {
  readonly news: News;
  /** null: it is loading */
  readonly billing: OutputOf<'getBilling'> | null;
}

/** What became of a payment. The region is always in the page: screen readers do not read one that appears with its text. */
export function PaymentNews({ news, billing }: PaymentNewsProps) {
  const words = news && (news.state === 'paid' ? billing && paidWords(news.kind, billing) : WORDS[news.state]);
  return (
    <div role="status" className="payment-news">
      {words && (
        <div className={`notice ${news?.state === 'paid' ? 'success' : 'info'}`}>
          <Icon name={news?.state === 'paid' ? 'check' : 'info'} />
          <div>
            <h3>{words.title}</h3>
            <p>{words.text}</p>
          </div>
        </div>
      )}
    </div>
  );
}

interface Words {
  readonly title: string;
  readonly text: string;
}

function paidWords(
  kind: 'plan' | 'pack',
  { planName, paidMembers, subscription, credits }: OutputOf<'getBilling'>,
): Words {
  if (kind === 'pack') return { title: say.paid, text: say.credits(credits.left) };
  return {
    title: say.paid,
    text: say.have(planName, paidMembers, subscription ? dayOf(subscription.periodEnd) : null),
  };
}

const WORDS: Readonly<Record<Exclude<NonNullable<News>['state'], 'paid'>, Words>> = {
  asking: { title: say.moment, text: say.ask },
  'at the bank': {
    title: say.bank,
    text: say.bankText,
  },
  'nothing paid': { title: say.nothing, text: say.nothingText },
  'not known': {
    title: say.unknown,
    text: say.unknownText,
  },
  'not told': {
    title: say.unasked,
    text: say.unaskedText,
  },
  'from the portal': {
    title: say.back,
    text: say.backText,
  },
  thanks: { title: say.thanks, text: say.thanksText },
};
