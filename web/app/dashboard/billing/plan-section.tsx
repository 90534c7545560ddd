import { useState } from 'react';
import { planSectionWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { inWorkspace, type Membership } from '../workspaces/choice.ts';
import { ChoosePlan } from './choose-plan.tsx';
import { Credits, type Lot } from './credits.tsx';
import { type Invoice, Invoices } from './invoices.tsx';
import { takeReturn } from './leaving.ts';
import { PaymentNews } from './payment-news.tsx';
import { PortalButton } from './portal-button.tsx';
import { Standing } from './standing.tsx';
import { useReturn } from './use-return.ts';

type Billing = OutputOf<'getBilling'>;

interface PlanSectionProps {
  readonly workspace: Membership;
  /** The plan may be another one: what the rest of the page shows of it is read again. */
  readonly onChanged: () => Promise<void>;
}

/** The workspace's plan: days left of a trial, what is paid, use of each cap. For those who pay. */
export function PlanSection({ workspace, onChanged }: PlanSectionProps) {
  const { call } = useApi();
  const { id } = workspace;
  const [arrival] = useState(() => takeReturn(workspace));
  const billing = useLoad(`billing ${id}`, async () => {
    const [answer, { invoices }, { lots }] = await Promise.all([
      call('getBilling', {}, id),
      call('listInvoices', {}, id),
      call('listCredits', {}, id),
    ]);
    return { answer, invoices, lots };
  });
  const { reload } = billing;
  const news = useReturn(workspace, arrival, async () => {
    await Promise.all([reload(), onChanged()]);
  });
  const [choosing, setChoosing] = useState(arrival.chosen !== null);
  const known = billing.state.status === 'ready' ? billing.state.data.answer : null;
  return (
    <Section title={say.title} hint={say.hint} anchor="plan">
      <PaymentNews news={news} billing={known} />
      <LoadState {...billing} what={say.what}>
        {({ answer, ...rest }) => (
          <Plan billing={answer} {...rest} workspace={workspace} onChoose={() => setChoosing(true)} />
        )}
      </LoadState>
      {choosing && known && mayChange(known) && (
        <ChoosePlan workspace={workspace} billing={known} wanted={arrival.chosen} onClose={() => setChoosing(false)} />
      )}
    </Section>
  );
}

/** What is missing is paid first, and what is canceled is taken back first. */
const mayChange = ({ subscription }: Billing): boolean =>
  subscription === null || (subscription.pastDueSince === null && !subscription.cancelAtPeriodEnd);

interface PlanProps {
  readonly billing: Billing;
  readonly invoices: readonly Invoice[];
  readonly lots: readonly Lot[];
  readonly workspace: Membership;
  readonly onChoose: () => void;
}

function Plan({ billing, invoices, lots, workspace, onChoose }: PlanProps) {
  const { usage, plansUrl, subscription } = billing;
  return (
    <>
      <Standing billing={billing} />
      <ul className="rows use" aria-label={say.use}>
        {usage.map((one) => (
          <Use key={one.feature} use={one} />
        ))}
      </ul>
      <div className="actions">
        <MainButton billing={billing} workspace={workspace} onChoose={onChoose} />
        {(subscription || invoices.length > 0) && <PortalButton workspace={workspace} label={say.card} />}
        <a href={inWorkspace(new URL(plansUrl).pathname, workspace)}>{say.compare}</a>
        {subscription && !subscription.cancelAtPeriodEnd && (
          <PortalButton workspace={workspace} label={say.cancel} look="link" />
        )}
      </div>
      <Credits billing={billing} lots={lots} workspace={workspace} />
      <Invoices invoices={invoices} />
    </>
  );
}

/** What is next to do: the first button never leads to a refusal. */
function MainButton({ billing, workspace, onChoose }: Pick<PlanProps, 'billing' | 'workspace' | 'onChoose'>) {
  const { subscription } = billing;
  if (subscription && subscription.pastDueSince !== null)
    return <PortalButton workspace={workspace} label={say.pay} look="main" />;
  if (subscription?.cancelAtPeriodEnd) return <PortalButton workspace={workspace} label={say.keep} look="main" />;
  return (
    <button type="button" className="button compact" onClick={onChoose}>
      {subscription ? say.change : say.choose}
    </button>
  );
}

const FEATURES: Readonly<Record<Billing['usage'][number]['feature'], string>> = {
  members: say.members,
  eventTypes: say.eventTypes,
  teams: say.teams,
  agentSeats: say.seats,
  webhooks: say.webhooks,
};

function Use({ use: { feature, used, cap } }: { readonly use: Billing['usage'][number] }) {
  const isFull = cap !== null && used >= cap;
  return (
    <li>
      <span className="small">{FEATURES[feature]}</span>
      <span className="small">
        {cap === null ? say.noLimit(used) : say.of(used, cap)}
        {isFull && (cap > 1 || used > cap) && (
          <>
            {' '}
            <span className="tag warn">{used > cap ? say.tooMany : say.full}</span>
          </>
        )}
      </span>
    </li>
  );
}
