import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationToken } from '../../domain/secrets.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { storeInvitation } from '../support/factories/members.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { invitationPaths } from './member-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);

describe('the flow of an invitation', () => {
  it.each(invitationPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('invitation/', '');
    const [row] = await stack.sql`
      select i.email::text, i.revoked_at is not null as revoked, d.mailed_at is not null as mailed
      from invitations i join invitation_mails d on d.invitation_id = i.id where i.id = ${id}`;
    expect(row).toMatchObject({ revoked: ends !== 'mailed', mailed: ends !== 'late' });
    expect(await stack.mailbox(row?.email)).toHaveLength(ends === 'mailed' ? 1 : 0);
    await keepHistory('invitation', name, handle);
  });

  it('never holds the token or the address', async () => {
    const rows = await stack.sql<{ id: string; email: string }[]>`select id, email::text from invitations`;
    const secrets = rows.flatMap(({ id, email }) => [invitationToken(stack.secrets, id), email]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
    expect(findLeaks([rows[0]?.id ?? ''], flows)).not.toEqual([]);
  });

  it('is started by the sweep if it never started, once its row has waited a minute', async () => {
    const { workspaceId } = await makeTeam(stack.sql);
    const { id } = await storeInvitation(stack, { workspaceId, email: 'swept-join@new.test' });
    const waits = async () => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);
    expect(await waits()).toBe(false);
    await stack.sql`update invitation_mails set asked_at = now() - interval '61 seconds' where invitation_id = ${id}`;
    expect(await waits()).toBe(true);
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${id}`, taskQueue: stack.taskQueue });
    await stack.waitForMail('swept-join@new.test', 'invitation');
    await expect.poll(waits).toBe(false);
  });
});
