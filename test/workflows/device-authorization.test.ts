import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { signIn } from '../support/drivers/session.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { DeviceJourney, devicePaths } from './device-paths.ts';
import { keepHistory } from './histories.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

describe('the flow of a device session', () => {
  it.each(devicePaths)('$name', async ({ name, ends, walk }) => {
    const journey = await DeviceJourney.begin(stack);
    await walk(journey, stack);
    expect(await journey.flow.result()).toBe(ends);
    const [row] = await stack.sql`select status, flow_status from device_sessions where id = ${journey.id}`;
    expect(row).toEqual({ status: ends, flow_status: ends });
    await keepHistory('device-authorization', name, journey.flow);
  });

  it('shows an operator what it waits for', async () => {
    const journey = await DeviceJourney.begin(stack);
    const ada = await signIn(stack);
    await journey.decide('approve', ada);
    await journey.seen('approved');
    await expect
      .poll(async () => (await journey.flow.describe()).typedSearchAttributes.getAll().map(({ value }) => value))
      .toEqual(expect.arrayContaining(['approved', ada.workspaceId]));
    expect(await (await journey.flow.describe()).staticSummary()).toBe(`Device session ${journey.id}`);
    const metadata = (await journey.flow.query('__temporal_workflow_metadata')) as { currentDetails: string };
    expect(metadata.currentDetails).toBe('A person has allowed it. Waiting for the device to fetch its key.');
  });

  it('wakes by itself when the time of the session is over', async () => {
    const journey = await DeviceJourney.begin(stack);
    await journey.seen('pending');
    await stack.sql`update device_sessions set expires_at = clock_timestamp() + interval '1 second' where id = ${journey.id}`;
    await journey.nudge();
    expect(await journey.flow.result()).toBe('expired');
  });

  it('ends where its session is gone', async () => {
    const journey = await DeviceJourney.begin(stack);
    await journey.seen('pending');
    await stack.sql`delete from device_sessions where id = ${journey.id}`;
    await journey.nudge();
    expect(await journey.flow.result()).toBe('expired');
  });
});

describe('the sweep', () => {
  const sweep = (name: string) =>
    stack.client.workflow.execute('sweep', { workflowId: `sweep-${name}`, taskQueue: stack.taskQueue });

  const age = (id: string) => stack.sql`
    update device_sessions set created_at = created_at - interval '2 minutes', decided_at = decided_at - interval '2 minutes',
      consumed_at = consumed_at - interval '2 minutes', expires_at = expires_at - interval '2 minutes' where id = ${id}`;

  const waits = async (id: string) => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);

  it('starts the flow of a session whose start was lost, once it has waited a minute', async () => {
    const journey = await DeviceJourney.begin(stack);
    const { id, flow } = journey;
    await journey.seen('pending');
    await flow.terminate('by a test');
    await stack.sql`update device_sessions set flow_status = null where id = ${id}`;
    expect(await waits(id)).toBe(false);
    await age(id);
    expect(await waits(id)).toBe(true);
    await sweep(id);
    await expect.poll(async () => (await flow.describe()).status.name).toBe('RUNNING');
    await expect.poll(() => waits(id)).toBe(false);
  });

  it('nudges the flow of a session whose signal was lost', async () => {
    const journey = await DeviceJourney.begin(stack);
    await journey.seen('pending');
    const ada = await signIn(stack);
    await stack.sql`
      update device_sessions set status = 'consumed', workspace_id = ${ada.workspaceId}, decided_at = now(), consumed_at = now()
      where id = ${journey.id}`;
    await age(journey.id);
    await sweep(journey.id);
    expect(await journey.flow.result()).toBe('consumed');
    expect(await waits(journey.id)).toBe(false);
  });

  it('ends a session whose time is over and whose flow is gone', async () => {
    const journey = await DeviceJourney.begin(stack);
    await journey.seen('pending');
    await journey.flow.terminate('by a test');
    await stack.sql`update device_sessions set expires_at = now() - interval '65 seconds' where id = ${journey.id}`;
    await sweep(journey.id);
    await journey.seen('expired');
    const [row] = await stack.sql`select status from device_sessions where id = ${journey.id}`;
    expect(row?.status).toBe('expired');
  });
});
