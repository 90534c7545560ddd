import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeClaimToken } from '../../domain/secrets.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { pollClaim } from '../support/drivers/native.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { ClaimJourney, nativeClaimPaths, wantsNoMails } from './native-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ makeMailer: unreliableMailer, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);
const sweep = (name: string) =>
  stack.client.workflow.execute('sweep', { workflowId: `sweep-${name}`, taskQueue: stack.taskQueue });
const waits = async (id: string) => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);

describe('the flow of a claim', () => {
  it.each(nativeClaimPaths)('$name', async ({ name, ends, domain, walk }) => {
    const journey = await ClaimJourney.begin(stack, domain);
    await started(journey.flow.workflowId);
    await walk(journey, stack);
    expect(await journey.flow.result()).toBe(ends);
    const [row] = await stack.sql`select status, flow_status from native_claims where id = ${journey.claim.id}`;
    expect(row).toEqual({ status: ends, flow_status: ends });
    expect((await stack.mailbox(journey.operator)).filter(({ kind }) => kind === 'claim')).toHaveLength(
      ends === 'undeliverable' ? 0 : 1,
    );
    await keepHistory('native-claim', name, journey.flow);
  });

  it('ends where the operator wants no mails; the agent learns only that none arrived', async () => {
    const journey = await ClaimJourney.begin(stack, 'new.test', (operator) => wantsNoMails(stack, operator));
    expect(await (await started(journey.flow.workflowId)).result()).toBe('undeliverable');
    expect(await stack.mailbox(journey.operator)).toEqual([]);
    const answer = await pollClaim(stack, journey.claim.pollToken);
    expect([answer.status, answer.json().error.details?.reason]).toEqual([422, 'email_undeliverable']);
  });

  it('shows an operator what it waits for, and wakes by itself when its time is over', async () => {
    const journey = await ClaimJourney.begin(stack);
    await journey.seen('pending');
    const metadata = (await journey.flow.query('__temporal_workflow_metadata')) as { currentDetails: string };
    expect(metadata.currentDetails).toBe('An agent asks for a key. Waiting for its operator to accept or refuse.');
    await stack.sql`update native_claims set expires_at = clock_timestamp() + interval '1 second' where id = ${journey.claim.id}`;
    await journey.nudge();
    expect(await journey.flow.result()).toBe('expired');
  });

  it('is started by the sweep where its start, its mail or a signal was lost', async () => {
    const journey = await ClaimJourney.begin(stack);
    const { id } = journey.claim;
    await journey.seen('pending');
    await journey.flow.terminate('by a test');
    await stack.sql`update native_claims set mailed_at = null, created_at = created_at - interval '61 seconds' where id = ${id}`;
    expect(await waits(id)).toBe(true);
    await sweep(id);
    await journey.seen('pending');
    await expect.poll(() => waits(id)).toBe(false);
    await stack.sql`update native_claims set status = 'refused', decided_at = now() - interval '61 seconds' where id = ${id}`;
    await sweep(`${id}-refused`);
    expect(await journey.flow.result()).toBe('refused');
  });
});

it('flows and logs hold no token and no address', async () => {
  const claims = await stack.sql<{ id: string; agent: string; operator: string }[]>`
    select id, agent_email::text as agent, operator_email::text as operator from native_claims`;
  const secrets = claims.flatMap(({ id, agent, operator }) => [nativeClaimToken(stack.secrets, id), agent, operator]);
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  expect(flows.length).toBeGreaterThanOrEqual(nativeClaimPaths.length);
  const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
  expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
  expect(findLeaks([claims[0]?.id ?? ''], flows)).not.toEqual([]);
});
