import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedId } from '../../../../domain/secrets.ts';
import { createConsents } from '../../../../outbound/calendars/consents.ts';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { agentIdentities } from '../../../../schemas/operations/identity/agent-identities.ts';
import { agentOperations } from '../../../../schemas/operations/identity/agent-operations.ts';
import { myAgents } from '../../../../schemas/operations/identity/my-agents.ts';
import { members } from '../../../../schemas/operations/members.ts';
import type { IntentAuth } from '../../../../schemas/shapes/access.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../../../stand-ins/google/stand-in.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../../stand-ins/microsoft/stand-in.ts';
import { findInvitation } from '../../../../store/members/invitation-state.ts';
import { samples } from '../../../samples/all.ts';
import { browserOf, comeBack, consent } from '../../../support/drivers/connect-calendar.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeAgent, type TestAgent } from '../../../support/factories/agents.ts';
import { appsAt } from '../../../support/factories/calendar-apps.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

type Delegated = Operation & { readonly auth: { readonly intent: IntentAuth } };

/** Every operation that takes an intent token: from the contract, so that a new one must say what its stop means, and prove it. */
const delegated = Object.entries(contract).flatMap(([area, operations]) =>
  Object.entries(operations as Record<string, Operation>)
    .filter(([, { auth }]) => typeof auth === 'object' && typeof auth.intent === 'object')
    .map(([name, operation]) => [`${area}.${name}`, operation as Delegated] as const),
);
const making = delegated.filter(([, { auth }]) => auth.intent.onStop !== 'nothing_made');

let its: PayingStack;
let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
beforeAll(async () => {
  [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  // A test below holds a row until the product waits for it; statements end after five seconds.
  its = await startPayingStack({ calendarConsents: createConsents(appsAt(google, microsoft)), lockTimeoutMs: 4_500 });
});
afterAll(async () => {
  await its.close();
  await Promise.all([google.close(), microsoft.close()]);
});

/** An agent of the admin's key, for the owner, with every scope. */
interface Ground {
  readonly team: TestTeam;
  readonly key: TestKey;
  readonly agent: TestAgent;
  readonly headers: Readonly<Record<string, string>>;
}

async function prepare(): Promise<Ground> {
  const team = await makeTeam(its.stack.sql);
  const key = await team.key('admin');
  const agent = await makeAgent(its.stack, { key, email: team.members.owner.email });
  return { team, key, agent, headers: { ...key.headers, ...agent.intentHeader } };
}

const personOf = ({ team }: Ground) => signIn(its.stack, { email: team.members.owner.email, workspace: team.slug });

/** Every way in which a person, or who answers for the key, ends an agent. */
const stops: Readonly<Record<string, (ground: Ground) => Promise<{ readonly status: number }>>> = {
  'its person on home': async (ground) => {
    const { principalId } = ground.agent;
    return callHost(its.stack.appUrl, myAgents.revokeMyAgent, { principalId }, (await personOf(ground)).headers);
  },
  'the link of its mails': async ({ agent }) => {
    const token = signedId(its.stack.secrets.stopAgent, agent.principalId);
    const { status } = await fetch(`${its.stack.appUrl}/agents/stop/${token}`, { method: 'POST', redirect: 'manual' });
    return { status: status === 303 ? 200 : status };
  },
  'its key, which revokes the identity': ({ agent, key }) =>
    callHost(its.stack.appUrl, agentIdentities.revokeIdentity, { principalId: agent.principalId }, key.headers),
  'the end of its key': async ({ key, team }) =>
    callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: key.id }, (await team.key('owner')).headers),
};

/** What a call answered, as the checks read it. */
type Made = Readonly<Record<string, unknown>> & {
  readonly booking?: { readonly id: string };
  readonly invitation?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly workspace?: { readonly id: string };
};

/** Nobody nudges: the sweep finds what has lost its maker. It looks at rows that have waited for 15 seconds, each 15 seconds. */
async function sweep(): Promise<void> {
  await its.stack.sql`update checkout_intents set created_at = now() - interval '16 seconds' where status = 'pending'`;
  await its.stack.client.workflow.execute('sweep', {
    ...{ workflowId: `sweep-${uuidv7()}`, taskQueue: its.stack.taskQueue },
  });
}

const isPageClosed = async ({ intentId, url }: Made): Promise<boolean> => {
  const rows = () =>
    its.stack.sql`select page_ended_at is not null as "isEnded" from checkout_intents where id = ${String(intentId)}`;
  await expect.poll(async () => (await rows())[0]?.isEnded).toBe(true);
  return (await press(String(url), { do: 'pay' })) === '410';
};
const statusOf = async ({ booking }: Made): Promise<unknown> =>
  (await its.stack.sql`select status from bookings where id = ${booking?.id ?? null}`)[0]?.status;
const isThere = async (table: 'users' | 'workspaces', id: string | undefined): Promise<boolean> =>
  (await its.stack.sql`select 1 from ${its.stack.sql(table)} where id = ${id ?? null}`).length === 1;

/** Whether what an operation made is as its declaration says, after the stop. */
const afterStop: Readonly<Record<string, (made: Made, ground: Ground) => Promise<boolean>>> = {
  'billing.startCheckout': isPageClosed,
  'billing.startEnrichmentCheckout': isPageClosed,
  'identity.connectCalendarForPerson': async ({ installUrl }, ground) =>
    (await browserOf(its.stack, await personOf(ground)).open(new URL(String(installUrl)).pathname)).status === 410,
  'identity.inviteForPerson': async ({ invitation }) =>
    (await findInvitation(its.stack.sql, { id: invitation?.id ?? '' }))?.state === 'revoked',
  'identity.signUpUser': ({ user }) => isThere('users', user?.id),
  'identity.createAgentWorkspace': ({ workspace }) => isThere('workspaces', workspace?.id),
  'meetings.cancelBooking': async (made) => (await statusOf(made)) === 'canceled',
  'meetings.createBooking': async (made) => (await statusOf(made)) === 'confirmed',
  'meetings.rescheduleBooking': async (made) => (await statusOf(made)) === 'rescheduled',
};

it('every operation that takes a consent and makes something has a check of what its stop means', () => {
  expect(Object.keys(afterStop).sort()).toEqual(making.map(([id]) => id).sort());
  const reading = delegated.filter(([, { auth }]) => auth.intent.onStop === 'nothing_made');
  expect(reading.filter(([, { effect }]) => effect !== 'read').map(([id]) => id)).toEqual([]);
  const ends = making.filter(([, { auth }]) => auth.intent.onStop === 'ends').map(([id]) => id);
  expect(ends.sort()).toEqual([
    'billing.startCheckout',
    'billing.startEnrichmentCheckout',
    'identity.connectCalendarForPerson',
    'identity.inviteForPerson',
  ]);
});

it.each(Object.entries(stops))('stopped by %s, an agent leaves what each operation says', async (_, stop) => {
  const ground = await prepare();
  const { team, headers } = ground;
  const all: (readonly [string, Made])[] = [];
  // One after the other: they lock the same workspace, and the last of a crowd would wait too long for it on a busy machine.
  for (const [id, operation] of making) {
    const { userId } = team.members.owner;
    const input = (await samples[id]?.good({ stack: its.stack, team, shown: { headers, userId } })) ?? {};
    const answer = await callHost(its.stack.appUrl, operation, input, headers);
    expect([id, answer.status < 300 ? '' : answer.text]).toEqual([id, '']);
    all.push([id, answer.json() as unknown as Made]);
  }
  expect((await stop(ground)).status).toBe(200);
  await sweep();
  const checked = await Promise.all(all.map(async ([id, made]) => [id, await afterStop[id]?.(made, ground)] as const));
  expect(checked.filter(([, isSo]) => !isSo)).toEqual([]);
});

describe('an invitation that ends with its agent', () => {
  const logOf = async (subjectId: string, { team }: Ground) =>
    (
      await callHost(its.stack.appUrl, activity.listActivity, { subjectId }, (await team.key('owner')).headers)
    ).json() as unknown as { entries: { action: string; who: { name: string } }[] };
  const inviteAs = async ({ team }: Ground, headers: Readonly<Record<string, string>>, email: string) => {
    const input = { workspaceId: team.workspaceId, email };
    return (
      (await callHost(its.stack.appUrl, agentOperations.inviteForPerson, input, headers)).json() as unknown as Made
    ).invitation?.id as string;
  };
  const stateOf = async (id: string) => (await findInvitation(its.stack.sql, { id }))?.state;

  it.each(Object.entries(stops))('is in the activity log (%s)', async (_, stop) => {
    const ground = await prepare();
    const id = await inviteAs(ground, ground.headers, `${uuidv7()}@guest.test`);
    await stop(ground);
    const { entries } = await logOf(id, ground);
    expect(entries.map(({ action }) => action)).toEqual(['invitation.revoked', 'invitation.created']);
  });

  it('stays if somebody else sent it again, and is not made by an agent that is stopped meanwhile', async () => {
    const ground = await prepare();
    const email = `${uuidv7()}@guest.test`;
    const id = await inviteAs(ground, ground.headers, email);
    await callHost(its.stack.appUrl, members.inviteMember, { email, role: 'member' }, (await personOf(ground)).headers);
    const [late] = await its.stack.sql.begin(async (tx) => {
      // The call is past its check of the consent, and waits for the workspace.
      await tx`select 1 from workspaces where id = ${ground.team.workspaceId} for update`;
      const input = { workspaceId: ground.team.workspaceId, email: `${uuidv7()}@guest.test` };
      const calling = callHost(its.stack.appUrl, agentOperations.inviteForPerson, input, ground.headers);
      await expect
        .poll(
          async () =>
            (
              await its.stack
                .sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            ).length,
          { interval: 10 },
        )
        .toBeGreaterThan(0);
      await tx`
        update agent_principals set status = 'revoked', revoked_at = now(), revoked_by = 'person' where id = ${ground.agent.principalId}`;
      return [{ calling }] as const;
    });
    expect((await late.calling).json().error).toMatchObject({ code: 'agent.principal.revoked' });
    await stops['its person on home']?.(ground);
    expect(await stateOf(id)).toBe('open');
  });
});

it('a person who is at the provider when they stop the agent connects nothing', async () => {
  const ground = await prepare();
  const input = { provider: 'google' };
  const answer = await callHost(its.stack.appUrl, agentOperations.connectCalendarForPerson, input, ground.headers);
  const browser = browserOf(its.stack, await personOf(ground));
  const link = new URL(String(answer.json().installUrl)).pathname;
  const address = await consent(browser, link, { account: 'linus@acme.test' });
  await stops['the link of its mails']?.(ground);
  expect((await comeBack(browser, address)).status).toBe(410);
  expect(
    await its.stack.sql`select 1 from calendar_connections where user_id = ${ground.team.members.owner.userId}`,
  ).toEqual([]);
});
