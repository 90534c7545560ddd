import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookAtSubscription, type SubscriptionDependencies } from '../../../activities/billing/subscription.ts';
import { dispute } from '../../../stand-ins/stripe/money.ts';
import { allowRefund } from '../../../store/billing/automatic-refunds.ts';
import { saveCustomer } from '../../../store/billing/customers.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { toOpen } from '../../support/factories/stripe-checkouts.ts';
import { paymentsAt, press } from '../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let customerId: string;
let told: string[];
beforeAll(async () => {
  its = await startPayingStack();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  told = [];
  const { workspaceId } = team;
  ({ customerId } = await paymentsAt(its.stripe).customerOf({ workspaceId, name: 'Acme', email: 'ada@acme.test' }));
  await saveCustomer(its.stack.sql, workspaceId, customerId, { email: 'ada@acme.test', userId: null });
});

/** @param more what the provider does otherwise */
const dependencies = (more: Partial<SubscriptionDependencies['payments']> = {}): SubscriptionDependencies => ({
  ...{ sql: its.stack.sql, client: its.stack.client, taskQueue: its.stack.taskQueue, now: Date.now },
  payments: { ...paymentsAt(its.stripe), ...more },
  onPaymentRefused: (_, code) => told.push(code),
  onDispute: () => told.push('dispute'),
  onPlanKept: (_, why) => told.push(why),
});
let bought = 0;
const buyPlan = async () => {
  bought += 1;
  const of = { workspaceId: team.workspaceId, customerId };
  const { url } = await paymentsAt(its.stripe).openCheckout(toOpen(of, { intentId: `look-${bought}` }));
  await press(url, { do: 'pay' });
};
const refunds = async () =>
  (await paymentsAt(its.stripe).listPayments(customerId)).filter(({ amountRefunded }) => amountRefunded > 0).length;
const alive = async () =>
  (await paymentsAt(its.stripe).listSubscriptions(customerId)).filter(({ status }) => status === 'active').length;

describe('a look', () => {
  it('that another one overtook gives no money back', async () => {
    await buyPlan();
    await buyPlan();
    const { listPayments } = paymentsAt(its.stripe);
    const overtaken = lookAtSubscription(
      dependencies({
        // The other look begins and ends while this one reads.
        listPayments: async (id) => {
          await its.stack
            .sql`update billing_customers set looked_at = clock_timestamp() where workspace_id = ${team.workspaceId}`;
          return listPayments(id);
        },
      }),
      team.workspaceId,
    );
    expect(await overtaken).toMatchObject({ waitMs: 1_000 });
    expect([await refunds(), await alive()]).toEqual([0, 2]);
    await its.stack.sql`update billing_customers set looked_at = null where workspace_id = ${team.workspaceId}`;
    expect(await lookAtSubscription(dependencies(), team.workspaceId)).toMatchObject({ stage: 'active' });
    expect([await refunds(), await alive()]).toEqual([1, 1]);
  });

  it('gives back three payments of a day; then operators are told once of each, and nothing more goes back', async () => {
    for (let n = 0; n < 5; n += 1) await buyPlan();
    await lookAtSubscription(dependencies(), team.workspaceId);
    expect([await refunds(), await alive(), told]).toEqual([3, 1, ['too_many_refunds']]);
    await lookAtSubscription(dependencies(), team.workspaceId);
    expect([await refunds(), await alive(), told]).toEqual([3, 1, ['too_many_refunds']]);
    await buyPlan();
    await lookAtSubscription(dependencies(), team.workspaceId);
    expect([await refunds(), told.length]).toEqual([3, 2]);
    expect(
      await its.stack
        .sql`select is_withheld from automatic_refunds where workspace_id = ${team.workspaceId} order by decided_at`,
    ).toEqual([false, false, false, true, true].map((is_withheld) => ({ is_withheld })));
  });

  it('gives nothing back of what the bank has taken back: a refund on top of a dispute is paid by us', async () => {
    await buyPlan();
    await buyPlan();
    const payments = await paymentsAt(its.stripe).listPayments(customerId);
    const later = payments.toSorted((left, right) => right.createdMs - left.createdMs);
    for (const { paymentId } of later) dispute(its.stripe.world, paymentId ?? '');
    const asked: unknown[] = [];
    const look = () =>
      lookAtSubscription(
        dependencies({
          refund: async (what) => {
            asked.push(what);
            await paymentsAt(its.stripe).refund(what);
          },
        }),
        team.workspaceId,
      );
    await look();
    await look();
    expect([asked, await refunds(), await alive()]).toEqual([[], 0, 1]);
    expect(told.filter((word) => word !== 'dispute')).toEqual([]);
    expect(await its.stack.sql`select 1 from automatic_refunds where workspace_id = ${team.workspaceId}`).toHaveLength(
      0,
    );
  });

  it('decides each payment once, of many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => allowRefund(its.stack.sql, team.workspaceId, `pi_${team.workspaceId}_${n}`)),
    );
    expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(3);
    expect(await allowRefund(its.stack.sql, (await makeTeam(its.stack.sql)).workspaceId, `pi_other_${bought}`)).toBe(
      'allowed',
    );
  });
});
