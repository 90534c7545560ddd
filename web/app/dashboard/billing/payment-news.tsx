import { paymentNewsWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';
import type { PaymentNews as News } from './use-return.ts';

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
