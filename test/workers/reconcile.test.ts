import { rm } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMailer } from '../../activities/mail/send.ts';
import type { LocalTemporal } from '../../infra/local/temporal-server.ts';
import { revokeAgent } from '../../store/identity/change-agent.ts';
import { deleteWorkspace, restoreWorkspace } from '../../store/ops/delete-workspace.ts';
import { type Difference, findDifferences } from '../../workers/reconcile/differences.ts';
import { mender } from '../../workers/reconcile/mend.ts';
import { createWorker } from '../../workers/worker.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { createHost, type TestHost } from '../support/drivers/host.ts';
import { storeClaim } from '../support/drivers/native.ts';
import { RestGuest } from '../support/drivers/rest-guest.ts';
import { makeAgent } from '../support/factories/agents.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { agentWorkspace } from '../support/factories/workspace-claims.ts';
import { bundlePath } from '../support/stack/database.ts';
import { startOwnTemporal } from '../support/stack/own-temporal.ts';
import { makeRunFolder } from '../support/stack/run-folder.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';

let principalIds = 0;
let stack: Stack;
let host: TestHost;
let starts: number[];
let folder: string;
let empty: LocalTemporal;
let client: Client;
beforeAll(async () => {
  folder = await makeRunFolder();
  [stack, empty] = await Promise.all([startStack({ demo: false }), startOwnTemporal(folder)]);
  client = new Client({ connection: await Connection.connect({ address: empty.address }) });
  host = await createHost(stack.sql);
  starts = await host.openStarts();
});
afterAll(async () => {
  await client?.connection.close();
  await stack?.close();
  await empty?.stop();
  await rm(folder, { recursive: true, force: true });
});

const newGuest = async (): Promise<RestGuest> => {
  const guest = new RestGuest(stack, host.address, { startMs: starts.shift() ?? 0, repeats: true });
  expect((await guest.askCode()).status).toBe(200);
  return guest;
};
const bookedGuest = async (): Promise<RestGuest> => {
  const guest = await newGuest();
  expect((await guest.book()).status).toBe(200);
  await guest.manageToken();
  return guest;
};
const bookingOf = async ({ email }: RestGuest): Promise<string> => {
  const [row] = await stack.sql<{ id: string }[]>`select id from challenges where guest_email = ${email}`;
  return flowId('booking', row?.id ?? '');
};

const differences = async (from: Client): Promise<Difference[]> => {
  const found: Difference[] = [];
  for await (const difference of findDifferences(stack.sql, from, stack.taskQueue)) found.push(difference);
  return found;
};
const kinds = async (from: Client) =>
  Object.fromEntries((await differences(from)).map(({ workflowId, kind }) => [workflowId, kind]));

const mailCount = async (): Promise<number> =>
  (await stack.sql<{ count: number }[]>`select count(*)::int as count from local_mails`)[0]?.count ?? 0;

const announced = async (): Promise<boolean> =>
  (await stack.sql`select 1 from booking_changes where announced_at is null`).length === 0;

/** A worker of the empty Temporal. */
async function runWorker(): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address: empty.address });
  const worker = await createWorker({
    connection,
    namespace: 'default',
    taskQueue: stack.taskQueue,
    workflowBundle: { codePath: bundlePath() },
    flowsInThisThread: true,
    client,
    dependencies: {
      sql: stack.sql,
      secrets: stack.secrets,
      mailer: localMailer(stack.sql, Date.now),
      service: { name: 'Holdfast', fromEmail: 'mail@holdfast.example', publicUrl: stack.publicUrl },
      links: { appUrl: stack.appUrl, publicUrl: stack.publicUrl },
      now: Date.now,
    },
    log: pino({ level: 'silent' }),
  });
  const ended = worker.run();
  return async () => {
    worker.shutdown();
    await ended;
    await connection.close();
  };
}

it('finds every row whose flow an empty Temporal lacks, rebuilds each, and sends no mail again', async () => {
  const [booked, waiting] = [await bookedGuest(), await newGuest()];
  await expect.poll(announced).toBe(true);
  const trialId = uuidv7();
  await stack.sql`
    insert into workspaces (id, slug, name, plan, subscription_status, trial_ends_at)
    values (${trialId}, ${`trial-${trialId}`}, 'Trial', 'growth', 'trialing', now() + interval '9 days')`;
  await stack.stopWorker();
  const mails = await mailCount();
  const expected = {
    [await bookingOf(booked)]: 'no_flow',
    [await bookingOf(waiting)]: 'no_flow',
    // The prep pack of the one that is booked.
    [(await bookingOf(booked)).replace('booking/', 'prep/')]: 'no_flow',
    [flowId('trial', trialId)]: 'no_flow',
  };
  expect(await kinds(client)).toEqual(expected);
  // Looking changes nothing.
  expect(await kinds(client)).toEqual(expected);

  const mend = mender(client, { sql: stack.sql, taskQueue: stack.taskQueue, perSecond: 1_000, includeEnded: false });
  for (const difference of await differences(client)) expect(await mend(difference)).toBe('mended');
  expect(await kinds(client)).toEqual({});
  const stopWorker = await runWorker();
  const shown = async (from: Client, guest: RestGuest) => {
    const { searchAttributes: shows } = await from.workflow.getHandle(await bookingOf(guest)).describe();
    return { state: shows.FlowState, eventTypeId: shows.EventTypeId };
  };
  const eventTypeId = [host.eventTypeId];
  await expect.poll(() => shown(client, booked)).toEqual({ state: ['confirmed'], eventTypeId });
  expect(await shown(stack.client, waiting)).toEqual({ state: ['waiting for the code'], eventTypeId });
  for (const difference of await differences(client)) await mend(difference);
  await stopWorker();
  expect(await kinds(client)).toEqual({});
  expect(await mailCount()).toBe(mails);
  await stack.startWorker();
});

it('lists a cancel that a restored database has lost, and leaves it to the operator; flows without a row are nudged', async () => {
  const guest = await bookedGuest();
  await expect.poll(announced).toBe(true);
  const before = await stack.sql`select status, revision from bookings where guest_email = ${guest.email}`;
  expect((await (await guest.cancelCall())()).status).toBe(200);
  const workflowId = await bookingOf(guest);
  await stack.client.workflow.getHandle(workflowId).result();
  const prepId = workflowId.replace('booking/', 'prep/');
  expect(await stack.client.workflow.getHandle(prepId).result()).toBe('canceled');
  // The database of a moment before the cancel.
  await stack.sql`
    update prep_packs set ended_at = null, next_look_at = now() + interval '1 day' where booking_id = ${workflowId.slice(8)}`;
  await stack.sql`update bookings set status = ${String(before[0]?.status)}, revision = ${Number(before[0]?.revision)} where guest_email = ${guest.email}`;
  await stack.stopWorker();
  const lost = flowId('booking', uuidv7());
  await stack.client.workflow.signalWithStart('booking', {
    ...{ workflowId: lost, taskQueue: stack.taskQueue, signal: 'nudge' },
    args: [{ bookingId: lost.slice(8), codeLifetimeMs: 0 }],
  });
  await expect
    .poll(() => kinds(stack.client))
    .toMatchObject({
      ...{ [workflowId]: 'flow_ended', [prepId]: 'flow_ended', [lost]: 'no_live_row' },
    });

  const found = (await differences(stack.client)).filter((each) => [workflowId, lost].includes(each.workflowId));
  expect(found[0]).toMatchObject({
    rowSays: expect.stringMatching(/^confirmed, StartsAt /),
    flowSays: expect.stringMatching(/^completed at .*, canceled, StartsAt /),
  });
  const options = { sql: stack.sql, taskQueue: stack.taskQueue, perSecond: 1_000 };
  const mend = mender(stack.client, { ...options, includeEnded: false });
  expect([await mend(found[0] as Difference), await mend(found[1] as Difference)]).toEqual(['left', 'mended']);
  await stack.startWorker();
  expect(await stack.client.workflow.getHandle(lost).result()).toBe('unknown booking');
  const mendAll = mender(stack.client, { ...options, includeEnded: true });
  expect(await mendAll(found[0] as Difference)).toBe('mended');
  expect(await kinds(stack.client)).not.toHaveProperty(workflowId);
});

it.each(['confirmed', 'rescheduled'])(
  'lists both times of a move that a restored database has lost (%s before), and leaves it to the operator',
  async (status) => {
    const guest = await bookedGuest();
    if (status === 'rescheduled') expect((await guest.reschedule(starts.shift() ?? 0)).status).toBe(200);
    await expect.poll(announced).toBe(true);
    const row = async () =>
      (
        await stack.sql<{ id: string; status: string; startAt: Date; endAt: Date; revision: number }[]>`
          select id, status, start_at as "startAt", end_at as "endAt", revision from bookings where guest_email = ${guest.email}`
      )[0];
    const before = await row();
    expect(before?.status).toBe(status);
    const movedTo = starts.shift() ?? 0;
    expect((await guest.reschedule(movedTo)).status).toBe(200);
    await expect.poll(announced).toBe(true);
    const workflowId = await bookingOf(guest);
    const startOfFlow = async () =>
      (await stack.client.workflow.getHandle(workflowId).describe()).typedSearchAttributes
        .get(searchAttributes.startsAt)
        ?.getTime();
    await expect.poll(startOfFlow).toBe(movedTo);
    expect(await kinds(stack.client)).not.toHaveProperty(workflowId);
    // The database of a moment before the last move.
    await stack.sql`update bookings set ${stack.sql({ status, start_at: before?.startAt, end_at: before?.endAt, revision: before?.revision })}
      where id = ${String(before?.id)}`;

    const found = (await differences(stack.client)).find((each) => each.workflowId === workflowId) as Difference;
    expect(found).toMatchObject({
      kind: 'other_start',
      rowSays: `${status}, StartsAt ${before?.startAt.toISOString()}`,
      flowSays: `running, rescheduled, StartsAt ${new Date(movedTo).toISOString()}`,
    });
    const options = { sql: stack.sql, taskQueue: stack.taskQueue, perSecond: 1_000 };
    expect(await mender(stack.client, { ...options, includeEnded: false })(found)).toBe('left');
    expect(await startOfFlow()).toBe(movedTo);
    expect(await mender(stack.client, { ...options, includeEnded: true })(found)).toBe('mended');
    await expect.poll(startOfFlow).toBe(before?.startAt.getTime());
  },
);

describe('a database that was restored to before somebody decided', () => {
  const options = () => ({ sql: stack.sql, taskQueue: stack.taskQueue, perSecond: 1_000 });
  const find = async (workflowId: string) =>
    (await differences(stack.client)).find((each) => each.workflowId === workflowId);

  it('ends a consent again that its person had stopped, and starts nothing', async () => {
    const key = await (await makeTeam(stack.sql)).key('owner');
    const { principalId } = await makeAgent(stack, { key, email: `stopped-${principalIds++}@person.test` });
    const workflowId = flowId('agentIdentity', principalId);
    await stack.client.workflow.signalWithStart('agentIdentity', {
      ...{ workflowId, taskQueue: stack.taskQueue, signal: 'nudge', args: [{ principalId }] },
    });
    await revokeAgent(stack.sql, principalId, { kind: 'link' });
    const handle = stack.client.workflow.getHandle(workflowId);
    await handle.signal('revoked');
    await handle.result();
    await stack.sql`
      update agent_principals set status = 'verified', flow_status = 'verified', revoked_at = null, revoked_by = null where id = ${principalId}`;

    const found = await find(workflowId);
    expect(found).toMatchObject({ kind: 'flow_ended', flowSays: expect.stringMatching(/^completed at .*, revoked$/) });
    expect(await mender(stack.client, { ...options(), includeEnded: true })(found as Difference)).toBe('mended');
    expect(await stack.sql`select status, revoked_by from agent_principals where id = ${principalId}`).toEqual([
      { status: 'revoked', revoked_by: 'flow' },
    ]);
    expect((await handle.describe()).status.name).toBe('COMPLETED');
    expect((await find(workflowId))?.kind).not.toBe('no_live_row');
  });

  it('refuses again what was refused, and leaves what was accepted to its link', async () => {
    const operator = `refusing-${principalIds++}@operator.test`;
    const [refused, claimed] = [await storeClaim(stack, operator), await storeClaim(stack, operator)];
    await stack.sql`update native_claims set mailed_at = now() where id = any(${[refused, claimed]}::uuid[])`;
    for (const [claimId, status] of Object.entries({ [refused]: 'refused', [claimed]: 'claimed' })) {
      const workflowId = flowId('nativeClaim', claimId);
      await stack.sql`update native_claims set status = ${status} where id = ${claimId}`;
      await stack.client.workflow.signalWithStart('nativeClaim', {
        ...{ workflowId, taskQueue: stack.taskQueue, signal: 'nudge', args: [{ claimId }] },
      });
      await stack.client.workflow.getHandle(workflowId).result();
      await stack.sql`update native_claims set status = 'pending', flow_status = 'pending' where id = ${claimId}`;
    }
    const mend = mender(stack.client, { ...options(), includeEnded: false });
    const outcomes = [];
    for (const id of [refused, claimed]) {
      const found = await find(flowId('nativeClaim', id));
      expect(found?.kind).toBe('flow_ended');
      outcomes.push(await mend(found as Difference));
    }
    expect(outcomes).toEqual(['mended', 'left']);
    const rows = await stack.sql`select id, status from native_claims where id = any(${[refused, claimed]}::uuid[])`;
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [refused, 'refused'],
        [claimed, 'pending'],
      ]),
    );
  });
});

describe('a database that was restored to before an owner deleted or restored a workspace', () => {
  const BY = { actor: null, source: 'dashboard' } as const;
  const started = async (workspaceId: string) => {
    const workflowId = flowId('workspaceErasure', workspaceId);
    await stack.client.workflow.signalWithStart('workspaceErasure', {
      ...{ workflowId, taskQueue: stack.taskQueue, signal: 'nudge', args: [{ workspaceId }] },
    });
    return stack.client.workflow.getHandle(workflowId);
  };
  const find = async (workflowId: string) =>
    (await differences(stack.client)).find((each) => each.workflowId === workflowId);

  it('says that a workspace will be erased although an owner restored it, and leaves it to the operator', async () => {
    const { workspaceId, slug } = await makeTeam(stack.sql);
    await deleteWorkspace(stack.sql, { workspaceId, slug }, BY);
    const handle = await started(workspaceId);
    await restoreWorkspace(stack.sql, workspaceId, BY);
    await handle.signal('changed');
    expect(await handle.result()).toBe('restored');
    await stack.sql`update workspaces set erase_at = '2999-01-01' where id = ${workspaceId}`;
    const found = await find(handle.workflowId);
    expect(found).toMatchObject({
      kind: 'flow_ended',
      rowSays: expect.stringContaining('will be ERASED from 2999-01-01T00:00:00.000Z on'),
      flowSays: expect.stringMatching(/, restored$/),
    });
    const mend = mender(stack.client, {
      sql: stack.sql,
      taskQueue: stack.taskQueue,
      perSecond: 1_000,
      includeEnded: false,
    });
    expect(await mend(found as Difference)).toBe('left');
  });

  it('says that a workspace in use was deleted', async () => {
    const { workspaceId, slug } = await makeTeam(stack.sql);
    await deleteWorkspace(stack.sql, { workspaceId, slug }, BY);
    const { workflowId } = await started(workspaceId);
    await expect.poll(() => find(workflowId)).toBeUndefined();
    await stack.sql`update workspaces set erase_at = null where id = ${workspaceId}`;
    const isListed = async () => (await find(workflowId))?.rowSays;
    await expect.poll(isListed).toMatch(/^in use, but deleted after the backup/);
  });
});

it('is silent about a workspace that nobody owns yet, until its first mail is due', async () => {
  const { workspaceId } = await agentWorkspace(stack);
  const workflowId = flowId('unclaimedWorkspace', workspaceId);
  expect(await kinds(stack.client)).not.toHaveProperty(workflowId);
  await stack.sql`update unclaimed_workspaces set next_look_at = now() where workspace_id = ${workspaceId}`;
  expect(await kinds(stack.client)).toMatchObject({ [workflowId]: 'no_flow' });
});
