import { type RefObject, useRef, useState } from 'react';
import { MOST_QUANTITY } from '../../../../domain/billing/plans.ts';
import { choosePlanWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { useApi } from '../../data/api-context.ts';
import type { InputOf, OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { BuyingFailure } from './buying-failure.tsx';
import { leaveToPay, type Return, returnUrls } from './leaving.ts';

type Billing = OutputOf<'getBilling'>;
type Wish = InputOf<'startCheckout'>;

interface ChoosePlanProps {
  readonly workspace: Membership;
  readonly billing: Billing;
  /** chosen before this was opened; null: nothing */
  readonly wanted: Return['chosen'];
  readonly onClose: () => void;
}

/** Plan, members and interval; then the payment provider's page, where the person pays or confirms. */
export function ChoosePlan({ workspace, billing, wanted, onClose }: ChoosePlanProps) {
  const { call } = useApi();
  const paid = billing.plans.filter(({ usdPerMemberMonthly }) => usdPerMemberMonthly > 0);
  const used = billing.usage.find(({ feature }) => feature === 'members')?.used ?? 1;
  const [plan, setPlan] = useState(planAtFirst(billing, wanted?.plan));
  const [interval, setInterval] = useState(billing.subscription?.interval ?? 'monthly');
  const [members, setMembers] = useState(wanted?.members ?? String(Math.max(billing.paidMembers ?? used, 1)));
  const [isSent, setIsSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const quantity = quantityIn(members);
  const action = useAction(async () => {
    setIsSent(true);
    if (quantity === null) return field.current?.focus();
    const wish = { plan: plan as Wish['plan'], interval, quantity, ...returnUrls(workspace) };
    const { intentId, url } = await call('startCheckout', wish, workspace.id);
    leaveToPay({ kind: 'plan', workspaceId: workspace.id, intentId }, url);
  });
  const chosen = paid.find((one) => one.plan === plan);
  return (
    <FormDialog
      title={billing.subscription ? say.change : say.choose}
      action={action}
      submit={say.submit}
      onClose={onClose}
      checksItself
      failure={(error) => <BuyingFailure error={error} workspace={workspace} />}
    >
      <div className="field">
        <label htmlFor="plan-name">{say.plan}</label>
        <select
          id="plan-name"
          value={plan}
          onChange={({ currentTarget }) => setPlan(currentTarget.value as Wish['plan'] & Billing['plan'])}
        >
          {paid.map(({ plan: id, name, usdPerMemberMonthly }) => (
            <option key={id} value={id}>
              {say.option(name, usdPerMemberMonthly)}
            </option>
          ))}
        </select>
      </div>
      <Members frame={membersFrame(used, problemOf(members, isSent))} {...{ members, setMembers, field }} />
      <div className="field">
        <label htmlFor="plan-interval">{say.paid}</label>
        <select
          id="plan-interval"
          value={interval}
          onChange={({ currentTarget }) => setInterval(currentTarget.value === 'annual' ? 'annual' : 'monthly')}
        >
          <option value="monthly">{say.monthly}</option>
          <option value="annual">{say.annual}</option>
        </select>
      </div>
      <p className="price-line" role="status">
        {chosen && quantity !== null && (
          <>
            <strong>{priceOf(chosen, interval, quantity)}</strong>
            {say.vat} {billing.subscription ? say.next : say.once}
          </>
        )}
      </p>
    </FormDialog>
  );
}

/** Chosen before, else paid or tried, else the smallest that costs something. */
const planAtFirst = ({ plan, plans }: Billing, wanted: string | undefined): Billing['plan'] =>
  plans.find((one) => one.plan === wanted && one.usdPerMemberMonthly > 0)?.plan ?? (plan === 'free' ? 'starter' : plan);

interface MembersProps {
  readonly frame: FieldFrame;
  readonly members: string;
  readonly setMembers: (members: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Text while it is typed: emptied and typed anew, it is what was typed. */
const Members = ({ frame, members, setMembers, field }: MembersProps) => (
  <Field frame={frame}>
    <input
      ref={field}
      id={frame.id}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      required
      value={members}
      aria-describedby={describedBy(frame)}
      aria-invalid={frame.problem === undefined ? undefined : true}
      onChange={({ currentTarget }) => setMembers(currentTarget.value)}
    />
  </Field>
);

const membersFrame = (used: number, problem: string | undefined): FieldFrame => ({
  ...{ id: 'plan-members', label: say.members, required: true, problem },
  hint: say.here(used),
});

/** null: no number of members that can be paid online. */
function quantityIn(members: string): number | null {
  const number = /^\s*\d{1,5}\s*$/.test(members) ? Number(members) : 0;
  return number >= 1 && number <= MOST_QUANTITY ? number : null;
}

/** Who has just emptied the field is about to type: that is no mistake yet. */
function problemOf(members: string, isSent: boolean): string | undefined {
  if (quantityIn(members) !== null || (members.trim() === '' && !isSent)) return undefined;
  return say.whole(MOST_QUANTITY);
}

const priceOf = (offer: Billing['plans'][number], interval: 'monthly' | 'annual', quantity: number): string =>
  interval === 'annual'
    ? say.aYear(offer.usdPerMemberYearly * quantity)
    : say.aMonth(offer.usdPerMemberMonthly * quantity);
