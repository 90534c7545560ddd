import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToken } from '../../domain/secrets.ts';
import { settleTrial } from '../../store/billing/trials.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { stateOf, storeLink, storeTrial, unreliableMailer } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { signInPaths, trialPaths } from './account-paths.ts';
import { keepHistory } from './histories.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());

/** The flow of a workflow id, once it has started. */
async function started(workflowId: string): Promise<WorkflowHandle> {
  const handle = stack.client.workflow.getHandle(workflowId);
  await expect
    .poll(() =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return handle;
}

describe('the flow of a magic link', () => {
  it.each(signInPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const [link] = await stack.sql`
      select mailed_at is not null as mailed, email::text from sign_in_links
      where id = ${handle.workflowId.replace('sign-in/', '')}`;
    expect(link?.mailed).toBe(ends === 'mailed');
    expect(await stack.mailbox(link?.email)).toHaveLength(ends === 'mailed' ? 1 : 0);
    await keepHistory('sign-in', name, handle);
  });

  it('never holds the token, the code of the link, or the address', async () => {
    const links = await stack.sql<{ id: string; email: string }[]>`select id, email::text from sign_in_links`;
    const secrets = links.flatMap(({ id, email }) => [signInToken(stack.secrets, id), email]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    expect(flows.length).toBeGreaterThanOrEqual(signInPaths.length);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
    expect(findLeaks([links[0]?.id ?? ''], flows)).not.toEqual([]);
  });
});

describe('the flow of a trial', () => {
  it.each(trialPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('trial/', '');
    expect(await stateOf(stack, id)).toEqual({ plan: ends === 'ended' ? 'free' : 'plus', status: 'active' });
    const logged = await stack.sql`select action, actor from activity_log where workspace_id = ${id}`;
    expect(logged).toEqual(ends === 'ended' ? [{ action: 'trial.ended', actor: 'holdfast' }] : []);
    await keepHistory('trial', name, handle);
  });

  it('shows an operator what it waits for', async () => {
    const running = await started(await (trialPaths[0] as (typeof trialPaths)[0]).walk(stack));
    await running.result();
    const values = (await running.describe()).typedSearchAttributes.getAll().map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['ended', running.workflowId.replace('trial/', '')]));
    expect(await (await running.describe()).staticSummary()).toMatch(/^Trial of /);
  });

  it('ends a trial once, however often it looks, and none before its time', async () => {
    const id = await storeTrial(stack);
    expect(await settleTrial(stack.sql, id)).toMatchObject({ stage: 'running' });
    expect(await stateOf(stack, id)).toEqual({ plan: 'growth', status: 'trialing' });
    await stack.sql`update workspaces set trial_ends_at = clock_timestamp() where id = ${id}`;
    const standings = await Promise.all([1, 2, 3].map(() => settleTrial(stack.sql, id)));
    expect(standings).toEqual([{ stage: 'ended' }, { stage: 'ended' }, { stage: 'ended' }]);
    expect(await stack.sql`select 1 from activity_log where workspace_id = ${id}`).toHaveLength(1);
  });

  it('always has an end', async () => {
    const id = await storeTrial(stack);
    const endless = stack.sql`update workspaces set trial_ends_at = null where id = ${id}`;
    await expect(endless).rejects.toMatchObject({ constraint_name: 'workspaces_trial_has_end' });
  });
});

describe('the sweep', () => {
  const sweep = (name: string) =>
    stack.client.workflow.execute('sweep', { workflowId: `sweep-${name}`, taskQueue: stack.taskQueue });
  const waits = async (id: string) => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);

  it('mails a link whose flow never started, once it has waited a minute', async () => {
    const id = await storeLink(stack, 'swept@new.test');
    expect(await waits(id)).toBe(false);
    await stack.sql`update sign_in_links set created_at = created_at - interval '61 seconds' where id = ${id}`;
    expect(await waits(id)).toBe(true);
    await sweep(id);
    await stack.waitForMail('swept@new.test', 'sign_in_link');
    expect(await (await started(flowId('signIn', id))).result()).toBe('mailed');
    expect(await waits(id)).toBe(false);
  });

  it('ends a trial whose flow is gone', async () => {
    const id = await storeTrial(stack);
    await stack.sql`update workspaces set trial_ends_at = clock_timestamp() - interval '61 seconds' where id = ${id}`;
    expect(await waits(id)).toBe(true);
    await sweep(id);
    expect(await (await started(flowId('trial', id))).result()).toBe('ended');
    expect(await stateOf(stack, id)).toEqual({ plan: 'free', status: 'active' });
    expect(await waits(id)).toBe(false);
  });
});
