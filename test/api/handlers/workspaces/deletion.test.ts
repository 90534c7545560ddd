import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationToken } from '../../../../domain/secrets.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { me } from '../../../../schemas/operations/accounts/me.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspaceDeletion } from '../../../../schemas/operations/workspaces/deletion.ts';
import { myWorkspaces } from '../../../../schemas/operations/workspaces/my-workspaces.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { flowStart } from '../../../../workflows/catalogue.ts';
import { decide, openDevice, poll, requestPoll } from '../../../support/drivers/device.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { OAuthApp } from '../../../support/drivers/oauth-app.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { personWithBrowser, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { SESSION_COOKIE } from '../../../support/drivers/sign-in.ts';
import { makeSeat, makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { eventually } from '../../../support/factories/meeting.ts';
import { press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());

const { deleteWorkspace, restoreWorkspace } = workspaceDeletion;
const call = (operation: Parameters<typeof callHost>[1], input: object, by: { readonly headers: object }) =>
  callHost(its.stack.appUrl, operation, input as never, by.headers as never);
const reasonOf = (answer: Awaited<ReturnType<typeof call>>) => answer.json().error?.details?.reason;

const withCsrf = ({ cookie, csrfToken }: { readonly cookie: string; readonly csrfToken: string }) => ({
  headers: { cookie, 'x-csrf-token': csrfToken },
});

async function newTeam(): Promise<{ readonly team: TestTeam; readonly owner: SignedIn }> {
  const team = await makeTeam(its.stack.sql);
  return { team, owner: await signIn(its.stack, { email: team.members.owner.email, workspace: team.slug }) };
}

const erasureOf = (workspaceId: string) => its.stack.client.workflow.getHandle(`workspace-erasure/${workspaceId}`);

/** The answer to the owner does not wait for the start of the flow. One that starts later reads its row then. */
const unlessNotFound = (error: unknown): undefined => {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
};

const letDayCome = async ({ workspaceId }: TestTeam): Promise<void> => {
  await its.stack.sql`update workspaces set erase_at = now() - interval '1 second' where id = ${workspaceId}`;
  await erasureOf(workspaceId).signal('nudge').catch(unlessNotFound);
};

/** A plan that is paid at the provider. */
async function buyPlan({ workspaceId }: TestTeam, key: Awaited<ReturnType<TestTeam['key']>>): Promise<void> {
  // A busy machine answers 503 once: the same call, repeated, does nothing twice.
  const url = await eventually('its page', async () => {
    const bought = await call(checkout.startCheckout, { plan: 'plus', quantity: 7 }, key);
    return (bought.json() as unknown as { url?: string }).url;
  });
  await press(url, { do: 'pay' });
  await eventually('the plan is paid', async () => {
    const rows = await its.stack.sql`
      select from subscriptions s join checkout_intents c using (workspace_id)
      where s.workspace_id = ${workspaceId} and c.status = 'completed' and c.page_ended_at is not null`;
    return rows.length > 0;
  });
}

const subscriptionStates = () => its.stripe.world.state.all('subscription').map(({ status }) => status);

/** The tables that hold a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = its.stack;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql`select exists (select 1 from ${sql(name)} t where t::text ilike ${`%${text}%`}) as holds`;
    if (row?.holds) found.push(name);
  }
  return found;
}

describe('DELETE /workspace', () => {
  it('stops bookings, keys and agents at once, keeps meetings, and mails every owner', async () => {
    const { team, owner } = await newTeam();
    const key = await team.key('admin');
    const seat = await makeSeat(its.stack.sql, { workspaceId: team.workspaceId, userId: owner.userId });
    const { bookingId } = await makeBooking(its.stack.sql, team, { hostId: owner.userId });
    const answer = await call(deleteWorkspace, { confirm: team.slug.toUpperCase() }, owner);
    expect(answer.status).toBe(200);
    const { eraseAt } = (answer.json() as unknown as { workspace: { eraseAt: string } }).workspace;
    expect((Date.parse(eraseAt) - Date.now()) / 86_400_000).toBeCloseTo(14, 1);
    for (const by of [key, seat.key]) {
      const refused = await call(workspace.getWorkspace, {}, by);
      expect([refused.status, reasonOf(refused)]).toEqual([401, 'workspace_deleted']);
    }
    const change = await call(workspace.updateWorkspace, { name: 'Other' }, owner);
    expect([change.status, reasonOf(change)]).toEqual([402, 'workspace_locked']);
    const buying = await call(checkout.startCheckout, { plan: 'plus', quantity: 7 }, owner);
    expect([buying.status, reasonOf(buying)]).toEqual([409, 'workspace_deleted']);
    expect((await call(workspace.getWorkspace, {}, owner)).json()).toMatchObject({ workspace: { eraseAt } });
    expect((await call(myWorkspaces.listWorkspaces, {}, owner)).json()).toMatchObject({ workspaces: [{ eraseAt }] });
    expect(await its.stack.sql`select status from bookings where id = ${bookingId}`).toEqual([{ status: 'confirmed' }]);
    const { text, subject } = await its.stack.waitForMail(owner.email, 'account');
    expect(subject).toMatch(/is deleted$/);
    expect(text).toContain('/settings/workspace');
  });

  it('wants the slug, an owner and a browser; a repeat changes nothing', async () => {
    const { team, owner } = await newTeam();
    const wrong = await call(deleteWorkspace, { confirm: `${team.slug}x` }, owner);
    expect([wrong.status, reasonOf(wrong)]).toEqual([422, 'slug_differs']);
    expect((await call(deleteWorkspace, {}, owner)).status).toBe(400);
    const admin = await signIn(its.stack, { email: team.members.admin.email, workspace: team.slug });
    expect(reasonOf(await call(deleteWorkspace, { confirm: team.slug }, admin))).toBe('role_missing');
    expect(reasonOf(await call(deleteWorkspace, { confirm: team.slug }, await team.key('owner')))).toBe('session_only');
    expect(await its.stack.sql`select erase_at from workspaces where id = ${team.workspaceId}`).toEqual([
      { erase_at: null },
    ]);
    const first = await call(deleteWorkspace, { confirm: team.slug }, owner);
    expect((await call(deleteWorkspace, { confirm: team.slug }, owner)).json()).toEqual(first.json());
    const log = await its.stack.sql`
      select from activity_log where workspace_id = ${team.workspaceId} and action = 'workspace.deleted'`;
    expect(log).toHaveLength(1);
  });
});

it('is deleted three times a day at most: each time mails all owners', async () => {
  const { team, owner } = await newTeam();
  for (let times = 0; times < 3; times++) {
    expect((await call(deleteWorkspace, { confirm: team.slug }, owner)).status).toBe(200);
    expect((await call(restoreWorkspace, {}, owner)).status).toBe(200);
  }
  const refused = await call(deleteWorkspace, { confirm: team.slug }, owner);
  expect([refused.status, refused.json().error.details]).toEqual([
    429,
    { reason: 'too_many_deletions', limit: 3, retryAfterSeconds: expect.any(Number) },
  ]);
  const { workspaceId } = team;
  expect(await its.stack.sql`select erase_at from workspaces where id = ${workspaceId}`).toEqual([{ erase_at: null }]);
  await its.stack.sql`
    update activity_log set created_at = created_at - interval '1 day' where workspace_id = ${workspaceId} and action = 'workspace.deleted'`;
  expect((await call(deleteWorkspace, { confirm: team.slug }, owner)).status).toBe(200);
});

describe('POST /workspace/restore', () => {
  it('lets people and agents in again: a deleted workspace admits nobody, and gives no access', async () => {
    const { team, owner } = await newTeam();
    const { stack } = its;
    const person = await personWithBrowser(stack, `late-${team.slug}@del.test`);
    const sent = await call(members.inviteMember, { email: `late-${team.slug}@del.test`, role: 'admin' }, owner);
    const { id } = (sent.json() as unknown as { member: { id: string } }).member;
    const token = invitationToken(stack.secrets, id);
    const accept = () => call(members.acceptInvitation, { token }, withCsrf(person));
    const [device, approved] = [await openDevice(stack), await openDevice(stack)];
    expect((await decide(stack, owner, approved.userCode, 'approve')).status).toBe(200);
    const app = await OAuthApp.register(stack);
    const consent = await app.atConsent(owner);
    await call(deleteWorkspace, { confirm: team.slug }, owner);
    for (const refused of [
      await accept(),
      await decide(stack, owner, device.userCode, 'approve'),
      await requestPoll(stack, approved.deviceCode),
    ])
      expect([refused.status, refused.json().error.details?.reason]).toEqual([402, 'workspace_deleted']);
    const key = await call(apiKeys.createApiKey, { name: 'New' }, owner);
    expect([key.status, reasonOf(key)]).toEqual([402, 'workspace_locked']);
    const csrf = hiddenField(consent.page.html, 'csrfToken');
    expect(consent.page.html).toContain(team.workspaceId);
    expect((await consent.browser.open(consent.path)).html).not.toContain(team.workspaceId);
    const form = { csrfToken: csrf, workspaceId: team.workspaceId, access: 'full', decision: 'allow' };
    const denied = await consent.browser.submit(consent.path, form);
    expect([denied.status, denied.html]).toEqual([402, expect.stringContaining('This workspace is deleted')]);
    const page = new PageClient(stack.appUrl);
    page.cookies.set(SESSION_COOKIE, person.token);
    const unjoined = await page.submit(`/invitations/${token}`, { csrfToken: person.csrfToken });
    expect([unjoined.status, unjoined.html]).toEqual([402, expect.stringContaining('The workspace is deleted')]);
    expect(await stack.sql`select from memberships where user_id = ${person.userId}`).toHaveLength(0);
    await call(restoreWorkspace, {}, owner);
    expect((await accept()).status).toBe(200);
    expect((await decide(stack, owner, device.userCode, 'approve')).status).toBe(200);
    for (const { deviceCode } of [device, approved])
      expect(await poll(stack, deviceCode)).toMatchObject({ status: 'approved' });
    expect((await consent.browser.submit(consent.path, form)).status).toBe(303);
  });

  it('undoes all: keys work, guests can book, nothing is erased', async () => {
    const { team, owner } = await newTeam();
    const key = await team.key('admin');
    await call(deleteWorkspace, { confirm: team.slug }, owner);
    const answer = await call(restoreWorkspace, {}, owner);
    expect(answer.json()).toMatchObject({ workspace: { eraseAt: null } });
    expect((await call(workspace.updateWorkspace, { name: 'Again' }, key)).status).toBe(200);
    await eventually('the flow is over', async () => {
      const found = await erasureOf(team.workspaceId).describe().catch(unlessNotFound);
      return found?.status.name === 'COMPLETED';
    });
    expect((await call(restoreWorkspace, {}, owner)).status).toBe(200);
  });

  it('comes too late once the erasure has begun', async () => {
    const { team, owner } = await newTeam();
    await its.stack.sql`update workspaces set erase_at = now(), erasing_at = now() where id = ${team.workspaceId}`;
    const answer = await call(restoreWorkspace, {}, owner);
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'erasure_begun']);
  });
});

it('erases all after 14 days: ends what is paid, tells guests, leaves no row', async () => {
  const { team, owner } = await newTeam();
  const { sql } = its.stack;
  const key = await team.key('owner');
  await buyPlan(team, key);
  const coming = await makeBooking(sql, team, { hostId: owner.userId });
  const running = await makeBooking(sql, team, { hostId: owner.userId, startMs: Date.now() - 300_000 });
  const past = await makeBooking(sql, team, { hostId: owner.userId, status: 'completed', startMs: Date.now() - 9e8 });
  await call(deleteWorkspace, { confirm: team.slug }, owner);
  await letDayCome(team);
  expect((await its.stack.waitForMail(coming.guest, 'booking_canceled')).subject).toMatch(/cancel/i);
  // A meeting that runs is waited for; the guest's mail is in the workspace's mailbox until then.
  await sql`update bookings set status = 'completed' where id = ${running.bookingId}`;
  await eventually('its flow', () => erasureOf(team.workspaceId).describe().catch(unlessNotFound));
  await erasureOf(team.workspaceId).result();
  for (const text of [team.workspaceId, past.guest]) expect(await tablesWith(text)).toEqual([]);
  expect(subscriptionStates()).toEqual(['canceled']);
  // The person stays, and nobody gets the slug.
  expect((await call(myWorkspaces.listWorkspaces, {}, owner)).json()).toMatchObject({ workspaces: [] });
  const taken = await call(myWorkspaces.createWorkspace, { name: 'New', slug: team.slug }, owner);
  expect(reasonOf(taken)).toBe('slug_taken');
});

it('ends what is paid before it erases, also when something else held the erasure up for its week', async () => {
  const { team, owner } = await newTeam();
  const { sql } = its.stack;
  await buyPlan(team, await team.key('owner'));
  expect(subscriptionStates().filter((status) => status !== 'canceled')).toEqual(['active']);
  // A meeting that does not end.
  await makeBooking(sql, team, { hostId: owner.userId, startMs: Date.now() - 300_000 });
  await call(deleteWorkspace, { confirm: team.slug }, owner);
  await sql`
    update workspaces set erase_at = now() - interval '7 days', erasing_at = now() - interval '7 days 1 second' where id = ${team.workspaceId}`;
  const flow = await its.stack.client.workflow.signalWithStart('workspaceErasure', {
    ...flowStart('workspaceErasure', { id: team.workspaceId, workspaceId: team.workspaceId }, its.stack.taskQueue),
    signal: 'nudge',
  });
  expect(await flow.result()).toBe('erased');
  expect(subscriptionStates()).toContain('canceled');
  expect(subscriptionStates()).not.toContain('active');
});

it('lets the only owner of a deleted workspace delete their account', async () => {
  const { team, owner } = await newTeam();
  const refused = await call(me.deleteMe, { confirm: 'delete' }, owner);
  expect([reasonOf(refused), refused.json().error.message]).toEqual([
    'sole_owner',
    expect.stringContaining('DELETE /workspace'),
  ]);
  await call(deleteWorkspace, { confirm: team.slug }, owner);
  expect((await call(me.deleteMe, { confirm: 'delete' }, owner)).status).toBe(200);
});
