import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyOfAccess } from '../../api/flows/notify-of-access.ts';
import { shownLetterCode } from '../../domain/access/letter-code.ts';
import { invitationToken, mailedCode, signedId, signInToken } from '../../domain/secrets.ts';
import { decideNotice, noteNewAccess } from '../../store/access/access-notices.ts';
import { inTransaction } from '../../store/database.ts';
import { noteSignUp } from '../../store/identity/agent-sign-ups.ts';
import { revokeAgent } from '../../store/identity/change-agent.ts';
import { findWaitingMail, isMailWaiting } from '../../store/mail/outbox.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { flowClientOf } from '../support/drivers/flow-client.ts';
import { codeOf, start, verify } from '../support/drivers/native.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { storeNotice } from '../support/factories/access-notices.ts';
import { storeAccountMail, storeLink, unreliableMailer } from '../support/factories/accounts.ts';
import { makeAgent } from '../support/factories/agents.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { storeInvitation } from '../support/factories/members.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { keepHistory } from './histories.ts';
import { mailPaths, newAddress, send } from './mail-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ makeMailer: unreliableMailer, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

const handleOf = (id: string) => startedFlow(stack.client, flowId('mail', id));
/** How the flow of a mail ends. */
const endOf = async (id: string) => (await handleOf(id)).result();
const rowOf = async (id: string) => {
  const [row] = await stack.sql`
    select kind, outcome, recipient::text, settled_at is not null as "isSettled" from outbox_mails where id = ${id}`;
  return row;
};
const subjectsTo = async (email: string, kind: string) =>
  (await stack.mailbox(email)).filter((mail) => mail.kind === kind).map(({ subject }) => subject);

describe('the flow of a mail', () => {
  it.each(mailPaths)('$name', async ({ name, ends, walk }) => {
    const id = await walk(stack);
    const handle = await handleOf(id);
    expect(await handle.result()).toBe(ends);
    expect(await rowOf(id)).toMatchObject({ outcome: ends, recipient: null, isSettled: true });
    const mails = await stack.sql`select 1 from local_mails where key like ${`${id}:%`}`;
    expect(mails).toHaveLength(ends === 'mailed' ? 1 : 0);
    await keepHistory('mail', name, handle);
  });

  it('sends nothing a second time', async () => {
    const email = newAddress('new.test');
    const id = send(stack, await storeLink(stack, email));
    await endOf(id);
    await stack.sql`delete from local_mails where recipient = ${email}`;
    await flowClientOf(stack).run('mail', { id, workspaceId: null }, 10_000);
    expect(await stack.mailbox(email)).toEqual([]);
  });

  it('is started by the sweep once its row has waited for a while, with a lot for each kind', async () => {
    const link = await storeLink(stack, 'swept-link@new.test');
    const { id: notice } = await storeNotice(stack, { email: 'swept-access@new.test' });
    const { workspaceId } = await makeTeam(stack.sql);
    const invitation = await storeInvitation(stack, { workspaceId, email: 'swept-join@new.test' });
    const ids = [link, notice, (await findWaitingMail(stack.sql, invitation.id)) ?? ''];
    const waiting = async () => (await findWaiting(stack.sql, waitingRows)).filter(({ id }) => ids.includes(id));
    expect(await waiting()).toEqual([]);
    await stack.sql`update outbox_mails set created_at = now() - interval '61 seconds' where id = any(${ids}::uuid[])`;
    expect((await waiting()).map(({ flow }) => flow)).toEqual(['mail', 'mail', 'mail']);
    const lots =
      await stack.sql`select distinct lot from (${waitingRows.mail(stack.sql)}) rows where id = any(${ids}::uuid[])`;
    expect(lots).toHaveLength(3);
    await stack.client.workflow.execute('sweep', { workflowId: `sweep-${uuidv7()}`, taskQueue: stack.taskQueue });
    await stack.waitForMail('swept-link@new.test', 'sign_in_link');
    await stack.waitForMail('swept-access@new.test', 'new_access');
    await stack.waitForMail('swept-join@new.test', 'invitation');
    await expect.poll(waiting).toEqual([]);
  });
});

describe('the mail of a link to sign in', () => {
  it('ends the link if its address takes no mail', async () => {
    const id = send(stack, await storeLink(stack, newAddress('refuses.test')));
    expect(await endOf(id)).toBe('undeliverable');
    const [link] = await stack.sql`select expires_at <= clock_timestamp() as ended from sign_in_links where id = ${id}`;
    expect(link).toEqual({ ended: true });
  });
});

describe('the mail of a code to sign in', () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const mailOf = async (codeId: string, issueNo: number): Promise<string> => {
    const [mail] = await stack.sql<{ id: string }[]>`
      select id from outbox_mails where subject_id = ${codeId} and (facts ->> 'issueNo')::int = ${issueNo}`;
    return mail?.id ?? '';
  };

  it('leaves once for each request', async () => {
    const email = newAddress('new.test');
    const { challengeId } = await start(stack, { email }, from);
    expect(await endOf(await mailOf(challengeId, 1))).toBe('mailed');
    await stack.sql`update mailed_codes set issued_at = issued_at - interval '31 seconds' where id = ${challengeId}`;
    await start(stack, { email }, from);
    expect(await endOf(await mailOf(challengeId, 2))).toBe('mailed');
    expect(await subjectsTo(email, 'sign_in_code')).toHaveLength(2);
    const [code] =
      await stack.sql`select accepted_at is not null as mailed from mailed_codes where id = ${challengeId}`;
    expect(code).toEqual({ mailed: true });
  });

  it('leaves with the provider’s return, and ends the code if its address takes no mail', async () => {
    const slow = newAddress('slow.test');
    const { challengeId } = await start(stack, { email: slow });
    expect(await endOf(await mailOf(challengeId, 1))).toBe('mailed');
    expect(await subjectsTo(slow, 'sign_in_code')).toHaveLength(1);
    const { challengeId: refused } = await start(stack, { email: newAddress('refuses.test') });
    expect(await endOf(await mailOf(refused, 1))).toBe('undeliverable');
    const [code] = await stack.sql`select status from mailed_codes where id = ${refused}`;
    expect(code).toEqual({ status: 'undeliverable' });
  });

  it('does not leave once the code was used, nor for an issue that another one has replaced', async () => {
    await stack.stopWorker();
    const email = newAddress('new.test');
    const { challengeId } = await start(stack, { email });
    await verify(stack, { challengeId, code: await codeOf(stack, challengeId) });
    const again = newAddress('new.test');
    const { challengeId: replaced } = await start(stack, { email: again }, from);
    await stack.sql`
      update mailed_codes set issued_at = issued_at - interval '31 seconds', accepted_at = issued_at where id = ${replaced}`;
    await start(stack, { email: again }, from);
    await stack.startWorker();
    expect(await endOf(await mailOf(challengeId, 1))).toBe('late');
    expect(await endOf(await mailOf(replaced, 1))).toBe('late');
    expect(await endOf(await mailOf(replaced, 2))).toBe('mailed');
    expect(await subjectsTo(email, 'sign_in_code')).toEqual([]);
    expect(await subjectsTo(again, 'sign_in_code')).toHaveLength(1);
  });

  it('is found again by the same request while it has not left', async () => {
    await stack.stopWorker();
    const email = newAddress('new.test');
    const { challengeId } = await start(stack, { email }, from);
    const id = await mailOf(challengeId, 1);
    await (await handleOf(id)).terminate('by a test');
    await start(stack, { email }, from);
    await stack.startWorker();
    expect(await endOf(id)).toBe('mailed');
  });
});

describe('the mail of an invitation', () => {
  const invited = async (domain: string) => {
    const { workspaceId } = await makeTeam(stack.sql);
    const email = newAddress(domain);
    const { id } = await storeInvitation(stack, { workspaceId, email });
    const isRevoked = async () =>
      (await stack.sql`select 1 from invitations where id = ${id} and revoked_at is not null`).count === 1;
    return { id, email, isRevoked, mailId: (await findWaitingMail(stack.sql, id)) ?? '' };
  };

  it.each([
    ['new.test', 'mailed'],
    ['slow.test', 'mailed'],
    ['refuses.test', 'undeliverable'],
  ])('to %s: %s; a refused one is revoked', async (domain, ends) => {
    const { mailId, email, isRevoked } = await invited(domain);
    expect(await endOf(send(stack, mailId))).toBe(ends);
    expect(await subjectsTo(email, 'invitation')).toHaveLength(ends === 'mailed' ? 1 : 0);
    expect(await isRevoked()).toBe(ends !== 'mailed');
  });

  it('does not leave once it was revoked', async () => {
    const { id, mailId, email } = await invited('new.test');
    await stack.sql`update invitations set revoked_at = clock_timestamp() where id = ${id}`;
    expect(await endOf(send(stack, mailId))).toBe('late');
    expect(await stack.mailbox(email)).toEqual([]);
  });
});

describe('a mail about an account', () => {
  it.each([
    ['new.test', false, 'mailed'],
    ['slow.test', false, 'mailed'],
    ['refuses.test', false, 'undeliverable'],
    ['new.test', true, 'late'],
  ])('to %s, its link too old %s: %s, and the address is forgotten', async (domain, isLate, ends) => {
    const email = newAddress(domain);
    const { mailId, changeId } = await storeAccountMail(stack, email);
    expect(await rowOf(mailId)).toMatchObject({ recipient: email });
    if (isLate) await stack.sql`update address_changes set expires_at = clock_timestamp() where id = ${changeId}`;
    expect(await endOf(send(stack, mailId))).toBe(ends);
    expect(await rowOf(mailId)).toMatchObject({ recipient: null, isSettled: true });
    expect(await stack.mailbox(email)).toHaveLength(ends === 'mailed' ? 1 : 0);
  });
});

describe('a mail about new access', () => {
  it('says that it is the last of the day', async () => {
    const { id } = await storeNotice(stack, { email: newAddress('new.test'), mailsToday: 20 });
    expect(await endOf(send(stack, id))).toBe('mailed');
    const [mail] = await stack.sql<{ text: string }[]>`
      select text_body as text from local_mails where key = ${`${id}:new-access`}`;
    expect(mail?.text).toContain('number 21 since yesterday');
  });

  it('of 40 at once to one person, 20 leave and one that says there may be more', async () => {
    const { userId, workspaceId } = await storeNotice(stack, { email: 'many@new.test' });
    await stack.sql`
      with noticed as (
        insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode)
        select gen_random_uuid(), ${userId}, ${workspaceId}, 'key', 'One of many', 'host_api', false from generate_series(2, 40) returning id
      )
      insert into outbox_mails (id, kind, subject_id) select id, 'new_access', id from noticed`;
    const rows = await stack.sql<{ id: string }[]>`select id from access_notices where user_id = ${userId}`;
    // At the same moment, as many workers would: the flows come one after the other.
    await Promise.all(rows.map(({ id }) => decideNotice(stack.sql, id)));
    await Promise.all(rows.map(({ id }) => flowClientOf(stack).run('mail', { id, workspaceId }, 10_000)));
    const waiting = () => stack.sql`
      select 1 from outbox_mails where id = any(${rows.map(({ id }) => id)}::uuid[]) and settled_at is null`;
    await expect.poll(async () => (await waiting()).count).toBe(0);
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
    // Those past the cap start no flow, and a new key does.
    const note = (kind: 'key' | 'webhook') =>
      inTransaction(stack.sql, async (tx) => {
        const notice = { kind, id: uuidv7(), userId, workspaceId, name: 'Noted', clientIp: null, isTest: false };
        await noteNewAccess(tx, notice, { actor: null, source: 'host_api' });
        return isMailWaiting(tx, notice.id);
      });
    expect([await note('webhook'), await note('key')]).toEqual([false, true]);
  });

  it('starts no flow past the mails of the day', async () => {
    const noticed = async (mailsToday: number) => {
      const { id, workspaceId } = await storeNotice(stack, { email: `over-${mailsToday}@new.test`, mailsToday });
      await notifyOfAccess({ sql: stack.sql, flowClient: flowClientOf(stack) }, { id, workspaceId });
      return id;
    };
    const [over, last] = [await noticed(21), await noticed(20)];
    expect(await endOf(last)).toBe('mailed');
    await expect(stack.client.workflow.getHandle(flowId('mail', over)).describe()).rejects.toThrow('not found');
    expect(await rowOf(over)).toBeUndefined();
    expect(await stack.sql`select decision from access_notices where id = ${over}`).toEqual([{ decision: 'none' }]);
  });
});

describe('a mail about an account that an agent made', () => {
  const made = async () => {
    const key = await (await makeTeam(stack.sql)).key('owner');
    const email = newAddress('person.test');
    const { principalId } = await makeAgent(stack, { key, email });
    await stack.sql`insert into users (id, email, name) values (${principalId}, ${email}, 'Sam')`;
    const { workspaceId } = key;
    const account = {
      principalId,
      userId: principalId,
      workspaceId,
      source: 'host_api',
      clientIp: '192.0.2.7',
    } as const;
    const id = await inTransaction(stack.sql, (tx) => noteSignUp(tx, account));
    const text = async () => (await stack.waitForMail(email, 'agent_sign_up')).text;
    return { id, principalId, text };
  };

  it('has the link that stops the agent', async () => {
    const { id, text } = await made();
    expect(await endOf(send(stack, id))).toBe('mailed');
    expect(await text()).toContain('/agents/stop/');
  });

  it('leaves also if the agent was stopped before, and says so', async () => {
    const { id, principalId, text } = await made();
    await revokeAgent(stack.sql, principalId, { kind: 'link' });
    expect(await endOf(send(stack, id))).toBe('mailed');
    expect(await text()).toContain('The agent was stopped since');
    expect(await text()).not.toContain('/agents/stop/');
  });

  it('says that the time of the agent ended', async () => {
    const { id, principalId, text } = await made();
    await stack.sql`update agent_principals set status = 'expired', ends_at = now() where id = ${principalId}`;
    expect(await endOf(send(stack, id))).toBe('mailed');
    expect(await text()).toContain('its time is over: it can do nothing more for you');
  });

  it('does not leave once the account is gone', async () => {
    const { id, principalId } = await made();
    await stack.sql`delete from agent_sign_ups where principal_id = ${principalId}`;
    expect(await endOf(send(stack, id))).toBe('gone');
  });
});

it('flows and logs hold no code, no token and no address', async () => {
  const links = await stack.sql<{ id: string; email: string }[]>`select id, email::text from sign_in_links`;
  const codes = await stack.sql<{ id: string; email: string; issue: number }[]>`
    select id, email::text, issue_no as issue from mailed_codes`;
  const invitations = await stack.sql<{ id: string; email: string }[]>`select id, email::text from invitations`;
  const notices = await stack.sql<{ id: string; email: string }[]>`
    select n.id, u.email::text from access_notices n join users u on u.id = n.user_id where n.name = 'Fresh key'`;
  const changes = await stack.sql<{ id: string; oldEmail: string; newEmail: string }[]>`
    select id, old_email::text as "oldEmail", new_email::text as "newEmail" from address_changes`;
  const secrets = [
    ...links.flatMap(({ id, email }) => [signInToken(stack.secrets, id), email]),
    ...codes.flatMap(({ id, email, issue }) => {
      const code = mailedCode(stack.secrets, 'native_sign_in', id, issue);
      return [code, shownLetterCode(code), email];
    }),
    ...invitations.flatMap(({ id, email }) => [invitationToken(stack.secrets, id), email]),
    ...notices.flatMap(({ id, email }) => [signedId(stack.secrets.stopAccess, id), email]),
    ...changes.flatMap(({ id, oldEmail, newEmail }) => [
      signedId(stack.secrets.addressLink, id),
      signedId(stack.secrets.addressUndo, id),
      ...[oldEmail, newEmail],
    ]),
  ];
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  expect(flows.length).toBeGreaterThanOrEqual(mailPaths.length);
  expect(findLeaks(secrets, [...flows, { where: 'the log', text: stack.logLines.join('\n') }])).toEqual([]);
  expect(findLeaks([links[0]?.id ?? ''], flows)).not.toEqual([]);
});
