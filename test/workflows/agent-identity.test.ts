import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailedCode, signedId } from '../../domain/secrets.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { makePendingAgent } from '../support/factories/agents.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { identityPaths } from './identity-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());

describe('the flow of an agent’s identity', () => {
  it.each(identityPaths)('$name', async ({ name, ends, mails, walk }) => {
    const handle = await startedFlow(stack.client, await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('identity/', '');
    const [row] = await stack.sql<{ email: string; status: string; seen: string; code: string }[]>`
      select p.prospect_email::text as email, p.status, p.flow_status as seen, c.status as code
      from agent_principals p left join mailed_codes c on c.id = p.id where p.id = ${id}`;
    if (ends !== 'unknown identity') {
      expect(row).toMatchObject({ status: ends, seen: ends });
      expect(row?.code).not.toBe('open');
    }
    const kinds = (await stack.mailbox(row?.email ?? 'nobody@nowhere.test')).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual([...mails]);
    await keepHistory('agent-identity', name, handle);
  });

  it('never holds a code, a token or the address', async () => {
    const rows = await stack.sql<{ id: string; email: string }[]>`
      select id, prospect_email::text as email from agent_principals`;
    const secrets = rows.flatMap(({ id, email }) => [
      mailedCode(stack.secrets, 'agent_identity', id, 1),
      signedId(stack.secrets.stopAgent, id),
      email,
    ]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
    expect(findLeaks([rows[0]?.id ?? ''], flows)).not.toEqual([]);
  });

  it('is started by the sweep if it never started, and mails the code', async () => {
    const key = await (await makeTeam(stack.sql)).key('owner');
    const { principalId } = await makePendingAgent(stack, { key, email: 'swept@person.test' });
    const waits = async () => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === principalId);
    expect(await waits()).toBe(false);
    await stack.sql`
      update mailed_codes set accepted_at = null, issued_at = now() - interval '61 seconds' where id = ${principalId}`;
    expect(await waits()).toBe(true);
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${principalId}`, taskQueue: stack.taskQueue });
    await stack.waitForMail('swept@person.test', 'identity_code');
    await expect.poll(waits).toBe(false);
  });
});
