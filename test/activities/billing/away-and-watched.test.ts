import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSweepActivities } from '../../../activities/ops/sweep.ts';
import { redactFailures } from '../../../activities/redact-failures.ts';
import { PaymentsAway } from '../../../outbound/payments/payments.ts';
import { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { flowId, flowStart } from '../../../workflows/catalogue.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { startedFlow } from '../../support/drivers/started-flow.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { paymentsAt, press } from '../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';

let its: PayingStack;
beforeAll(async () => {
  its = await startPayingStack();
});
afterAll(() => its.close());

const failureOf = (error: Error): Promise<unknown> =>
  redactFailures({ look: () => Promise.reject(error) }, () => {})
    .look()
    .catch((failure: unknown) => failure);

describe('a payment provider that is away', () => {
  it.each([
    [30_000, 30_000],
    [0, 1_000],
    [86_400_000, 600_000],
  ])('that wants no calls for %d ms is asked again after %d', async (retryAfterMs, nextRetryDelay) => {
    const failure = await failureOf(new PaymentsAway('429 rate_limit', retryAfterMs));
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ nextRetryDelay, type: 'service.unavailable' });
  });

  it('that says nothing is asked by the rule of the flow', async () => {
    expect(await failureOf(new PaymentsAway('timeout'))).toMatchObject({ nextRetryDelay: undefined });
  });

  it('is told once a minute by the sweep, which does not fail', async () => {
    const { sql, client } = its.stack;
    const told: string[] = [];
    await sql`delete from sweep_parts where name like 'payment_%'`;
    let asked = 0;
    const listNews = () => {
      asked += 1;
      return Promise.reject(new PaymentsAway('timeout'));
    };
    const { askForPaymentNews } = createSweepActivities({
      ...{ sql, client, taskQueue: its.stack.taskQueue, now: Date.now },
      payments: { ...paymentsAt(its.stripe), listNews },
      onPartFailed: (part: string) => told.push(part),
    } as never);
    for (let turn = 0; turn < 3; turn += 1) await askForPaymentNews();
    expect([asked, told]).toEqual([1, ['payment_news']]);
    await sql`update sweep_parts set failed_at = now() - interval '61 seconds' where name = 'payment_news'`;
    await askForPaymentNews();
    expect(asked).toBe(2);
    await sql`delete from sweep_parts where name like 'payment_%'`;
  });
});

describe('a plan that is bought', () => {
  it('names its flow, asks the provider on a queue of its own, and ends the flow of the trial', async () => {
    const { client, sql, taskQueue, appUrl } = its.stack;
    const { workspaceId, key } = await makeTeam(sql);
    await sql`
      update workspaces set plan = 'growth', subscription_status = 'trialing', trial_ends_at = now() + interval '10 days' where id = ${workspaceId}`;
    const { headers } = await key('owner');
    const row = { id: workspaceId, workspaceId };
    const trial = await client.workflow.start('trial', flowStart('trial', row, taskQueue) as never);
    const started = await callHost(appUrl, checkout.startCheckout, { plan: 'plus', quantity: 7 }, headers);
    const { intentId, url } = started.json() as unknown as { intentId: string; url: string };
    expect(started.headers['x-workflow-id']).toBe(flowId('checkout', intentId));
    await press(url, { do: 'pay' });
    const flow = await startedFlow(client, flowId('checkout', intentId));
    await flow.signal('changed');
    expect(await flow.result()).toBe('completed');
    expect(await trial.result()).toBe('converted');
    const { events = [] } = await flow.fetchHistory();
    const queues = (events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: one }) => one?.taskQueue?.name ?? [],
    );
    expect(new Set(queues)).toEqual(new Set([`${taskQueue}-payments`]));
  });
});
