import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf, minuteOf, noticeOf } from '../../parts/words.ts';
import { homeOf, type Membership } from '../workspaces/choice.ts';
import { awaitPayment } from './after-payment.ts';
import { ChoosePlan } from './choose-plan.tsx';
import { Credits } from './credits.tsx';
import { type Invoice, Invoices } from './invoices.tsx';

type Billing = OutputOf<'getBilling'>;

const HINT = 'What the workspace may have, and how much of it is used.';

/** The workspace's plan: days left of a trial, what is paid, use of each cap. For those who pay. */
export function PlanSection({ workspace }: { readonly workspace: Membership }) {
  const { call } = useApi();
  const billing = useLoad(`billing ${workspace.id}`, async () => {
    await awaitPayment(call, workspace.id);
    const [answer, { invoices }] = await Promise.all([
      call('getBilling', {}, workspace.id),
      call('listInvoices', {}, workspace.id),
    ]);
    return { answer, invoices };
  });
  const [choosing, setChoosing] = useState<Billing | null>(null);
  return (
    <Section title="Plan" hint={HINT} anchor="plan">
      <LoadState {...billing} what="the plan">
        {({ answer, invoices }) => (
          <Plan billing={answer} invoices={invoices} workspace={workspace} onChoose={() => setChoosing(answer)} />
        )}
      </LoadState>
      {choosing && <ChoosePlan workspace={workspace} billing={choosing} onClose={() => setChoosing(null)} />}
    </Section>
  );
}

interface PlanProps {
  readonly billing: Billing;
  readonly invoices: readonly Invoice[];
  readonly workspace: Membership;
  readonly onChoose: () => void;
}

function Plan({ billing, invoices, workspace, onChoose }: PlanProps) {
  const { usage, plansUrl, subscription } = billing;
  return (
    <>
      <Standing billing={billing} />
      <ul className="rows use" aria-label="Use of the plan">
        {usage.map((one) => (
          <Use key={one.feature} use={one} />
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button compact" onClick={onChoose}>
          {subscription ? 'Change plan' : 'Choose a plan'}
        </button>
        {(subscription || invoices.length > 0) && <Portal workspace={workspace} />}
        <a href={new URL(plansUrl).pathname}>Compare plans</a>
      </div>
      <Credits billing={billing} workspace={workspace} />
      <Invoices invoices={invoices} />
    </>
  );
}

/** Card, invoices, address and the end of the subscription are at the payment provider's. */
function Portal({ workspace }: { readonly workspace: Membership }) {
  const { call } = useApi();
  const open = useAction(async () => {
    const returnUrl = new URL(`${homeOf(workspace)}#plan`, location.origin).href;
    const { url } = await call('createPortalSession', { returnUrl }, workspace.id);
    location.assign(url);
  });
  return (
    <>
      <button type="button" className="button second compact" aria-disabled={open.busy} onClick={() => void open.run()}>
        Card and invoices
      </button>
      {open.error && <Notice notice={noticeOf(open.error)} />}
    </>
  );
}

/** What the plan is, and what comes next. */
function Standing({ billing: { trial, planName, status, subscription, paidMembers } }: { readonly billing: Billing }) {
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
        {status === 'past_due' && <span className="tag warn">Payment is missing</span>}
        {status === 'inactive' && <span className="tag warn">Unpaid: guests cannot book</span>}
      </p>
      {trial && (
        <p className="small quiet">
          Until {minuteOf(trial.endsAt)}. Then the plan is Free: nothing is deleted and nothing is paid.
        </p>
      )}
      {subscription && (
        <p className="small quiet">
          {subscription.cancelAtPeriodEnd
            ? `It ends on ${dayOf(subscription.periodEnd)}; then the plan is Free.`
            : `Renews on ${dayOf(subscription.periodEnd)}, ${subscription.interval === 'annual' ? 'each year' : 'each month'}.`}
          {subscription.pastDueSince !== null &&
            ` A payment is missing since ${dayOf(subscription.pastDueSince)}: two weeks later guests cannot book any more.`}
        </p>
      )}
    </>
  );
}

const FEATURES: Readonly<Record<Billing['usage'][number]['feature'], string>> = {
  members: 'Members and open invitations',
  eventTypes: 'Event types',
  teams: 'Teams',
  agentSeats: 'Agent seats',
};

function Use({ use: { feature, used, cap } }: { readonly use: Billing['usage'][number] }) {
  const isFull = cap !== null && used >= cap;
  return (
    <li>
      <span className="small">{FEATURES[feature]}</span>
      <span className="small">
        {cap === null ? `${used}, no limit` : `${used} of ${cap}`}
        {isFull && cap > 1 && <span className="tag warn">Full</span>}
      </span>
    </li>
  );
}
