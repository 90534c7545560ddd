import { GRACE_MS } from '../../../../domain/billing/checkout.ts';
import { standingWords as say } from '../../../../texts/en/dashboard/billing.ts';
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
        {paidMembers !== null && say.paidFor(paidMembers)}
        {trial && (
          <>
            {say.onTrial}{' '}
            <span className={`tag${trial.daysLeft <= 3 ? ' warn' : ''}`}>
              {trial.daysLeft === 1 ? say.lastDay : say.daysLeft(trial.daysLeft)}
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
      {trial && <p className="small quiet">{say.until(minuteOf(trial.endsAt))}</p>}
      {subscription && <p className="small quiet">{nextWords(billing, subscription)}</p>}
    </>
  );
}

function warningOf({ status, subscription }: Billing): string | null {
  if (status === 'past_due') return say.missing;
  if (status === 'inactive') return say.unpaid;
  return subscription?.cancelAtPeriodEnd ? say.canceled : null;
}

function nextWords({ planName, status }: Billing, subscription: NonNullable<Billing['subscription']>): string {
  const { interval, periodEnd, cancelAtPeriodEnd, pastDueSince } = subscription;
  if (status === 'inactive') return say.closed;
  if (pastDueSince !== null) {
    const until = new Date(Date.parse(pastDueSince) + GRACE_MS).toISOString();
    return say.grace(dayOf(pastDueSince), dayOf(until));
  }
  if (cancelAtPeriodEnd) return say.ends(planName, dayOf(periodEnd));
  return say.renews(dayOf(periodEnd), interval === 'annual');
}
