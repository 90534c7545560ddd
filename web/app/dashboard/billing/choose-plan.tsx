import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { InputOf, OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { homeOf, type Membership } from '../workspaces/choice.ts';
import { rememberCheckout } from './after-payment.ts';

type Billing = OutputOf<'getBilling'>;
type Wish = InputOf<'startCheckout'>;

interface ChoosePlanProps {
  readonly workspace: Membership;
  readonly billing: Billing;
  readonly onClose: () => void;
}

/** Plan, members and interval; then the payment provider's page, where the person pays or confirms. */
export function ChoosePlan({ workspace, billing, onClose }: ChoosePlanProps) {
  const { call } = useApi();
  const paid = billing.plans.filter(({ usdPerMemberMonthly }) => usdPerMemberMonthly > 0);
  const used = billing.usage.find(({ feature }) => feature === 'members')?.used ?? 1;
  const [plan, setPlan] = useState(billing.plan === 'free' ? 'starter' : billing.plan);
  const [interval, setInterval] = useState(billing.subscription?.interval ?? 'monthly');
  const [quantity, setQuantity] = useState(Math.max(billing.paidMembers ?? used, 1));
  const action = useAction(async () => {
    const back = new URL(`${homeOf(workspace)}#plan`, location.origin).href;
    const wish = { plan: plan as Wish['plan'], interval, quantity, successUrl: back, cancelUrl: back };
    const { intentId, url } = await call('startCheckout', wish, workspace.id);
    rememberCheckout(intentId);
    location.assign(url);
  });
  const chosen = paid.find((one) => one.plan === plan);
  const price = chosen ? priceOf(chosen, interval, quantity) : '';
  return (
    <FormDialog title="Choose a plan" action={action} submit="Go to payment" onClose={onClose}>
      <div className="field">
        <label htmlFor="plan-name">Plan</label>
        <select
          id="plan-name"
          value={plan}
          onChange={({ currentTarget }) => setPlan(currentTarget.value as Wish['plan'] & Billing['plan'])}
        >
          {paid.map(({ plan: id, name, usdPerMemberMonthly }) => (
            <option key={id} value={id}>
              {name}: ${usdPerMemberMonthly} a member
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="plan-members">Members</label>
        <input
          id="plan-members"
          type="number"
          min={1}
          max={20}
          required
          value={quantity}
          onChange={({ currentTarget }) => setQuantity(currentTarget.valueAsNumber || 1)}
        />
      </div>
      <div className="field">
        <label htmlFor="plan-interval">Paid</label>
        <select
          id="plan-interval"
          value={interval}
          onChange={({ currentTarget }) => setInterval(currentTarget.value === 'annual' ? 'annual' : 'monthly')}
        >
          <option value="monthly">Each month</option>
          <option value="annual">Each year: ten months’ price</option>
        </select>
      </div>
      <p className="price-line" role="status">
        <strong>{price}</strong>, without VAT. You see it once more before you pay.
      </p>
    </FormDialog>
  );
}

const priceOf = (offer: Billing['plans'][number], interval: 'monthly' | 'annual', quantity: number): string =>
  interval === 'annual'
    ? `$${offer.usdPerMemberYearly * quantity} a year`
    : `$${offer.usdPerMemberMonthly * quantity} a month`;
