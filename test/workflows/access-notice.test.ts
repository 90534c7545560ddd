import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellOfAccess } from '../../api/flows/tell-of-access.ts';
import { signedId } from '../../domain/secrets.ts';
import { decideNotice, isNoticeOpen, noteNewAccess } from '../../store/access/access-notices.ts';
import { inTransaction } from '../../store/database.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { storeNotice } from '../support/factories/access-notices.ts';
import { unreliableMailer } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { accessNoticePaths, flowClientOf } from './access-paths.ts';
import { keepHistory } from './histories.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);
const mailsOf = async (id: string) =>
  stack.sql<{ text: string; to: string }[]>`
    select text_body as text, recipient::text as to from local_mails where key = ${`${id}:new-access`}`;

describe('the flow of a notice about new access', () => {
  it.each(accessNoticePaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const mails = await mailsOf(handle.workflowId.replace('access-notice/', ''));
    expect(mails).toHaveLength(ends === 'mailed' ? 1 : 0);
    expect(mails.filter(({ text }) => text.includes('number 21 since yesterday'))).toHaveLength(
      name === 'the-last-of-the-day' ? 1 : 0,
    );
    await keepHistory('access-notice', name, handle);
  });

  it('never holds the token or the address', async () => {
    const rows = await stack.sql<{ id: string; email: string }[]>`
      select n.id, u.email::text from access_notices n join users u on u.id = n.user_id where n.name = 'Fresh key'`;
    const secrets = rows.flatMap(({ id, email }) => [signedId(stack.secrets.stopAccess, id), email]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    const logs = [{ where: 'the log', text: stack.logLines.join('\n') }];
    expect(findLeaks(secrets, [...flows, ...logs])).toEqual([]);
    expect(findLeaks([rows[0]?.id ?? ''], flows)).not.toEqual([]);
  });

  it('of 40 at once to one person, 20 leave and one that says there may be more', async () => {
    const { userId, workspaceId } = await storeNotice(stack, { email: 'many@new.test' });
    await stack.sql`
      insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode)
      select gen_random_uuid(), ${userId}, ${workspaceId}, 'key', 'One of many', 'host_api', false from generate_series(2, 40)`;
    const rows = await stack.sql<{ id: string }[]>`select id from access_notices where user_id = ${userId}`;
    // At the same moment, as many workers would: the flows come one after the other.
    await Promise.all(rows.map(({ id }) => decideNotice(stack.sql, id)));
    await Promise.all(rows.map(({ id }) => flowClientOf(stack).run('accessNotice', { id, workspaceId }, 10_000)));
    await expect
      .poll(
        async () =>
          (await stack.sql`select 1 from access_notices where user_id = ${userId} and settled_at is null`).count,
      )
      .toBe(0);
    const [count] = await stack.sql`
      select count(*)::int as mails, count(*) filter (where text_body like '%number 21 since yesterday%')::int as last
      from local_mails where recipient = 'many@new.test'`;
    expect(count).toEqual({ mails: 21, last: 1 });
  });

  it('a loop of changes to webhooks hides neither new access nor webhooks of another workspace', async () => {
    const { id, userId, workspaceId } = await storeNotice(stack, { email: 'owner-of-two@new.test' });
    const other = await storeNotice(stack, { email: 'of-another@new.test' });
    const change = async (of: string) => {
      const [row] = await stack.sql<{ id: string }[]>`
        insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode)
        values (gen_random_uuid(), ${userId}, ${of}, 'webhook_changed', 'hooks.example', 'host_api', false) returning id`;
      return decideNotice(stack.sql, row?.id ?? '');
    };
    const decisions = [];
    for (let nth = 0; nth < 13; nth += 1) decisions.push(await change(workspaceId));
    expect(decisions).toEqual([...Array(10).fill('mail'), 'last', 'none', 'none']);
    expect(await change(other.workspaceId)).toBe('mail');
    expect(await decideNotice(stack.sql, id)).toBe('mail');
    // What is past them starts no flow, and a new key does.
    const note = (kind: 'key' | 'webhook') =>
      inTransaction(stack.sql, async (tx) => {
        const notice = { kind, id: uuidv7(), userId, workspaceId, name: 'Noted', clientIp: null, isTest: false };
        await noteNewAccess(tx, notice, { actor: null, source: 'host_api' });
        return isNoticeOpen(tx, notice.id);
      });
    expect([await note('webhook'), await note('key')]).toEqual([false, true]);
  });

  it('starts no flow for what is past the mails of the day', async () => {
    const flowClient = flowClientOf(stack);
    const settled = async (mailsToday: number) => {
      const { id, workspaceId } = await storeNotice(stack, { email: `over-${mailsToday}@new.test`, mailsToday });
      await tellOfAccess({ sql: stack.sql, flowClient }, { id, workspaceId });
      return id;
    };
    const [over, last] = [await settled(21), await settled(20)];
    expect(await started(`access-notice/${last}`).then((handle) => handle.result())).toBe('mailed');
    await expect(stack.client.workflow.getHandle(`access-notice/${over}`).describe()).rejects.toThrow('not found');
    const rows =
      await stack.sql`select settled_at is not null as settled, decision from access_notices where id = ${over}`;
    expect(rows).toEqual([{ settled: true, decision: null }]);
  });

  it('is started by the sweep if it never started', async () => {
    const { id } = await storeNotice(stack, { email: 'swept-access@new.test' });
    const waits = async () => (await findWaiting(stack.sql, waitingRows)).some((row) => row.id === id);
    expect(await waits()).toBe(false);
    await stack.sql`update access_notices set created_at = now() - interval '61 seconds' where id = ${id}`;
    expect(await waits()).toBe(true);
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${id}`, taskQueue: stack.taskQueue });
    await stack.waitForMail('swept-access@new.test', 'new_access');
    await expect.poll(waits).toBe(false);
  });
});
