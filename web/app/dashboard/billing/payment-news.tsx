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
  if (kind === 'pack') return { title: 'Paid.', text: `The workspace has ${credits.left} credits now.` };
  const members = paidMembers === null ? '' : ` for ${paidMembers} ${paidMembers === 1 ? 'member' : 'members'}`;
  const renewal = subscription ? `, it renews on ${dayOf(subscription.periodEnd)}` : '';
  return { title: 'Paid.', text: `You have ${planName}${members}${renewal}.` };
}

const WORDS: Readonly<Record<Exclude<NonNullable<News>['state'], 'paid'>, Words>> = {
  asking: { title: 'One moment.', text: 'We ask the payment provider whether the payment has come.' },
  'at the bank': {
    title: 'Payment is on its way at the bank.',
    text: 'The plan, or the credits, change when it arrives. That can take some days, and nothing more is to do.',
  },
  'nothing paid': { title: 'Nothing was paid.', text: 'All is as it was before. Choose again whenever you want.' },
  'not known': {
    title: 'No payment has come so far.',
    text: 'If you paid, it is shown here as soon as we hear of it: load this page again in some minutes. Do not pay twice.',
  },
  'not told': {
    title: 'We could not ask about the payment.',
    text: 'What you see below is what we know. Load this page again in a moment.',
  },
  'from the portal': {
    title: 'Back from card and invoices.',
    text: 'What you changed there is shown here within seconds.',
  },
  thanks: { title: 'Thank you.', text: 'The plan changes here as soon as the payment is confirmed.' },
};
