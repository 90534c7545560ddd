import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalTemporal } from '../../infra/local/temporal-server.ts';
import { checkout } from '../../schemas/operations/billing/checkout.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../support/factories/keys.ts';
import { press } from '../support/fakes/stripe.ts';
import { startOwnTemporal } from '../support/stack/own-temporal.ts';
import { type PayingStack, startPayingStack } from '../support/stack/paying-stack.ts';
import { makeRunFolder } from '../support/stack/run-folder.ts';

/** Temporal's own limit is 4,096 events. */
const LONG_HISTORY = 50;

let folder: string;
let temporal: LocalTemporal;
let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = await makeRunFolder();
  temporal = await startOwnTemporal(folder, [`limit.historyCount.suggestContinueAsNew=${LONG_HISTORY}`]);
  its = await startPayingStack({ temporal: temporal.address });
  its.listen();
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
});
afterAll(async () => {
  await its?.close();
  await temporal?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (input: object) =>
  (await callHost(its.stack.appUrl, checkout.startCheckout, { ...input }, headers)).json() as unknown as {
    intentId: string;
    url: string;
  };
const planOf = async () => (await its.stack.sql`select plan from workspaces where id = ${team.workspaceId}`)[0]?.plan;

/** What operators read of a flow. */
const shown = async (workflowId: string): Promise<string> => {
  const flow = its.stack.client.workflow.getHandle(workflowId);
  const { currentDetails } = await flow.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  return currentDetails;
};

/** Nudges a flow until a new run continues it. */
async function liveLong(workflowId: string): Promise<void> {
  const flow = its.stack.client.workflow.getHandle(workflowId);
  const runOf = async () => (await flow.describe()).runId;
  const first = await runOf();
  await expect
    .poll(
      async () => {
        await flow.signal('nudge');
        return runOf();
      },
      { timeout: 15_000, interval: 20 },
    )
    .not.toBe(first);
}

it('flows of billing that live for years continue as new, and go on', async () => {
  const { intentId, url } = await start({ plan: 'plus', quantity: 7 });
  expect(await shown(`checkout/${intentId}`)).toBe('Waiting for a person to pay.');
  await liveLong(`checkout/${intentId}`);
  expect(await shown(`checkout/${intentId}`)).toBe(`Checkout ${intentId}\n\nWaiting for a person to pay.`);
  await press(url, { do: 'pay' });
  await expect.poll(planOf).toBe('plus');
  await liveLong(`subscription/${team.workspaceId}`);
  await expect
    .poll(() => shown(`subscription/${team.workspaceId}`))
    .toBe(`Subscription of ${team.workspaceId}\n\nThe subscription is paid.`);
  const change = await start({ plan: 'growth', quantity: 8 });
  await press(change.url, { do: 'confirm' });
  await expect.poll(planOf).toBe('growth');
});
