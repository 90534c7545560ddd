import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isStrict } from '../../../../api/core/schema-parts.ts';
import { IN_APP_MCP_PATH } from '../../../../api/mcp/path.ts';
import { contract } from '../../../../schemas/contract.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { samples } from '../../../samples/all.ts';
import type { Input } from '../../../samples/sample.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { toolCaller } from '../../../support/drivers/mcp-client.ts';
import { intentOf } from '../../../support/factories/agents.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

/** Every operation by which an agent gets a key or acts for a person. What people decide on our pages is not among them. */
const agentsOperations = new Map<string, Operation>(
  Object.entries(contract).flatMap(([area, operations]) =>
    Object.entries(operations as Record<string, Operation>)
      .filter(([, { path, auth }]) => /^\/(agent|auth\/native)\//.test(path) && auth !== 'person')
      .map(([name, operation]) => [`${area}.${name}`, operation] as const),
  ),
);

const credential = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
/** What the spec names of those without a key, each field once: all of it is taken. */
const said = { clientName: 'Term', agentName: 'Scout', prospectEmail: 'ada@prospect.test' };
const withoutKey: Readonly<Record<string, Input>> = {
  'accounts.startNativeEmail': { email: 'unknown-fields@native.test', ...said },
  'accounts.verifyNativeEmail': { challengeId: uuidv7(), code: 'BCDF-GHJK', ...said },
  'accounts.pollNativeClaim': { pollToken: 'x'.repeat(43) },
  'accounts.signInWithApple': { identityToken: 'x.y.z', rawNonce: 'n', fullName: { givenName: 'Ada' }, ...said },
  'accounts.startNativePasskey': said,
  'accounts.verifyNativePasskey': { challengeId: 'x', credential, ...said },
};
/** What the spec names of those with a key. */
const ofSpec: Readonly<Record<string, readonly string[]>> = {
  'identity.registerIdentity': ['prospectEmail', 'agentLabel', 'prospectName', 'prospectCompany', 'metadata'],
  'identity.verifyIdentity': ['code', 'scopes'],
  'identity.signUpUser': ['name', 'timezone'],
  'identity.connectCalendarForPerson': ['provider', 'redirectAfter'],
  'workspaces.createClaimIntent': ['prospectEmail', 'agentName'],
  ...Object.fromEntries(Object.entries(withoutKey).map(([id, input]) => [id, Object.keys(input)])),
};

/** A name near that of its first field. (One that can mean it only, as in snake case, is taken.) */
const wrongNameOf = ({ input }: Operation): { readonly meant: string; readonly wrong: string } => {
  const [meant = ''] = Object.keys(input.shape);
  return { meant, wrong: `${meant}s` };
};

let stack: Stack;
let team: TestTeam;
let key: TestKey;
const overMcp = toolCaller(() => `${stack.appUrl}${IN_APP_MCP_PATH}`);
beforeAll(async () => {
  stack = await startStack({ demo: false });
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
});
afterAll(async () => {
  await overMcp.close();
  await stack.close();
});

interface Prepared {
  readonly input: Input;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call that is right, but for what is added to it. */
async function prepare(id: string, operation: Operation): Promise<Prepared> {
  if (operation.auth === 'none') return { input: withoutKey[id] ?? {}, headers: {} };
  const shown = { headers: key.headers, userId: key.userId };
  const input = (await samples[id]?.good({ stack, team, shown })) ?? {};
  return { input, headers: { ...key.headers, ...(await intentOf(stack, operation, shown, input)) } };
}

it('there are fifteen and more of them, and every one refuses unknown fields', () => {
  expect(agentsOperations.size).toBeGreaterThanOrEqual(15);
  const open = [...agentsOperations].filter(([, { input }]) => !isStrict(input)).map(([id]) => id);
  expect(open).toEqual([]);
});

it.each(Object.entries(ofSpec))('%s takes every field that the spec names', (id, fields) => {
  expect(Object.keys(agentsOperations.get(id)?.input.shape ?? {})).toEqual(expect.arrayContaining([...fields]));
});

/** A lead goes to a field that can hold the value. */
const valueFor = (input: object, name: string): unknown => (input as Record<string, unknown>)[name] ?? 'x';

describe('a field under a wrong name', () => {
  it.each([...agentsOperations])('%s says what it should be', async (id, operation) => {
    const { meant, wrong } = wrongNameOf(operation);
    const { input, headers } = await prepare(id, operation);
    const refused = await callHost(stack.appUrl, operation, { ...input, [wrong]: valueFor(input, meant) }, headers);
    expect([refused.status, refused.json().error?.code], refused.text).toEqual([400, 'request.invalid']);
    expect(refused.json().error.details?.issues).toEqual([
      { path: wrong, message: expect.stringContaining(meant), didYouMean: expect.arrayContaining([meant]) },
    ]);
    const { status } = await callHost(stack.appUrl, operation, input, headers);
    expect(status).not.toBe(400);
  });

  const tools = [...agentsOperations].filter(([, { tool }]) => tool !== undefined);
  it.each(tools)('%s says so over MCP and by execute, too, and its schema is closed', async (id, operation) => {
    const { meant, wrong } = wrongNameOf(operation);
    const { tool: name = '' } = operation;
    const { input, headers } = await prepare(id, operation);
    const args = { ...input, [wrong]: valueFor(input, meant) };
    const [mcp, executed] = await Promise.all([
      overMcp.call(name, args, headers),
      callHost(stack.appUrl, workspaceTools.executeTool, { name, arguments: args }, headers),
    ]);
    const issue = { message: expect.stringContaining(meant), didYouMean: expect.arrayContaining([meant]) };
    expect(mcp.isError).toBe(true);
    expect(JSON.parse(mcp.content[0]?.text ?? '').error.details.issues).toEqual([{ path: wrong, ...issue }]);
    expect(executed.json().error.details).toMatchObject({
      issues: [{ path: `arguments.${wrong}`, ...issue }],
      schema: { properties: { [meant]: expect.any(Object) } },
    });
    const listed = await callHost(stack.appUrl, workspaceTools.listTools, {}, key.headers);
    const list = listed.json().tools as unknown as { name: string; inputSchema: object }[];
    expect(list.find((tool) => tool.name === name)?.inputSchema).toMatchObject({ additionalProperties: false });
  });
});

it('a code is not mailed for a request with an unknown field', async () => {
  const email = `${uuidv7()}@native.test`;
  const start = agentsOperations.get('accounts.startNativeEmail') as Operation;
  expect((await callHost(stack.appUrl, start, { email, prospectMail: 'ada@prospect.test' })).status).toBe(400);
  expect(await stack.sql`select id from mailed_codes where email = ${email}`).toEqual([]);
});
