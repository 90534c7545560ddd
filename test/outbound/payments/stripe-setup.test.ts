import { describe, expect, it } from 'vitest';
import { PRICES } from '../../../domain/billing/prices.ts';
import { stripeClient } from '../../../outbound/payments/stripe/client.ts';
import { setUpBilling } from '../../../outbound/payments/stripe/setup.ts';
import { PLUS, toOpen } from '../../support/factories/stripe-checkouts.ts';
import { accountOf, paymentsAt, press, startCheckedStripe } from '../../support/fakes/stripe.ts';

/** What the tool calls, beside what the adapter does. */
const METHODS = [
  'GET /v1/products/{id}',
  'POST /v1/products',
  'POST /v1/prices',
  'POST /v1/prices/{id}',
  'GET /v1/billing_portal/configurations',
  'POST /v1/billing_portal/configurations',
  'POST /v1/billing_portal/configurations/{id}',
  'GET /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints/{id}',
];

describe('billing-setup', () => {
  it('makes all once; a changed amount is another price, and subscriptions keep theirs', async () => {
    const fresh = await startCheckedStripe({ isSetUp: false });
    const client = stripeClient(accountOf(fresh));
    const run = async (appUrl = 'https://app.acme.test') => {
      const said: string[] = [];
      await setUpBilling(client, { appUrl, say: (line) => said.push(line) });
      return said.join('\n');
    };
    const first = await run();
    expect(first).toContain('price holdfast_plus_annual: made');
    expect(first).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_/);
    const count = () => fresh.world.state.saved().objects.length;
    const before = count();
    const again = await run();
    expect(again).not.toContain('made');
    expect(again).not.toContain('whsec_');
    expect(count()).toBe(before);
    expect(await run('http://localhost:3000')).toContain('webhook: none');

    const { customerId } = await paymentsAt(fresh).customerOf({
      workspaceId: 'w',
      name: 'Acme',
      email: 'ada@acme.test',
    });
    const opened = await paymentsAt(fresh).openCheckout(toOpen({ workspaceId: 'w', customerId }));
    await press(opened.url, { do: 'pay' });
    const price = fresh.world.state.get('price', opened.priceId);
    if (price) fresh.world.state.put({ ...price, unit_amount: 1 });
    expect(await run()).toContain('price holdfast_plus_monthly: changed');
    const [subscription] = await paymentsAt(fresh).listSubscriptions(customerId);
    expect(subscription?.items).toMatchObject([{ priceId: opened.priceId, purchase: PLUS }]);
    const active = fresh.world.state.all('price').filter(({ active: is }) => is);
    expect(active.map(({ lookup_key }) => lookup_key).sort()).toEqual(PRICES.map(({ key }) => key).sort());
    expect(await fresh.problems()).toEqual([]);
    if (fresh.isChecked) expect([...fresh.checked]).toEqual(expect.arrayContaining(METHODS));
    await fresh.close();
  });
});
