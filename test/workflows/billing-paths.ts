import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { flowId, flowStart } from '../../workflows/catalogue.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../support/factories/keys.ts';
import { eventually } from '../support/factories/meeting.ts';
import { moveOn, setCard } from '../support/factories/stripe-checkouts.ts';
import { press } from '../support/fakes/stripe.ts';
import type { PayingStack } from '../support/stack/paying-stack.ts';

interface BillingPath {
  readonly name: string;
  readonly ends: string;
  /** Answers the id of the flow. */
  walk(its: PayingStack): Promise<string>;
}

interface Buyer {
  readonly team: TestTeam;
  readonly headers: Readonly<Record<string, string>>;
}

interface Started {
  readonly intentId: string;
  readonly url: string;
}

const newBuyer = async ({ stack }: PayingStack): Promise<Buyer> => {
  const team = await makeTeam(stack.sql);
  return { team, headers: (await team.key('owner')).headers };
};

async function start({ stack }: PayingStack, { headers }: Buyer, input: object = {}): Promise<Started> {
  const asked = { plan: 'plus', quantity: 7, ...input };
  const answer = await callHost(stack.appUrl, checkout.startCheckout, asked, headers);
  if (answer.status !== 200) throw new Error(`start_checkout: ${answer.status}`);
  return answer.json() as unknown as Started;
}

const planIs = ({ stack }: PayingStack, { team }: Buyer, plan: string, status = 'active') =>
  eventually(`the plan ${plan}, ${status}`, async () => {
    const rows = await stack.sql`
      select 1 from workspaces where id = ${team.workspaceId} and plan = ${plan} and subscription_status = ${status}`;
    return rows.length > 0;
  });

/** A buyer with a paid subscription. */
async function subscriber(its: PayingStack): Promise<Buyer> {
  const buyer = await newBuyer(its);
  await press((await start(its, buyer)).url, { do: 'pay' });
  await planIs(its, buyer, 'plus');
  return buyer;
}

const customerOf = async ({ stack }: PayingStack, { team }: Buyer): Promise<string> => {
  const [row] = await stack.sql<{ id: string }[]>`
    select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`;
  return row?.id ?? '';
};

const endSubscription = async (its: PayingStack, buyer: Buyer): Promise<void> => {
  const portal = await callHost(its.stack.appUrl, checkout.createPortalSession, {}, buyer.headers);
  const [row] = await its.stack.sql<{ id: string }[]>`
    select subscription_id as id from subscriptions where workspace_id = ${buyer.team.workspaceId}`;
  await press(String(portal.json().url), { do: 'end', subscription: row?.id ?? '' });
};

/** Every path through the flow of a checkout. Each has a history in test/histories/checkout, by its name. */
export const checkoutPaths: readonly BillingPath[] = [
  {
    name: 'paid',
    ends: 'completed',
    walk: async (its) => {
      const { intentId, url } = await start(its, await newBuyer(its));
      await press(url, { do: 'pay' });
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'change-confirmed',
    ends: 'completed',
    walk: async (its) => {
      const { intentId, url } = await start(its, await subscriber(its), { plan: 'growth', quantity: 8 });
      await press(url, { do: 'confirm' });
      await its.stack.client.workflow.getHandle(flowId('checkout', intentId)).signal('nudge');
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'canceled',
    ends: 'canceled',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      const { intentId } = await start(its, buyer);
      await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId }, buyer.headers);
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'replaced',
    ends: 'canceled',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      const { intentId } = await start(its, buyer);
      await start(its, buyer, { plan: 'growth' });
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'expired',
    ends: 'expired',
    walk: async (its) => {
      const { intentId } = await start(its, await newBuyer(its));
      await its.stack.sql`update checkout_intents set expires_at = now() where id = ${intentId}`;
      await its.stack.client.workflow.getHandle(flowId('checkout', intentId)).signal('nudge');
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'provider-away-then-paid',
    ends: 'completed',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      its.stripe.faults.add({ kind: '5xx', count: 8 });
      await start(its, buyer).catch(() => undefined);
      its.stripe.faults.clear();
      const { intentId, url } = await start(its, buyer);
      await press(url, { do: 'pay' });
      return flowId('checkout', intentId);
    },
  },
];

/** Every path through the flow of a subscription. Each has a history in test/histories/subscription, by its name. */
export const subscriptionPaths: readonly BillingPath[] = [
  {
    name: 'ended',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await subscriber(its);
      await endSubscription(its, buyer);
      return flowId('subscription', buyer.team.workspaceId);
    },
  },
  {
    name: 'news-during-a-look-that-finds-nothing',
    ends: 'ended',
    walk: async (its) => {
      const { sql, client, taskQueue } = its.stack;
      const buyer = await newBuyer(its);
      const { workspaceId } = buyer.team;
      await callHost(its.stack.appUrl, checkout.createPortalSession, {}, buyer.headers);
      its.stripe.faults.add({ kind: 'slow', match: 'GET /v1/charges', delayMs: 1_000 });
      const start = flowStart('subscription', { id: workspaceId, workspaceId });
      await client.workflow.start('subscription', { ...start, taskQueue });
      await eventually('a look', async () => {
        const rows =
          await sql`select 1 from billing_customers where workspace_id = ${workspaceId} and next_look_at > now()`;
        return rows.length > 0;
      });
      await sql`update billing_customers set next_look_at = now() where workspace_id = ${workspaceId}`;
      await eventually('another look, after which none is due', async () => {
        const rows =
          await sql`select 1 from billing_customers where workspace_id = ${workspaceId} and next_look_at is null`;
        return rows.length > 0;
      });
      return flowId('subscription', workspaceId);
    },
  },
  {
    name: 'missing-payment-then-paid-then-ended',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await subscriber(its);
      const customerId = await customerOf(its, buyer);
      await setCard(its.stripe, customerId, 'card-declines');
      await moveOn(its.stripe, 32);
      await planIs(its, buyer, 'plus', 'past_due');
      await its.stack.sql`
        update subscriptions set past_due_since = now() - interval '15 days' where workspace_id = ${buyer.team.workspaceId}`;
      await its.stack.client.workflow.getHandle(flowId('subscription', buyer.team.workspaceId)).signal('nudge');
      await planIs(its, buyer, 'plus', 'inactive');
      await setCard(its.stripe, customerId, 'card-works');
      await moveOn(its.stripe, 4);
      await planIs(its, buyer, 'plus');
      await endSubscription(its, buyer);
      return flowId('subscription', buyer.team.workspaceId);
    },
  },
];
