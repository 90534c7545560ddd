import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaymentsRefused } from '../../../outbound/payments/payments.ts';
import { BACK, moveOn, setCard, subscribed } from '../../support/factories/stripe-checkouts.ts';
import { type CheckedStripe, paymentsAt, press, startCheckedStripe } from '../../support/fakes/stripe.ts';

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

describe('a subscription', () => {
  it('renews, fails, is past due, and ends after the last try', async () => {
    const { customerId, subscription } = await subscribed(stripe);
    await moveOn(stripe, 32);
    const [renewed] = await payments().listSubscriptions(customerId);
    expect(renewed?.items[0]?.periodStartMs).toBe(subscription.items[0]?.periodEndMs);
    expect(await payments().listInvoices(customerId)).toHaveLength(2);
    await setCard(stripe, customerId, 'card-declines');
    await moveOn(stripe, 31);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'past_due' }]);
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ status: 'open', paymentId: null }]);
    await moveOn(stripe, 20);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([
      { status: 'canceled', endedMs: expect.any(Number) },
    ]);
  });

  it('is active again when a later try works', async () => {
    const { customerId } = await subscribed(stripe);
    await setCard(stripe, customerId, 'card-declines');
    await moveOn(stripe, 32);
    await setCard(stripe, customerId, 'card-works');
    await moveOn(stripe, 4);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'active' }]);
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ status: 'paid', amountPaid: 6_000 }]);
  });

  it('is canceled at once, twice without harm, and refunded, twice without harm', async () => {
    const { customerId, subscription } = await subscribed(stripe);
    await payments().cancelNow(subscription.subscriptionId);
    await payments().cancelNow(subscription.subscriptionId);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
    const paymentId = (await payments().listInvoices(customerId))[0]?.paymentId ?? '';
    await payments().refund({ paymentId, reason: 'duplicate' });
    await payments().refund({ paymentId, reason: 'requested_by_customer' });
    expect(await payments().listPayments(customerId)).toMatchObject([{ amount: 6_000, amountRefunded: 6_000 }]);
    await expect(payments().cancelNow('sub_none')).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('ends with its period from the portal; until then it can be kept', async () => {
    const { customerId, subscription } = await subscribed(stripe);
    const { url } = await payments().openPortal({ customerId, returnUrl: BACK });
    const fields = { subscription: subscription.subscriptionId };
    await press(url, { ...fields, do: 'cancel' });
    expect(await payments().listSubscriptions(customerId)).toMatchObject([
      { status: 'active', cancelAtPeriodEnd: true },
    ]);
    await press(url, { ...fields, do: 'resume' });
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ cancelAtPeriodEnd: false }]);
    await press(url, { ...fields, do: 'cancel' });
    await moveOn(stripe, 32);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
    expect(await (await fetch(url)).text()).toContain('canceled');
  });

  it('gets another plan and quantity when a person confirms it, and the difference is paid', async () => {
    const { customerId, subscription } = await subscribed(stripe);
    const itemId = subscription.items[0]?.itemId ?? '';
    const change = {
      ...{ customerId, subscriptionId: subscription.subscriptionId, itemId },
      ...{ doneUrl: `${BACK}?payment=done`, backUrl: BACK },
      quantity: 5,
    };
    const { url, priceId } = await payments().openPlanChange({ ...change, plan: 'growth', interval: 'annual' });
    await setCard(stripe, customerId, 'card-declines');
    expect(await press(url, { do: 'confirm' })).toContain('?declined');
    await setCard(stripe, customerId, 'card-works');
    // Back without a change is another place than back with one.
    expect(await (await fetch(url)).text()).toContain(`<a href="${BACK}">Back</a>`);
    expect(await press(url, { do: 'confirm' })).toBe(`${BACK}?payment=done`);
    const [changed] = await payments().listSubscriptions(customerId);
    expect(changed?.items).toMatchObject([{ priceId, quantity: 5, purchase: { plan: 'growth', interval: 'annual' } }]);
    const [invoice] = await payments().listInvoices(customerId, 1);
    expect(invoice?.total).toBeGreaterThan(140_000);
    // What is taken off for the old plan is not what it is for.
    expect(invoice?.lines).toMatchObject([{ purchase: { plan: 'growth', interval: 'annual' }, quantity: 5 }]);
    // Downwards nothing is paid back, but later invoices are lower.
    const down = await payments().openPlanChange({ ...change, plan: 'starter', interval: 'annual', quantity: 1 });
    await press(down.url, { do: 'confirm' });
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ amountDue: 0, amountPaid: 0 }]);
    const same = payments().openPlanChange({ ...change, plan: 'starter', interval: 'annual', quantity: 1 });
    await expect(same).rejects.toBeInstanceOf(PaymentsRefused);
  });
});

describe('an open invoice', () => {
  it('is ended, once or twice; one that is paid stays paid', async () => {
    const { customerId } = await subscribed(stripe);
    const [paid] = await payments().listInvoices(customerId);
    await payments().voidInvoice(paid?.invoiceId ?? '');
    expect(await payments().listInvoices(customerId)).toMatchObject([{ status: 'paid' }]);
    await setCard(stripe, customerId, 'card-declines');
    await moveOn(stripe, 32);
    const [open] = await payments().listInvoices(customerId, 1);
    expect(open?.status).toBe('open');
    await payments().voidInvoice(open?.invoiceId ?? '');
    await payments().voidInvoice(open?.invoiceId ?? '');
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ status: 'void' }]);
    await expect(payments().voidInvoice('in_none')).rejects.toBeInstanceOf(PaymentsRefused);
  });
});

it('changes of subscriptions were checked by stripe-mock and against Stripe’s description', () => {
  const METHODS = [
    ...['DELETE /v1/subscriptions/{id}', 'GET /v1/billing_portal/configurations'],
    ...['POST /v1/billing_portal/sessions', 'POST /v1/refunds'],
  ];
  if (stripe.isChecked) expect([...stripe.checked]).toEqual(expect.arrayContaining(METHODS));
});
