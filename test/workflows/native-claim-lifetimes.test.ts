import { expect, it } from 'vitest';
import { CLAIM_HOURS } from '../../domain/accounts/native-claim.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { testSecrets } from '../support/drivers/guest.ts';
import { storeClaim } from '../support/drivers/native.ts';
import { passedMsIn, skippedTime } from '../support/stack/skipped-time.ts';

const LIFETIME_MS = CLAIM_HOURS * 3_600_000;
const TASK_QUEUE = 'claim-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 5 * 60_000;

const world = await skippedTime('the lifetime of a claim', TASK_QUEUE);

world.describe('a claim, in a world where hours pass in milliseconds', () => {
  const flowStatus = async (id: string) => {
    const [row] = await world.database.sql<{ flow_status: string | null }[]>`
      select flow_status from native_claims where id = ${id}`;
    return row?.flow_status;
  };

  it.each(['pending', 'accepted'])('waits a day (%s)', async (status) => {
    const { sql } = world.database;
    const id = await storeClaim({ sql, secrets: testSecrets }, 'operator@new.test');
    await sql`update native_claims set status = ${status}, flow_status = null where id = ${id}`;
    const flow = await world.environment.client.workflow.start('nativeClaim', {
      workflowId: flowId('nativeClaim', id),
      taskQueue: TASK_QUEUE,
      args: [flows.nativeClaim.input(id)],
    });
    await expect.poll(() => flowStatus(id), { timeout: PATIENCE_MS }).toBe(status);
    // The flow sets its timer from the row as it is now. The row ages only after that.
    const lastEvent = async () => (await flow.fetchHistory()).events?.at(-1);
    await expect
      .poll(async () => (await lastEvent())?.timerStartedEventAttributes, { timeout: PATIENCE_MS })
      .toBeTruthy();
    await sql`update native_claims set expires_at = expires_at - interval '2 days' where id = ${id}`;
    expect(await flow.result()).toBe('expired');
    const passedMs = await passedMsIn(flow);
    expect(Math.abs(passedMs - LIFETIME_MS)).toBeLessThan(SLACK_MS);
  });
});
