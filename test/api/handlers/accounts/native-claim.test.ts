import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpAnswer, http } from '../../../support/drivers/http.ts';
import {
  claimUrl,
  codeOf,
  decideClaim,
  expireClaim,
  newAgentInbox,
  openClaim,
  type PendingClaimAnswer,
  pollClaim,
  refuseClaim,
  signInByMail,
  start,
  type TestClaim,
  verify,
} from '../../../support/drivers/native.ts';
import { addMember, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

let operators = 0;
/** Somebody who owns a workspace of their own. */
const newOperator = async (role: 'owner' | 'admin' | 'manager' = 'owner'): Promise<SignedIn> => {
  const workspace = `claims-${++operators}-${uuidv7().slice(-6)}`;
  const email = `${workspace}@operators.test`;
  await addMember(stack, { email, workspace, role });
  return signIn(stack, { email, workspace });
};
const codeOfError = (answer: HttpAnswer) => [answer.status, answer.json().error?.details?.reason];
const keysOf = (agentEmail: string) => stack.sql`
  select s.agent_email::text, s.display_name, k.scopes, k.workspace_id from agent_seats s join api_keys k on k.id = s.api_key_id
  where s.agent_email = ${agentEmail}`;

/** The agent signs in again with the same operator. */
const reauthenticate = ({ agentEmail, claimSentTo }: TestClaim) =>
  signInByMail<PendingClaimAnswer>(stack, agentEmail, { agentName: 'Scout', prospectEmail: claimSentTo });

describe('a claim', () => {
  it('is mailed to the operator, decided, and gives the agent the key of a seat, once', async () => {
    const operator = await newOperator();
    const claim = await openClaim(stack, operator.email);
    expect(claim).toMatchObject({ status: 'pending_claim', claimSentTo: operator.email, expiresIn: 86_400 });
    expect(claim.pollToken).toMatch(/^[\w-]{43}$/);
    const { text, subject } = await stack.waitForMail(operator.email, 'claim');
    expect(subject).toBe('An agent asks to work in your workspace on Holdfast');
    for (const part of [claimUrl(stack, claim.id), claim.agentEmail, 'Scout', 'Term', '198.1', '/no-mail/'])
      expect(text).toContain(part);
    const waiting = await pollClaim(stack, claim.pollToken);
    expect(waiting.headers['cache-control']).toBe('no-store');
    // A caller who shows their request id is found: none of these calls has a key.
    const logged = stack.logLines.map((line) => JSON.parse(line)).filter(({ workflowId }) => workflowId);
    const found = (operation: string) => logged.findLast((line) => line.operation === operation)?.workflowId;
    expect(found('accounts.startNativeEmail')).toMatch(/^mail\//);
    for (const operation of ['accounts.verifyNativeEmail', 'accounts.pollNativeClaim'])
      expect([operation, found(operation)]).toEqual([operation, `claim/${claim.id}`]);
    expect(waiting.json()).toEqual({
      status: 'pending_claim',
      claimSentTo: operator.email,
      expiresIn: expect.any(Number),
    });

    const decided = await decideClaim(stack, operator, claim.id);
    expect([decided.status, decided.json(), decided.headers['x-workflow-id']]).toEqual([
      200,
      { status: 'accepted' },
      `claim/${claim.id}`,
    ]);
    expect((await decideClaim(stack, operator, claim.id)).json()).toEqual({ status: 'accepted' });
    expect(codeOfError(await refuseClaim(stack, operator, claim.id))).toEqual([409, 'claim_decided']);
    const { apiKey, ...rest } = (await pollClaim(stack, claim.pollToken)).json();
    expect(rest).toEqual({
      status: 'claimed',
      apiUrl: `${stack.appUrl}/api/v1`,
      workspace: { id: operator.workspaceId, name: expect.any(String), slug: expect.any(String) },
      user: { email: operator.email, name: expect.any(String) },
      isNewAccount: false,
    });
    expect(await keysOf(claim.agentEmail)).toEqual([
      {
        agent_email: claim.agentEmail,
        display_name: 'Scout · Term',
        scopes: ['workspace.act'],
        workspace_id: operator.workspaceId,
      },
    ]);
    const seen = await http(`${stack.appUrl}/api/v1/workspace`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(seen.json()).toMatchObject({ workspace: { id: operator.workspaceId } });
    expect(codeOfError(await pollClaim(stack, claim.pollToken))).toEqual([404, 'claim_unknown']);
    expect(await stack.sql`select 1 from users where email = ${claim.agentEmail}`).toEqual([]);
  });

  it('wakes a poll that waits; of twenty polls at once one gets the key', async () => {
    const operator = await newOperator();
    const claim = await openClaim(stack, operator.email);
    const waiting = Array.from({ length: 3 }, () => pollClaim(stack, claim.pollToken, 20));
    await decideClaim(stack, operator, claim.id);
    const polls = Array.from({ length: 20 }, () => pollClaim(stack, claim.pollToken));
    const answers = await Promise.all([...waiting, ...polls]);
    expect(answers.filter((answer) => answer.json().status === 'claimed')).toHaveLength(1);
    expect(await keysOf(claim.agentEmail)).toHaveLength(1);
  });

  /** Ends the seat of an accepted claim. */
  const endSeat = async (operator: SignedIn, { id, pollToken, agentEmail }: TestClaim, by: 'operator' | 'agent') => {
    await decideClaim(stack, operator, id);
    const { apiKey } = (await pollClaim(stack, pollToken)).json();
    const [seat] = await stack.sql`select api_key_id as key from agent_seats where agent_email = ${agentEmail}`;
    const headers = by === 'agent' ? { authorization: `Bearer ${apiKey}` } : operator.headers;
    const ended = await http(`${stack.appUrl}/api/v1/workspace/api-keys/${seat?.key}`, { method: 'DELETE', headers });
    expect(ended.status).toBe(200);
  };

  it.each([
    { who: 'refused the inbox', act: (operator: SignedIn, { id }: TestClaim) => refuseClaim(stack, operator, id) },
    {
      who: 'stopped its seat',
      act: (operator: SignedIn, claim: TestClaim) => endSeat(operator, claim, 'operator'),
    },
  ])('is not mailed to an operator who $who in the last 30 days; the answer is the same', async ({ act }) => {
    const operator = await newOperator();
    const claim = await openClaim(stack, operator.email);
    await stack.waitForMail(operator.email, 'claim');
    await act(operator, claim);
    const mails = async () => (await stack.mailbox(operator.email)).filter(({ kind }) => kind === 'claim').length;
    const again = await reauthenticate(claim);
    expect(again).toMatchObject({ status: 'pending_claim', claimSentTo: operator.email, expiresIn: 86_400 });
    const isMailed = async () =>
      (
        await stack.sql`
        select 1 from native_claims where agent_email = ${claim.agentEmail} and status = 'pending' and mailed_at is not null`
      ).length;
    await expect.poll(isMailed).toBe(1);
    expect(await mails()).toBe(1);
    // Another inbox may ask.
    await openClaim(stack, operator.email);
    await expect.poll(mails).toBe(2);
  });

  it.each([
    { what: 'the agent gave its seat up itself', isLeaving: false },
    { what: 'the seat ended because its operator left', isLeaving: true },
  ])('is mailed again where $what', async ({ isLeaving }) => {
    const operator = await newOperator();
    const claim = await openClaim(stack, operator.email);
    await stack.waitForMail(operator.email, 'claim');
    if (isLeaving) {
      await decideClaim(stack, operator, claim.id);
      await pollClaim(stack, claim.pollToken);
      await stack.sql`delete from memberships where user_id = ${operator.userId} and workspace_id = ${operator.workspaceId}`;
    } else await endSeat(operator, claim, 'agent');
    await reauthenticate(claim);
    await expect
      .poll(async () => (await stack.mailbox(operator.email)).filter(({ kind }) => kind === 'claim').length, {
        timeout: 20_000,
      })
      .toBe(2);
  });

  it('refused, expired and unknown ones are 404, by reason', async () => {
    const operator = await newOperator();
    const [refused, expired] = [await openClaim(stack, operator.email), await openClaim(stack, operator.email)];
    const waiting = pollClaim(stack, refused.pollToken, 20);
    expect((await refuseClaim(stack, operator, refused.id)).json()).toEqual({ status: 'refused' });
    const end = await waiting;
    expect(codeOfError(end)).toEqual([404, 'claim_refused']);
    // Nobody would be mailed, so it does not say "sign in again".
    const { message, details } = end.json().error;
    expect(Date.parse(String(details?.quietUntil)) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(message).toMatch(/Talk to them\. Do not sign in again with this operator before \d{4}-\d\d-\d\d:/);
    expect(message).not.toContain('POST /auth');
    expect(codeOfError(await decideClaim(stack, operator, refused.id))).toEqual([409, 'claim_decided']);
    await expireClaim(stack, expired.id);
    expect(codeOfError(await pollClaim(stack, expired.pollToken))).toEqual([404, 'claim_expired']);
    expect(codeOfError(await decideClaim(stack, operator, expired.id))).toEqual([404, 'claim_expired']);
    expect(codeOfError(await pollClaim(stack, 'x'.repeat(43)))).toEqual([404, 'claim_unknown']);
    expect((await pollClaim(stack, 'short')).status).toBe(400);
  });
});

describe('the sign-in of an agent’s inbox', () => {
  it('needs an operator: not itself, no other agent, no workspaceId; the code stays good', async () => {
    const email = newAgentInbox();
    const { challengeId } = await start(stack, { email });
    const body = { challengeId, code: await codeOf(stack, challengeId) };
    const operator = await newOperator();
    expect(codeOfError(await verify(stack, body))).toEqual([422, 'prospect_email_required']);
    for (const prospectEmail of [email.toUpperCase(), newAgentInbox()])
      expect(codeOfError(await verify(stack, { ...body, prospectEmail }))).toEqual([422, 'prospect_email_invalid']);
    const named = { ...body, prospectEmail: operator.email, workspaceId: operator.workspaceId };
    expect(codeOfError(await verify(stack, named))).toEqual([422, 'operator_chooses_workspace']);
    const answer = await verify(stack, { ...body, prospectEmail: operator.email });
    expect(answer.json()).toMatchObject({
      status: 'pending_claim',
      instructions: expect.stringContaining('claim/poll'),
    });
  });

  it('is an ordinary one where it owns a workspace; others’ prospectEmail is ignored', async () => {
    const owner = newAgentInbox();
    await addMember(stack, { email: owner, workspace: 'of-an-agent', role: 'owner' });
    expect(await signInByMail(stack, owner)).toMatchObject({ workspace: { slug: 'of-an-agent' }, isNewAccount: false });
    const member = newAgentInbox();
    await addMember(stack, { email: member, workspace: 'of-an-agent', role: 'admin' });
    const more = { prospectEmail: `${uuidv7()}@operators.test` };
    expect(await signInByMail<PendingClaimAnswer>(stack, member, more)).toMatchObject({ status: 'pending_claim' });
    const person = await signInByMail(stack, `${uuidv7()}@native.test`, { prospectEmail: 'x@operators.test' });
    expect(person.isNewAccount).toBe(true);
  });

  it('again for the same operator: the same claim with a new token and no second mail', async () => {
    const operator = await newOperator();
    const first = await openClaim(stack, operator.email);
    await stack.waitForMail(operator.email, 'claim');
    const more = { prospectEmail: operator.email, agentName: 'Another name' };
    const second = await signInByMail<PendingClaimAnswer>(stack, first.agentEmail, more);
    expect(codeOfError(await pollClaim(stack, first.pollToken))).toEqual([404, 'claim_unknown']);
    await decideClaim(stack, operator, first.id);
    expect((await pollClaim(stack, second.pollToken)).json()).toMatchObject({ status: 'claimed' });
    // What the operator was asked is what they gave.
    expect(await keysOf(first.agentEmail)).toMatchObject([{ display_name: 'Scout · Term' }]);
    expect(await stack.mailbox(operator.email)).toHaveLength(1);
  });

  it('five mails a day to one operator, whatever tag; three of one network', async () => {
    const local = uuidv7();
    const ask = async (tag: string, from?: string) => {
      const headers = from ? { 'x-forwarded-for': from } : undefined;
      const { challengeId } = await start(stack, { email: newAgentInbox() }, headers);
      const prospectEmail = `${local}+${tag}@operators.test`;
      return verify(stack, { challengeId, code: await codeOf(stack, challengeId), prospectEmail }, headers);
    };
    const from = '203.0.113.90';
    for (const tag of ['a', 'b', 'c']) expect((await ask(tag, from)).status).toBe(200);
    const fourth = await ask('d', from);
    expect([...codeOfError(fourth), fourth.json().error.details?.limit]).toEqual([429, 'too_many_claims', 3]);
    for (const tag of ['e', 'f']) expect((await ask(tag)).status).toBe(200);
    await stack.sql`
      update native_claims set created_at = created_at - interval '20 hours' where operator_inbox = ${`${local}@operators.test`}`;
    const sixth = await ask('g');
    expect([...codeOfError(sixth), sixth.json().error.details?.limit]).toEqual([429, 'too_many_claims', 5]);
    // Not an hour, but until the first of the five is a day old.
    expect(Number(sixth.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 14_300 && seconds <= 14_400);
    expect(fourth.json().error.details?.retryAfterSeconds).toBeGreaterThan(86_300);
  });
});

describe('who decides', () => {
  it('only the address that got the mail, for a workspace that they own or administer', async () => {
    const operator = await newOperator('manager');
    const claim = await openClaim(stack, operator.email);
    const other = await newOperator();
    expect(codeOfError(await decideClaim(stack, other, claim.id))).toEqual([403, 'claim_of_another']);
    expect(codeOfError(await refuseClaim(stack, other, claim.id))).toEqual([403, 'claim_of_another']);
    expect(codeOfError(await decideClaim(stack, operator, claim.id))).toEqual([403, 'role_missing']);
    const { workspaceId } = other;
    expect(codeOfError(await decideClaim(stack, operator, claim.id, { workspaceId }))).toEqual([
      404,
      'workspace_unknown',
    ]);
    expect(codeOfError(await decideClaim(stack, operator, uuidv7()))).toEqual([404, 'claim_unknown']);
    const none = await decideClaim(stack, operator, claim.id, { workspaceId: undefined });
    expect(none.json().error.details?.issues).toMatchObject([{ path: 'workspaceId' }]);
    expect((await pollClaim(stack, claim.pollToken)).json().status).toBe('pending_claim');
  });

  it('a full plan leaves it pending, and an accepted claim keeps its place', async () => {
    const operator = await newOperator();
    await stack.sql`update workspaces set plan = 'free' where id = ${operator.workspaceId}`;
    const claims = [];
    for (let n = 1; n <= 5; n++) claims.push(await openClaim(stack, `${operator.email}`));
    const answers = [];
    for (const { id } of claims) answers.push(await decideClaim(stack, operator, id));
    const full = answers.findIndex(({ status }) => status === 402);
    expect(full).toBeGreaterThan(0);
    expect(answers[full]?.json().error.details).toMatchObject({
      reason: 'seat_cap_reached',
      upgradeUrl: expect.stringContaining('/plans'),
    });
    expect((await pollClaim(stack, claims[full]?.pollToken ?? '')).json().status).toBe('pending_claim');
    const seat = await http(`${stack.appUrl}/api/v1/workspace/agent-seats`, {
      method: 'POST',
      headers: { ...operator.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: 'Third' }),
    });
    expect(codeOfError(seat)).toEqual([402, 'seat_cap_reached']);
    expect((await pollClaim(stack, claims[0]?.pollToken ?? '')).json().status).toBe('claimed');
    expect(codeOfError(await refuseClaim(stack, operator, claims[full]?.id ?? ''))).toEqual([200, undefined]);
  });

  it('no longer an admin, or no member, when the agent polls: refused', async () => {
    for (const change of ['demoted', 'removed']) {
      const operator = await newOperator('admin');
      const claim = await openClaim(stack, operator.email);
      await decideClaim(stack, operator, claim.id);
      await (change === 'demoted'
        ? stack.sql`update memberships set role = 'member' where user_id = ${operator.userId}`
        : stack.sql`delete from memberships where user_id = ${operator.userId}`);
      expect([change, ...codeOfError(await pollClaim(stack, claim.pollToken))]).toEqual([change, 404, 'claim_refused']);
      expect(await keysOf(claim.agentEmail)).toEqual([]);
    }
  });

  it('deleted when the agent polls: no key until an owner restores it', async () => {
    const operator = await newOperator();
    const claim = await openClaim(stack, operator.email);
    await decideClaim(stack, operator, claim.id);
    const setErasure = (at: Date | null) =>
      stack.sql`update workspaces set erase_at = ${at} where id = ${operator.workspaceId}`;
    await setErasure(new Date(Date.now() + 14 * 86_400_000));
    expect(codeOfError(await pollClaim(stack, claim.pollToken))).toEqual([402, 'workspace_deleted']);
    expect(await keysOf(claim.agentEmail)).toEqual([]);
    await setErasure(null);
    expect((await pollClaim(stack, claim.pollToken)).status).toBe(200);
    expect(await keysOf(claim.agentEmail)).toHaveLength(1);
  });

  it('not for a workspace that is unpaid', async () => {
    const operator = await newOperator();
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${operator.workspaceId}`;
    const claim = await openClaim(stack, operator.email);
    expect(codeOfError(await decideClaim(stack, operator, claim.id))).toEqual([402, 'workspace_locked']);
  });
});
