import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { deviceCodeHash, newDeviceCode, newUserCode } from '../../domain/access/device-code.ts';
import { DEVICE_SESSION_SECONDS } from '../../schemas/operations/access/device-authorization.ts';
import { decideDeviceSession, openDeviceSession } from '../../store/access/device-sessions.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { createHost } from '../support/drivers/host.ts';
import { passedMsIn, skippedTime } from '../support/stack/skipped-time.ts';

const LIFETIME_MS = DEVICE_SESSION_SECONDS * 1_000;
const TASK_QUEUE = 'device-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 5 * 60_000;

const world = await skippedTime('the lifetime of a device session', TASK_QUEUE);

world.describe('a device session, in a world where minutes pass in milliseconds', () => {
  const flowStatus = async (id: string) => {
    const [row] = await world.database.sql<{ flow_status: string | null }[]>`
      select flow_status from device_sessions where id = ${id}`;
    return row?.flow_status;
  };

  it.each([false, true])('waits fifteen minutes (approved, and never fetched: %s)', async (approved) => {
    const { sql } = world.database;
    const id = uuidv7();
    const userCode = await openDeviceSession(
      sql,
      {
        id,
        deviceCodeHash: deviceCodeHash(newDeviceCode()),
        agentName: null,
        clientName: null,
        clientIp: '127.0.0.1',
        intervalSeconds: 5,
        lifetimeSeconds: DEVICE_SESSION_SECONDS,
      },
      newUserCode,
    );
    const flow = await world.environment.client.workflow.start('deviceAuthorization', {
      workflowId: flowId('deviceAuthorization', id),
      taskQueue: TASK_QUEUE,
      args: [{ sessionId: id }],
    });
    await expect.poll(() => flowStatus(id), { timeout: PATIENCE_MS }).toBe('pending');
    if (approved) {
      const { userId, workspaceId } = await createHost(sql);
      await sql`
        insert into memberships (id, workspace_id, user_id, username, role)
        values (${uuidv7()}, ${workspaceId}, ${userId}, 'host', 'owner') on conflict do nothing`;
      const decision = { userCode, decision: 'approve', workspaceId, userId, source: 'dashboard' } as const;
      expect(await decideDeviceSession(sql, decision)).toMatchObject({ result: 'done' });
      await flow.signal(flows.deviceAuthorization.signals.decided);
      await expect.poll(() => flowStatus(id), { timeout: PATIENCE_MS }).toBe('approved');
    }
    // The flow sets its timer from the row as it is now. The row ages only after that.
    const lastEvent = async () => (await flow.fetchHistory()).events?.at(-1);
    await expect
      .poll(async () => (await lastEvent())?.timerStartedEventAttributes, { timeout: PATIENCE_MS })
      .toBeTruthy();
    await sql`update device_sessions set expires_at = expires_at - interval '1 day' where id = ${id}`;
    expect(await flow.result()).toBe('expired');
    const passedMs = await passedMsIn(flow);
    expect(Math.abs(passedMs - LIFETIME_MS)).toBeLessThan(SLACK_MS);
    const [row] = await sql`select status from device_sessions where id = ${id}`;
    expect(row?.status).toBe('expired');
  });
});
