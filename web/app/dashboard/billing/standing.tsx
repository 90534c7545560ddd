import { GRACE_MS } from '../../../../domain/billing/checkout.ts';
import type { OutputOf } from '../../data/call.ts';
import { pageWords } from '../../parts/page-words.ts';
import { dayOf, minuteOf } from '../../parts/words.ts';

const say = pageWords(
  {
    paidFor: (members: number) => `, paid for ${members} ${members === 1 ? 'member' : 'members'}`,
    onTrial: ', on trial',
    lastDay: 'Last day',
    daysLeft: (days: number) => `${days} days left`,
    until: (at: string) => `Until ${at}. Then the plan is Free: nothing is deleted and nothing is paid.`,
    missing: 'Payment is missing',
    unpaid: 'Unpaid: guests cannot book',
    canceled: 'Canceled',
    closed: 'Guests cannot book until it is paid. Paying opens the booking pages again at once; nothing is deleted.',
    grace: (since: string, until: string) =>
      `A payment is missing since ${since}. Everything works until ${until}; after that guests cannot book until it is paid.`,
    ends: (plan: string, day: string) => `${plan} ends on ${day}; then the plan is Free. Nothing more is paid.`,
    renews: (day: string, annual: boolean) => `Renews on ${day}, ${annual ? 'each year' : 'each month'}.`,
  },
  {
    paidFor: (members: number) => `, bezahlt für ${members} ${members === 1 ? 'Mitglied' : 'Mitglieder'}`,
    onTrial: ', Testphase',
    lastDay: 'Letzter Tag',
    daysLeft: (days: number) => `noch ${days} Tage`,
    until: (at: string) => `Bis ${at}. Dann ist der Tarif Free: Nichts wird gelöscht, und nichts kostet.`,
    missing: 'Zahlung fehlt',
    unpaid: 'Unbezahlt: Gäste können nicht buchen',
    canceled: 'Gekündigt',
    closed:
      'Gäste können nicht buchen, bis er bezahlt ist. Mit der Zahlung öffnen sich die Buchungsseiten sofort; nichts wird gelöscht.',
    grace: (since: string, until: string) =>
      `Eine Zahlung fehlt seit ${since}. Alles geht bis ${until}; danach können Gäste nicht buchen, bis sie bezahlt ist.`,
    ends: (plan: string, day: string) => `${plan} endet am ${day}; dann ist der Tarif Free. Es kostet nichts mehr.`,
    renews: (day: string, annual: boolean) => `Verlängert sich am ${day}, ${annual ? 'jedes Jahr' : 'jeden Monat'}.`,
  },
);

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
