import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireNow } from '../../../../infra/local/stand-ins/stripe/sessions.ts';
import { settleSlow } from '../../../../infra/local/stand-ins/stripe/slow-payments.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
});
afterEach(async () => {
  its.stripe.faults.clear();
  expect(await its.stripe.problems()).toEqual([]);
});

const WITHIN = { timeout: 10_000 };
interface Started {
  readonly intentId: string;
  readonly url: string;
}
const buy = async () => {
  const wish = { catalogId: 'enrichment_pack_50' };
  const answer = await callHost(its.stack.appUrl, checkout.startEnrichmentCheckout, wish, headers);
  return { ...(answer.json() as unknown as Started), error: answer.json().error };
};
const seen = async (intentId: string) =>
  (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, headers)).json();
const left = async () => (await callHost(its.stack.appUrl, checkout.listCredits, {}, headers)).json().left;
const sessionOf = async (intentId: string) => {
  const found = its.stripe.world.state.get('checkout.session', String((await seen(intentId)).sessionId));
  if (!found) throw new Error('no session');
  return found;
};
const flowOf = (intentId: string) => its.stack.client.workflow.getHandle(`checkout/${intentId}`);
const payingSince = async (intentId: string) =>
  (await its.stack.sql`select paying_since from checkout_intents where id = ${intentId}`)[0]?.paying_since;

async function paidSlowly(): Promise<string> {
  const { intentId, url } = await buy();
  await press(url, { do: 'pay-slowly' });
  await expect.poll(() => payingSince(intentId), WITHIN).not.toBeNull();
  return intentId;
}

describe('a way to pay that takes days', () => {
  it('leaves the checkout pending without its page, until the money comes', async () => {
    const intentId = await paidSlowly();
    expect(await seen(intentId)).toMatchObject({ status: 'pending', url: null });
    expect((await buy()).error.details?.reason).toBe('payment_under_way');
    const canceled = await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId }, headers);
    expect(canceled.json()).toMatchObject({ status: 'pending', message: expect.stringContaining('takes days') });
    settleSlow(its.stripe.world, await sessionOf(intentId), true);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('completed');
    expect(await left()).toBe(50);
  });

  it('and fails: the checkout is over, its flow ends, and the same wish opens another page', async () => {
    const intentId = await paidSlowly();
    settleSlow(its.stripe.world, await sessionOf(intentId), false);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('expired');
    expect(await flowOf(intentId).result()).toBe('expired');
    expect((await buy()).intentId).not.toBe(intentId);
    expect(await left()).toBe(0);
  });

  it('is not waited for for ever: three weeks after the end of its page it is over, and money that comes then counts', async () => {
    const intentId = await paidSlowly();
    await its.stack.sql`update checkout_intents set expires_at = now() - interval '22 days' where id = ${intentId}`;
    await flowOf(intentId).signal('nudge');
    expect(await flowOf(intentId).result()).toBe('expired');
    settleSlow(its.stripe.world, await sessionOf(intentId), true);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('completed');
    expect(await left()).toBe(50);
  });
});

describe('a page that the provider ended by itself', () => {
  it('ends its checkout', async () => {
    const { intentId } = await buy();
    expireNow(its.stripe.world, await sessionOf(intentId));
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('expired');
  });

  it('without a webhook: the same wish opens another page at once', async () => {
    const first = await buy();
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    expireNow(its.stripe.world, await sessionOf(first.intentId));
    const second = await buy();
    expect(second.intentId).not.toBe(first.intentId);
    expect(await seen(first.intentId)).toMatchObject({ status: 'expired', url: null });
    expect(await press(second.url, { do: 'pay' })).not.toBe('410');
    // Paid, and nobody has told us: the same wish says so, instead of the page that is over.
    expect((await buy()).error.details?.reason).toBe('checkout_completed');
    expect(await left()).toBe(50);
  });
});
