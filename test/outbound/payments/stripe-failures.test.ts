import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaymentsAway } from '../../../outbound/payments/payments.ts';
import { stripeClient } from '../../../outbound/payments/stripe/client.ts';
import { BACK, newBuyer, toOpen } from '../../support/factories/stripe-checkouts.ts';
import { accountOf, type CheckedStripe, paymentsAt, startCheckedStripe } from '../../support/fakes/stripe.ts';

let stripe: CheckedStripe;
beforeAll(async () => {
  stripe = await startCheckedStripe();
});
afterAll(() => stripe.close());
afterEach(async () => {
  stripe.faults.clear();
  expect(await stripe.problems()).toEqual([]);
});

const payments = () => paymentsAt(stripe);

describe('failures', () => {
  const read = (retries = 0) => paymentsAt(stripe, retries).readCheckout('cs_test_none');

  it.each([
    [{ kind: '5xx' }, null],
    [{ kind: '5xx', status: 500 }, null],
    [{ kind: '429', retryAfterSeconds: 7 }, 7_000],
    // The SDK itself tries once more on a new connection.
    [{ kind: 'cutBefore', count: 2 }, null],
    [{ kind: 'slow', delayMs: 2_500 }, null],
    // A proxy's answer, on which the SDK resolves.
    [{ kind: '404' }, null],
  ])('%j is away', async (fault, retryAfterMs) => {
    stripe.faults.add(fault);
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaymentsAway);
    expect(failure).toMatchObject({ retryAfterMs });
  });

  it('of a key is a refusal that does not name the key', async () => {
    stripe.faults.add({ kind: '401' });
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PaymentsRefused', code: 'authentication' });
    expect(String(failure)).not.toContain(stripe.secretKey);
    const wrong = stripeClient({ secretKey: 'sk_test_other', apiUrl: stripe.url });
    await expect(wrong.prices.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  it('with the answer lost: the second try finds what the first one made', async () => {
    const of = await newBuyer(stripe);
    const wanted = toOpen(of);
    stripe.faults.add({ kind: 'cut', match: 'POST /v1/checkout/sessions' });
    await expect(payments().openCheckout(wanted)).rejects.toBeInstanceOf(PaymentsAway);
    const opened = await payments().openCheckout(wanted);
    const made = stripe.world.state.all('checkout.session').filter((one) => one.customer === of.customerId);
    expect(made.map(({ id }) => id)).toEqual([opened.sessionId]);
  });

  it('of parameters are refused as Stripe refuses them', async () => {
    const raw = stripeClient(accountOf(stripe), { retries: 0 });
    const create = (params: object) => raw.checkout.sessions.create(params as never);
    await expect(create({ mode: 'payment', nonsense: 1 })).rejects.toMatchObject({ statusCode: 400 });
    const refused = raw.customers.create({ nonsense: { deep: 'x' } } as never);
    await expect(refused).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nonsense' });
    await expect(raw.products.create({} as never)).rejects.toMatchObject({ code: 'parameter_missing', param: 'name' });
    await expect(raw.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
    const { customerId } = await newBuyer(stripe);
    const price = stripe.world.state.all('price').find(({ recurring }) => recurring === null)?.id;
    const wrongMode = {
      mode: 'subscription',
      customer: customerId,
      success_url: BACK,
      line_items: [{ price, quantity: 1 }],
    };
    await expect(create(wrongMode)).rejects.toMatchObject({ param: 'mode' });
    await expect(create({ ...wrongMode, mode: 'payment', line_items: [{ price, quantity: 0 }] })).rejects.toMatchObject(
      { statusCode: 400 },
    );
    await expect(create({ ...wrongMode, mode: 'payment', success_url: 'javascript:alert(1)' })).rejects.toMatchObject({
      param: 'success_url',
    });
  });

  it('a price or portal that nobody made is a refusal that says what to run', async () => {
    const empty = await startCheckedStripe({ isSetUp: false });
    const { customerId } = await paymentsAt(empty).customerOf({
      workspaceId: 'w',
      name: 'Acme',
      email: 'ada@acme.test',
    });
    const open = paymentsAt(empty).openCheckout(toOpen({ workspaceId: 'w', customerId }));
    await expect(open).rejects.toThrow('npm run billing-setup');
    await expect(paymentsAt(empty).openPortal({ customerId, returnUrl: BACK })).rejects.toMatchObject({
      code: 'portal_missing',
    });
    await empty.close();
  });
});
