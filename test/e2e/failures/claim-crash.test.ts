import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import { workspaceClaims } from '../../../schemas/operations/workspaces/claims.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import type { HttpAnswer } from '../../support/drivers/http.ts';
import { personWithBrowser } from '../../support/drivers/session.ts';
import { makeAgent } from '../../support/factories/agents.ts';
import { agentWorkspace } from '../../support/factories/workspace-claims.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { PARTS, type Processes, startProcesses } from '../../support/stack/processes.ts';

const INSISTS_FOR_MS = 60_000;

let stack: Processes;
beforeAll(async () => {
  stack = await startProcesses(bundlePath());
});
afterAll(() => stack?.close(), 60_000);

async function restart(): Promise<void> {
  await stack.start('postgres', 'temporal');
  await stack.start(...PARTS);
}
beforeEach(async () => {
  await restart();
  await stack.waitReady();
});

/** Repeats a call that was cut off or answered 503. */
async function insist(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  const deadlineMs = Date.now() + INSISTS_FOR_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status !== 503) return answer;
    if (Date.now() > deadlineMs) throw new Error(`No answer in a minute; the last: ${answer?.text}`);
    await delay(100);
  }
}

describe.each(PARTS.map((part) => ({ part })))('kill -9 of $part', ({ part }) => {
  it('around each step of a claim: one intent, one mail, one owner, and one mail for each new access', async () => {
    const agent = await agentWorkspace(stack);
    const human = `human-${part}@humans.test`;
    const ask = () =>
      callHost(
        stack.appUrl,
        workspaceClaims.createClaimIntent,
        { prospectEmail: human, agentName: 'Scout' },
        agent.key.headers,
      );
    const seat = () => callHost(stack.appUrl, agentSeats.createAgentSeat, { displayName: 'Below' }, agent.key.headers);
    const asked = Promise.all([insist(ask), insist(ask), seat().catch(() => undefined)]);
    await stack.kill9(part);
    await restart();
    const [one, other] = await asked;
    expect([one.status, other.json()]).toEqual([201, one.json()]);
    const claimId = String(one.json().claimIntentId);

    const { cookie, csrfToken } = await personWithBrowser(stack, human);
    const decide = () =>
      callHost(
        stack.appUrl,
        workspaceClaims.decideWorkspaceClaim,
        { claimId, decision: 'accept', keepsAgent: true },
        {
          cookie,
          'x-csrf-token': csrfToken,
        },
      );
    const decided = Promise.all([insist(decide), insist(decide)]);
    await stack.kill9(part);
    await restart();
    // Both answers say the same, as the row has it.
    const [first, second] = await decided;
    expect([first.status, first.json(), second.text]).toEqual([
      200,
      expect.objectContaining({ status: 'accepted' }),
      first.text,
    ]);
    await stack.waitReady();
    const left = async () =>
      (
        await stack.sql`
          select 1 from outbox_mails where workspace_id = ${agent.workspaceId} and settled_at is null
          union all select 1 from workspace_claims where id = ${claimId} and (mailed_at is null and status = 'pending' or flow_status is distinct from status)`
      ).count;
    await expect
      .poll(
        async () => {
          await stack.sweep();
          return left();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    const [state] = await stack.sql`
      select (select json_agg(u.email::text || ' ' || m.role) from memberships m join users u on u.id = m.user_id
          where m.workspace_id = ${agent.workspaceId}) as members,
        (select count(*)::int from local_mails where recipient = ${human} and kind = 'claim') as claims,
        (select json_agg(recipient order by recipient) from local_mails where workspace_id = ${agent.workspaceId} and kind = 'take_over') as told,
        (select count(*)::int from local_mails l join access_notices n on l.key = n.id || ':new-access' where n.workspace_id = ${agent.workspaceId})
          = (select count(*)::int from access_notices where workspace_id = ${agent.workspaceId}) as "eachOnce"`;
    expect(state).toMatchObject({ members: [`${human} owner`], eachOnce: true, told: [agent.email, human] });
    // A decision that came before the mail leaves none; two never.
    expect(state?.claims).toBeLessThanOrEqual(1);
  }, 180_000);

  it('around an account that an agent makes: one account, one entry and one mail', async () => {
    const { key } = await agentWorkspace(stack);
    const email = `made-${part}@humans.test`;
    const { principalId, intentHeader } = await makeAgent(stack, { key, email });
    const ask = () => callHost(stack.appUrl, agentOperations.signUpUser, {}, { ...key.headers, ...intentHeader });
    const asked = Promise.all([insist(ask), insist(ask)]);
    await stack.kill9(part);
    await restart();
    const [one, other] = await asked;
    expect([one.status, other.json().user]).toEqual([200, one.json().user]);
    await stack.waitReady();
    const unsent = async () =>
      (await stack.sql`select 1 from outbox_mails where subject_id = ${principalId} and settled_at is null`).count;
    await expect
      .poll(
        async () => {
          await stack.sweep();
          return unsent();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    const [state] = await stack.sql`
      select (select count(*)::int from users where email = ${email}) as accounts,
        (select count(*)::int from activity_log l join agent_acts a on a.activity_id = l.id
          where a.principal_id = ${principalId} and l.action = 'account.created') as entries,
        (select count(*)::int from local_mails where recipient = ${email} and kind = 'agent_sign_up') as mails`;
    expect(state).toEqual({ accounts: 1, entries: 1, mails: 1 });
  }, 180_000);
});
