import { expect, it } from 'vitest';
import { LAPSES_AFTER_DAYS } from '../../domain/identity/agent-standing.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import { testSecrets } from '../support/drivers/guest.ts';
import { makeAgent, makePendingAgent } from '../support/factories/agents.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { passedMsIn, skippedTime, timersIn } from '../support/stack/skipped-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TASK_QUEUE = 'identity-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE_MS = 20_000;

const world = await skippedTime('the lifetimes of agents’ identities', TASK_QUEUE);

world.describe('an agent’s identity, in a world where days pass in milliseconds', () => {
  const place = () => ({ sql: world.database.sql, secrets: testSecrets, appUrl: 'http://app.test' });
  const follow = (principalId: string) =>
    world.environment.client.workflow.start('agentIdentity', {
      workflowId: flowId('agentIdentity', principalId),
      taskQueue: TASK_QUEUE,
      args: [flows.agentIdentity.input(principalId)],
    });
  type Flow = Awaited<ReturnType<typeof follow>>;

  const untilItWaits = (flow: Flow) => expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBe(1);
  const statusOf = async (id: string) =>
    (
      await world.database.sql<{ status: string; code: string }[]>`
      select p.status, c.status as code from agent_principals p left join mailed_codes c on c.id = p.id where p.id = ${id}`
    )[0];

  it('waits ten minutes for its code', async () => {
    const key = await (await makeTeam(world.database.sql)).key('owner');
    const { principalId } = await makePendingAgent(place(), { key, email: 'late@person.test' });
    const flow = await follow(principalId);
    await untilItWaits(flow);
    await world.database.sql`update agent_principals set ends_at = now() where id = ${principalId}`;
    expect(await flow.result()).toBe('expired');
    expect(Math.abs((await passedMsIn(flow)) - 10 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(await statusOf(principalId)).toEqual({ status: 'expired', code: 'withdrawn' });
  });

  it('lapses after ninety days without a token', async () => {
    const key = await (await makeTeam(world.database.sql)).key('owner');
    const { principalId } = await makeAgent(place(), { key, email: 'idle@person.test' });
    const flow = await follow(principalId);
    await untilItWaits(flow);
    await world.database.sql`update agent_principals set ends_at = now() where id = ${principalId}`;
    expect(await flow.result()).toBe('expired');
    expect(Math.abs((await passedMsIn(flow)) - LAPSES_AFTER_DAYS * DAY_MS)).toBeLessThan(DAY_MS);
    expect(await statusOf(principalId)).toMatchObject({ status: 'expired' });
  });

  it('ends with its key, if that is earlier', async () => {
    const key = await (await makeTeam(world.database.sql)).key('owner');
    const { principalId } = await makeAgent(place(), { key, email: 'busy@person.test' });
    await world.database.sql`update api_keys set expires_at = now() + interval '30 days' where id = ${key.id}`;
    const flow = await follow(principalId);
    await untilItWaits(flow);
    await world.database.sql`update api_keys set expires_at = now() where id = ${key.id}`;
    expect(await flow.result()).toBe('expired');
    expect(Math.abs((await passedMsIn(flow)) - 30 * DAY_MS)).toBeLessThan(DAY_MS);
  });
});
