import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrialActivities } from '../../activities/billing/trial.ts';
import { localMailer } from '../../activities/mail/send.ts';
import { readTrialMail, settleTrial } from '../../store/billing/trials.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { ownerOfTrial, stateOf, storeTrial } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { trialPaths } from './account-paths.ts';
import { keepHistory } from './histories.ts';

const DAY_MS = 86_400_000;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);

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
    expect(standings.map(({ stage }) => stage)).toEqual(['ended', 'ended', 'ended']);
    expect(await stack.sql`select 1 from activity_log where workspace_id = ${id}`).toHaveLength(1);
  });

  it('mails its owners three days before the end and at the end, each once, and tells what stays', async () => {
    const id = await storeTrial(stack);
    const to = ownerOfTrial(id);
    const subjects = async () =>
      (await stack.sql<{ subject: string }[]>`select subject from local_mails where recipient = ${to} order by id`).map(
        ({ subject }) => subject,
      );
    const { mailTrial } = createTrialActivities({
      sql: stack.sql,
      mailer: localMailer(stack.sql, Date.now),
      service: { name: 'Holdfast', fromEmail: 'mail@holdfast.test', publicUrl: stack.publicUrl },
      links: { appUrl: stack.appUrl },
    });
    expect(await settleTrial(stack.sql, id)).toEqual({ stage: 'running', waitMs: expect.closeTo(11 * DAY_MS, -4) });
    await stack.sql`update workspaces set trial_ends_at = clock_timestamp() + interval '3 days' where id = ${id}`;
    expect(await settleTrial(stack.sql, id)).toMatchObject({ stage: 'running', isMailDue: true });
    await mailTrial(id);
    await mailTrial(id);
    expect(await settleTrial(stack.sql, id)).toMatchObject({ stage: 'running', isMailDue: false });
    expect(await subjects()).toEqual([expect.stringMatching(/^The trial of On trial ends on \w{3} .* GMT\+0$/)]);
    await stack.sql`update workspaces set trial_ends_at = clock_timestamp() where id = ${id}`;
    expect(await settleTrial(stack.sql, id)).toEqual({ stage: 'ended', isMailDue: true });
    await mailTrial(id);
    await mailTrial(id);
    expect(await settleTrial(stack.sql, id)).toEqual({ stage: 'ended', isMailDue: false });
    expect((await subjects()).slice(1)).toEqual(['The trial of On trial is over']);
    const [mail] = await stack.sql<{ text: string }[]>`
      select text_body as text from local_mails where recipient = ${to} order by id desc limit 1`;
    expect(mail?.text).toContain('Nothing was deleted');
    expect(mail?.text).toContain(`${stack.appUrl}/plans`);
  });

  it('that a subscription replaced is never told to be over', async () => {
    const id = await storeTrial(stack);
    await stack.sql`update workspaces set plan = 'plus', subscription_status = 'active', trial_ends_at = now() where id = ${id}`;
    expect(await settleTrial(stack.sql, id)).toEqual({ stage: 'converted' });
    expect(await readTrialMail(stack.sql, id)).toBeUndefined();
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
