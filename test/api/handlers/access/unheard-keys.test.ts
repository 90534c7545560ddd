import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { waitFor } from '../../../support/stack/lock-tables.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

/** Shorter than the lock timeout of 1 s: the work continues after the answer. */
const DEADLINE_MS = 400;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false, deadlineMs: DEADLINE_MS });
});
afterAll(() => stack.close());

const late = (): number => stack.logLines.filter((line) => /(finished|failed) after the deadline/.test(line)).length;

const making: readonly (readonly [string, Operation, Record<string, unknown>])[] = [
  ['a key', apiKeys.createApiKey, { name: 'Unheard' }],
  ['a seat', agentSeats.createAgentSeat, { displayName: 'Unheard' }],
  [
    'a seat by execute',
    workspaceTools.executeTool,
    { name: 'create_agent_seat', arguments: { displayName: 'Unheard' } },
  ],
];

describe('at the deadline', () => {
  it.each(making)('%s is not made for a caller who got 503', async (_name, operation, input) => {
    const team = await makeTeam(stack.sql);
    const { headers } = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
    const before = late();
    await stack.sql.begin(async (tx) => {
      await tx`select 1 from workspaces where id = ${team.workspaceId} for update`;
      const answer = await callHost(stack.appUrl, operation, input, headers);
      expect(answer.status).toBe(503);
      expect(answer.json().error.message).toContain('look at what there is first');
      expect(answer.json().error.message).not.toContain('does nothing twice');
    });
    await waitFor(async () => late() > before, 'the end of the work');
    expect(await stack.sql`select name from api_keys where workspace_id = ${team.workspaceId}`).toEqual([]);
    expect(await stack.sql`select 1 from agent_seats where workspace_id = ${team.workspaceId}`).toEqual([]);
    expect((await callHost(stack.appUrl, operation, input, headers)).status).toBeLessThan(202);
  });
});
