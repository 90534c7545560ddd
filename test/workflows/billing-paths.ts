import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { expireNow } from '../../stand-ins/stripe/sessions.ts';
import { flowId, flowStart } from '../../workflows/catalogue.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../support/factories/keys.ts';
import { eventually } from '../support/factories/meeting.ts';
import { moveOn, setCard } from '../support/factories/stripe-checkouts.ts';
import { paymentsAt, press } from '../support/fakes/stripe.ts';
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

/** The flow has looked, and waits for a day. */
const isLookPlanned = ({ stack }: PayingStack, { team }: Buyer) =>
  eventually('a look that is planned', async () => {
    const rows = await stack.sql`
      select 1 from billing_customers where workspace_id = ${team.workspaceId} and next_look_at > now() + interval '1 hour'`;
    return rows.length > 0;
  });

/** On the portal: now, or at the end of the period. */
const endSubscription = async (its: PayingStack, buyer: Buyer, how: 'end' | 'cancel' = 'end'): Promise<void> => {
  const portal = await callHost(its.stack.appUrl, checkout.createPortalSession, {}, buyer.headers);
  const [row] = await its.stack.sql<{ id: string }[]>`
    select subscription_id as id from subscriptions where workspace_id = ${buyer.team.workspaceId}`;
  await press(String(portal.json().url), { do: how, subscription: row?.id ?? '' });
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
  {
    name: 'refused-then-paid',
    ends: 'completed',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      its.stripe.faults.add({ kind: '401', count: 8 });
      await start(its, buyer).catch(() => undefined);
      its.stripe.faults.clear();
      const { intentId, url } = await start(its, buyer);
      its.stripe.faults.add({ kind: '401', match: '/v1/checkout/sessions/' });
      const flow = its.stack.client.workflow.getHandle(flowId('checkout', intentId));
      await flow.signal('nudge');
      await eventually('a refused look', async () => its.stripe.faults.waiting.length === 0);
      await press(url, { do: 'pay' });
      return flow.workflowId;
    },
  },
  {
    name: 'paid-after-replaced',
    ends: 'completed',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      const { intentId, url } = await start(its, buyer);
      its.stripe.faults.add({ kind: '5xx', match: '/expire', count: 2 });
      await start(its, buyer, { plan: 'growth' });
      await eventually('two tries at its end', async () => its.stripe.faults.waiting.length === 0);
      await press(url, { do: 'pay' });
      return flowId('checkout', intentId);
    },
  },
  {
    name: 'page-ended-by-the-provider',
    ends: 'expired',
    walk: async (its) => {
      const { intentId } = await start(its, await newBuyer(its));
      const { state } = its.stripe.world;
      const page = state.all('checkout.session').find(({ client_reference_id: id }) => id === intentId);
      if (!page) throw new Error('no page');
      expireNow(its.stripe.world, page);
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
      const start = flowStart('subscription', { id: workspaceId, workspaceId }, taskQueue);
      await client.workflow.start('subscription', start);
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
  {
    name: 'paid-twice-then-ended',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      const first = await start(its, buyer);
      its.stripe.faults.add({ kind: '5xx', match: '/expire', count: 2 });
      const second = await start(its, buyer, { quantity: 8 });
      await press(first.url, { do: 'pay' });
      await press(second.url, { do: 'pay' });
      const customerId = await customerOf(its, buyer);
      await eventually('the money of the second to go back', async () =>
        (await paymentsAt(its.stripe).listPayments(customerId)).some(({ amountRefunded }) => amountRefunded > 0),
      );
      await planIs(its, buyer, 'plus');
      await endSubscription(its, buyer);
      return flowId('subscription', buyer.team.workspaceId);
    },
  },
  {
    name: 'looked-at-again-before-its-end',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await subscriber(its);
      const flow = its.stack.client.workflow.getHandle(flowId('subscription', buyer.team.workspaceId));
      await isLookPlanned(its, buyer);
      its.stripe.faults.add({ kind: 'lostWebhook', match: 'customer.subscription' });
      await endSubscription(its, buyer);
      its.stripe.faults.add({ kind: 'slowAnswer', match: 'GET /v1/subscriptions', delayMs: 800 });
      await flow.signal('nudge');
      await eventually('a look', async () => its.stripe.faults.waiting.length === 0);
      await flow.signal('nudge');
      return flow.workflowId;
    },
  },
  {
    name: 'credits-alone-then-ended',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await newBuyer(its);
      const answer = await callHost(
        ...([its.stack.appUrl, checkout.startEnrichmentCheckout] as const),
        ...([{ catalogId: 'enrichment_starter' }, buyer.headers] as const),
      );
      await press(String(answer.json().url), { do: 'pay' });
      const { workspaceId } = buyer.team;
      await isLookPlanned(its, buyer);
      const customerId = await customerOf(its, buyer);
      const [pack] = await paymentsAt(its.stripe).listSubscriptions(customerId);
      await paymentsAt(its.stripe).cancelNow(pack?.subscriptionId ?? '');
      return flowId('subscription', workspaceId);
    },
  },
  {
    name: 'refused-then-canceled-at-the-end-of-its-period',
    ends: 'ended',
    walk: async (its) => {
      const buyer = await subscriber(its);
      its.stripe.faults.add({ kind: '401', match: 'GET /v1/subscriptions' });
      const flow = its.stack.client.workflow.getHandle(flowId('subscription', buyer.team.workspaceId));
      await flow.signal('nudge');
      await eventually('a refused look', async () => its.stripe.faults.waiting.length === 0);
      await endSubscription(its, buyer, 'cancel');
      await eventually('the end to be known', async () => {
        const rows = await its.stack.sql`
          select 1 from subscriptions where workspace_id = ${buyer.team.workspaceId} and cancel_at_period_end`;
        return rows.length > 0;
      });
      await moveOn(its.stripe, 32);
      await planIs(its, buyer, 'free');
      return flow.workflowId;
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { checkout: checkoutPaths, subscription: subscriptionPaths };
