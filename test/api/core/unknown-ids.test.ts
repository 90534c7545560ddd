import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import { samples } from '../../samples/all.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { idFieldsOf } from '../../support/drivers/id-fields.ts';
import { toolCaller } from '../../support/drivers/mcp-client.ts';
import { intentOf } from '../../support/factories/agents.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let key: TestKey;
/** Ids of another workspace, of every kind. */
let foreign: readonly string[];
const inApp = toolCaller(() => `${stack.appUrl}${IN_APP_MCP_PATH}`);
beforeAll(async () => {
  stack = await startStack({ demo: false });
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
  const other = await makeTeam(stack.sql);
  const { bookingId, eventTypeId } = await makeBooking(stack.sql, other, { hostId: other.host.userId });
  foreign = [other.host.userId, other.workspaceId, bookingId, eventTypeId, (await other.key('owner')).id];
});
afterAll(async () => {
  await inApp.close();
  await stack.close();
});

const tools = Object.entries(contract).flatMap(([area, operations]) =>
  Object.entries(operations as Record<string, Operation>).flatMap(([name, operation]) =>
    operation.surface === 'host' && operation.tool && idFieldsOf(operation).length > 0
      ? [[operation.tool, `${area}.${name}`, operation] as const]
      : [],
  ),
);
const filters = tools.filter(([name, , { effect }]) => effect === 'read' && name.startsWith('list_'));

it('there are filters and other ids', () => {
  expect(filters.length).toBeGreaterThanOrEqual(5);
  expect(tools.length).toBeGreaterThan(30);
});

describe.each(filters)('%s', (name, _, operation) => {
  it.each(idFieldsOf(operation))(
    'refuses an id of %s that is not of this workspace, the same by all three ways',
    async (field, given) => {
      const heard = async (id: string) => {
        const input = { [field]: given(id) };
        const executed = await callHost(
          stack.appUrl,
          workspaceTools.executeTool,
          { name, arguments: input },
          key.headers,
        );
        expect(executed.status, executed.text).toBe(404);
        const mcp = await inApp.call(name, input, key.headers);
        expect(mcp.isError).toBe(true);
        const rest = await callHost(stack.appUrl, operation, input, key.headers);
        expect(rest.status).toBe(404);
        const { code, message, details } = executed.json().error;
        expect(JSON.parse(mcp.content[0]?.text ?? '').error).toEqual({ code, message, details });
        expect(details).toMatchObject({ field, reason: expect.stringMatching(/_not_found$/) });
        expect(message).toMatch(/\blist_\w+/);
        return { code, message, details };
      };
      const unknown = await heard(uuidv7());
      for (const id of foreign) expect(await heard(id)).toEqual(unknown);
    },
  );
});

describe.each(tools)('%s', (name, operation, { auth }) => {
  const declared = tools.find(([tool]) => tool === name)?.[2] as Operation;

  it.each(idFieldsOf(declared))('never takes an unknown id for %s in silence', async (field, given) => {
    const shown = { headers: key.headers, userId: key.userId };
    const good = await samples[operation]?.good({ stack, team, shown });
    const args = { ...good, [field]: given(uuidv7()) };
    const headers = { ...key.headers, ...(await intentOf(stack, declared, shown, args)) };
    const heard = await callHost(stack.appUrl, workspaceTools.executeTool, { name, arguments: args }, headers);
    expect([400, 403, 404, 409, 422], `${JSON.stringify(auth)} ${heard.text}`).toContain(heard.status);
  });
});
