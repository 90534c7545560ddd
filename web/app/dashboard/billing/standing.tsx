import { GRACE_MS } from '../../../../domain/billing/checkout.ts';
import type { OutputOf } from '../../data/call.ts';
import { dayOf, minuteOf } from '../../parts/words.ts';

type Billing = OutputOf<'getBilling'>;

/** What the plan is, and what comes next. */
export function Standing({ billing }: { readonly billing: Billing }) {
  const { trial, planName, subscription, paidMembers } = billing;
  const warning = warningOf(billing);
  return (
    <>
      <p className="small none">
        <strong>{planName}</strong>
        {paidMembers !== null && `, paid for ${paidMembers} ${paidMembers === 1 ? 'member' : 'members'}`}
        {trial && (
          <>
            , on trial{' '}
            <span className={`tag${trial.daysLeft <= 3 ? ' warn' : ''}`}>
              {trial.daysLeft === 1 ? 'Last day' : `${trial.daysLeft} days left`}
            </span>
          </>
        )}
        {warning !== null && (
          <>
            {' '}
            <span className="tag warn">{warning}</span>
          </>
        )}
      </p>
      {trial && (
        <p className="small quiet">
          Until {minuteOf(trial.endsAt)}. Then the plan is Free: nothing is deleted and nothing is paid.
        </p>
      )}
      {subscription && <p className="small quiet">{nextWords(billing, subscription)}</p>}
    </>
  );
}

function warningOf({ status, subscription }: Billing): string | null {
  if (status === 'past_due') return 'Payment is missing';
  if (status === 'inactive') return 'Unpaid: guests cannot book';
  return subscription?.cancelAtPeriodEnd ? 'Canceled' : null;
}

function nextWords({ planName, status }: Billing, subscription: NonNullable<Billing['subscription']>): string {
  const { interval, periodEnd, cancelAtPeriodEnd, pastDueSince } = subscription;
  if (status === 'inactive')
    return 'Guests cannot book until it is paid. Paying opens the booking pages again at once; nothing is deleted.';
  if (pastDueSince !== null) {
    const until = new Date(Date.parse(pastDueSince) + GRACE_MS).toISOString();
    return `A payment is missing since ${dayOf(pastDueSince)}. Everything works until ${dayOf(until)}; after that guests cannot book until it is paid.`;
  }
  if (cancelAtPeriodEnd) return `${planName} ends on ${dayOf(periodEnd)}; then the plan is Free. Nothing more is paid.`;
  return `Renews on ${dayOf(periodEnd)}, ${interval === 'annual' ? 'each year' : 'each month'}.`;
}
