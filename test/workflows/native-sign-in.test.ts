import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownLetterCode } from '../../domain/access/letter-code.ts';
import { mailedCode } from '../../domain/secrets.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { start } from '../support/drivers/native.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { nativeSignInPaths } from './native-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ makeMailer: unreliableMailer, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);
const sweep = (name: string) =>
  stack.client.workflow.execute('sweep', { workflowId: `sweep-${name}`, taskQueue: stack.taskQueue });
const waits = async (id: string) => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);

describe('the flow of a mailed code', () => {
  it.each(nativeSignInPaths)('$name', async ({ name, ends, walk }) => {
    const id = await walk(stack);
    const handle = await started(flowId('nativeSignIn', id));
    expect(await handle.result()).toBe(ends);
    const [row] = await stack.sql`select email::text, issue_no from mailed_codes where id = ${id}`;
    // The mail about the new key may be there, too.
    const codes = (await stack.mailbox(row?.email)).filter(({ kind }) => kind === 'sign_in_code');
    expect(codes).toHaveLength(ends === 'mailed' ? row?.issue_no : 0);
    await keepHistory('native-sign-in', name, handle);
  });

  it('is started by the sweep where it never started', async () => {
    await stack.stopWorker();
    const { challengeId } = await start(stack, { email: 'swept-code@new.test' });
    await (await started(flowId('nativeSignIn', challengeId))).terminate('by a test');
    await stack.startWorker();
    expect(await waits(challengeId)).toBe(false);
    await stack.sql`update mailed_codes set issued_at = issued_at - interval '61 seconds' where id = ${challengeId}`;
    expect(await waits(challengeId)).toBe(true);
    await sweep(challengeId);
    await stack.waitForMail('swept-code@new.test', 'sign_in_code');
    await expect.poll(() => waits(challengeId)).toBe(false);
  });
});

it('flows and logs hold no code and no address', async () => {
  const codes = await stack.sql<{ id: string; email: string; issue: number }[]>`
    select id, email::text, issue_no as issue from mailed_codes`;
  const secrets = codes.flatMap(({ id, email, issue }) => {
    const code = mailedCode(stack.secrets, 'native_sign_in', id, issue);
    return [code, shownLetterCode(code), email];
  });
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  expect(flows.length).toBeGreaterThanOrEqual(nativeSignInPaths.length);
  const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
  expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
  expect(findLeaks([codes[0]?.id ?? ''], flows)).not.toEqual([]);
});
