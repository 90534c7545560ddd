import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedId, signInToken } from '../../domain/secrets.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { storeLink, unreliableMailer } from '../support/factories/accounts.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { accountMailPaths, signInPaths } from './account-paths.ts';
import { keepHistory } from './histories.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, makeMailer: unreliableMailer });
});
afterAll(() => stack.close());
const started = (workflowId: string) => startedFlow(stack.client, workflowId);

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

describe('the flow of a mail about an account', () => {
  it.each(accountMailPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await started(await walk(stack));
    expect(await handle.result()).toBe(ends);
    const id = handle.workflowId.replace('account-mail/', '');
    const [mail] = await stack.sql`
      select m.recipient, m.settled_at is not null as settled, c.new_email::text as email
      from account_mails m join address_changes c on c.id = m.address_change_id where m.id = ${id}`;
    // The address is forgotten, whatever became of the mail.
    expect(mail).toMatchObject({ recipient: null, settled: true });
    expect(await stack.mailbox(mail?.email)).toHaveLength(ends === 'mailed' ? 1 : 0);
    await keepHistory('account-mail', name, handle);
  });

  it('never holds a token or an address', async () => {
    const changes = await stack.sql<{ id: string; oldEmail: string; newEmail: string }[]>`
      select id, old_email::text as "oldEmail", new_email::text as "newEmail" from address_changes`;
    const secrets = changes.flatMap(({ id, oldEmail, newEmail }) => [
      signedId(stack.secrets.addressLink, id),
      ...[oldEmail, newEmail],
    ]);
    const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
    expect(findLeaks(secrets, [...flows, { where: 'the log', text: stack.logLines.join('\n') }])).toEqual([]);
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
});
