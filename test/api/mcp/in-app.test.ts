import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../../../api/core/tools.ts';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import { contract } from '../../../schemas/contract.ts';
import { workspaceTools } from '../../../schemas/operations/workspaces/tools.ts';
import { grants, Role, type Scope } from '../../../schemas/shapes/access.ts';
import { callHost, connectInApp } from '../../support/drivers/host-calls.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { callTool } from '../../support/drivers/mcp-client.ts';
import { signIn } from '../../support/drivers/session.ts';
import { needsIntent } from '../../support/factories/agents.ts';
import { credentials } from '../../support/factories/credentials.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

const MODERN = '2026-07-28';
const ALL = [...mcpTools(contract, 'host').values()];

let stack: Stack;
let team: TestTeam;
let endpoint: string;
let key: TestKey;

beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
  endpoint = `${stack.appUrl}${IN_APP_MCP_PATH}`;
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
});

type Headers = Readonly<Record<string, string>>;

const rpc = (method: string, params: object = {}, headers: Headers = key.headers) =>
  postJson(endpoint, { jsonrpc: '2.0', id: 1, method, params }, headers);

/** A call of the protocol of 2026-07-28, whose headers repeat what the body says. */
const modern = (method: string, params: Record<string, unknown> = {}) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return rpc(
    method,
    { ...params, _meta },
    {
      ...key.headers,
      'MCP-Protocol-Version': MODERN,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
    },
  );
};

interface List {
  readonly tools: readonly { readonly name: string }[];
}
const namesIn = (answer: { json(): Record<string, unknown> }, at: 'result' | 'body' = 'result'): string[] => {
  const body = answer.json();
  return ((at === 'result' ? body.result : body) as List).tools.map(({ name }) => name);
};

describe('the door', () => {
  it.each(credentials.filter(({ kind }) => kind === 'dead'))(
    'is closed to $name, before any JSON-RPC',
    async (credential) => {
      const { headers } = await credential.show(stack, team);
      for (const body of [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 'no JSON-RPC at all', []]) {
        const answer = await postJson(endpoint, body, headers);
        expect(answer.status).toBe(401);
        expect(answer.json()).toEqual({
          error: { code: 'auth.required', message: expect.any(String), details: { reason: expect.any(String) } },
        });
        // No resource_metadata: keys come from the app, not from an OAuth server.
        expect(answer.headers['www-authenticate']).toBe('Bearer');
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it('is closed to a session: no page calls it', async () => {
    const { headers } = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
    expect((await rpc('tools/list', {}, headers)).status).toBe(401);
  });

  it('closes in the very next call after a key is revoked', async () => {
    const client = await connectInApp(stack.appUrl, key.headers);
    expect((await callTool(client, 'revoke_api_key', { apiKeyId: key.id })).isError).toBeUndefined();
    await expect(client.listTools()).rejects.toThrow('key_revoked');
    await client.close();
  });

  it('closes to keys that an address tries without end, and stays open to one that worked there', async () => {
    const limited = await startStack({ worker: false, demo: false, rateLimitFactor: 1 / 20 });
    const [good, late] = await Promise.all([1, 2].map(async () => (await makeTeam(limited.sql)).key('owner')));
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const comeWith = (headers: Headers = {}) => postJson(`${limited.appUrl}${IN_APP_MCP_PATH}`, list, headers);
    expect((await comeWith(good?.headers)).status).toBe(200);
    const statuses: number[] = [];
    for (let index = 0; index < 5; index++)
      statuses.push((await comeWith({ authorization: `Bearer sched_${index}` })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await comeWith(good?.headers)).status).toBe(200);
    const refused = await comeWith(late?.headers);
    expect([refused.status, refused.json().error.details]).toMatchObject([
      429,
      { reason: 'too_many_wrong_credentials', limit: 3 },
    ]);
    expect(refused.headers['ratelimit-limit']).toBe('3');
    await limited.close();
  });
});

describe('the edge', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])(
    'answers %s with 405, with a key and without',
    async (method) => {
      for (const headers of [{}, key.headers]) {
        const answer = await http(endpoint, { method, headers });
        expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );

  it('does not serve the path without its last segment, nor the public endpoint', async () => {
    for (const path of ['/api/mcp', '/api/mcp/', '/api/mcp/public/mcp']) {
      const answer = await postJson(`${stack.appUrl}${path}`, {}, key.headers);
      expect([path, answer.status, answer.json().error.code]).toEqual([path, 404, 'resource.not_found']);
    }
    expect((await postJson(`${stack.publicUrl}${IN_APP_MCP_PATH}`, {}, key.headers)).status).toBe(404);
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['a host that is not ours', { Host: 'evil.example' }],
    ['the public host', { Host: 'localhost:1' }],
  ])('answers 403 to %s, whatever its key', async (_name, headers) => {
    expect((await rpc('tools/list', {}, { ...key.headers, ...headers } as Headers)).status).toBe(403);
  });

  it('answers 400 to broken JSON of a holder of a key', async () => {
    const call = { method: 'POST', headers: { 'Content-Type': 'application/json', ...key.headers }, body: '{' };
    expect((await http(endpoint, call)).json().error.code).toBe(-32_700);
  });
});

describe('the tools', () => {
  const scopeSets: readonly (readonly Scope[])[] = [
    ['workspace.act'],
    ['workspace.read'],
    ['billing.manage'],
    ['workspace.read', 'billing.manage'],
  ];
  const cases = Role.options.flatMap((role) => scopeSets.map((scopes) => ({ role, scopes })));

  it.each(cases)('of a key of the $role with $scopes are those its declarations allow', async ({ role, scopes }) => {
    const { headers } = await team.key(role, { scopes });
    const allowed = ALL.filter(
      // Where a key acts for a person, the role is that person's.
      ({ operation }) =>
        typeof operation.auth === 'object' &&
        (needsIntent(operation) || operation.auth.roles.includes(role)) &&
        grants(scopes, operation.auth.scope),
    ).map(({ listed }) => listed.name);
    expect(namesIn(await rpc('tools/list', {}, headers))).toEqual(allowed);
    expect(namesIn(await callHost(stack.appUrl, workspaceTools.listTools, {}, headers), 'body')).toEqual(allowed);
    expect(allowed[0]).toBe('get_workspace');
  });

  it('change with the role of the key’s creator, in the next call', async () => {
    const client = await connectInApp(stack.appUrl, key.headers);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toContain('create_agent_seat');
    await stack.sql`update memberships set role = 'member' where user_id = ${key.userId}`;
    expect(await names()).not.toContain('create_agent_seat');
    const refused = await callTool(client, 'create_agent_seat', { displayName: 'Late' });
    expect(JSON.parse(refused.content[0]?.text ?? '').error.details).toMatchObject({ reason: 'role_missing' });
    await client.close();
  });

  it('say who came by which way: activity names the key and host_mcp', async () => {
    const client = await connectInApp(stack.appUrl, key.headers);
    await callTool(client, 'create_agent_seat', { displayName: 'Robo' });
    await client.close();
    const rows =
      await stack.sql`select distinct actor, source from activity_log where workspace_id = ${team.workspaceId}`;
    expect(rows).toEqual([{ actor: 'Key of the owner', source: 'host_mcp' }]);
  });
});

describe('both protocols on the one path', () => {
  it('the earlier: what the official client gets', async () => {
    const client = await connectInApp(stack.appUrl, key.headers);
    expect(client.getServerVersion()).toMatchObject({ name: 'holdfast', title: 'Holdfast workspace' });
    expect(client.getInstructions()).toContain('get_workspace');
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    await client.close();
  });

  it('2026-07-28: discovers, lists for this key alone, calls, and knows no other tool', async () => {
    const discovered = (await modern('server/discover')).json().result;
    expect(discovered).toMatchObject({ supportedVersions: [MODERN], cacheScope: 'private' });
    const listed = (await modern('tools/list')).json().result;
    expect(listed).toMatchObject({ cacheScope: 'private', ttlMs: 60_000 });
    const called = (await modern('tools/call', { name: 'get_workspace', arguments: {} })).json().result;
    expect(called).toMatchObject({ structuredContent: { workspace: { slug: team.slug } } });
    expect((await modern('tools/call', { name: 'confirm_booking', arguments: {} })).json().error.code).toBe(-32_602);
  });
});

describe('limits', () => {
  it('a request counts as a keyed call, a run as a tool besides; each key for itself', async () => {
    const limited = await startStack({ worker: false, demo: false, rateLimitFactor: 1 / 100 });
    const [one, other] = await Promise.all([makeTeam(limited.sql), makeTeam(limited.sql)]);
    const [first, second] = [await one.key('owner'), await other.key('owner')];
    const call = (method: string, params: object, { headers }: TestKey) =>
      postJson(`${limited.appUrl}${IN_APP_MCP_PATH}`, { jsonrpc: '2.0', id: 1, method, params }, headers);
    const run = { name: 'get_workspace', arguments: {} };
    // Six keyed calls and three tools a minute.
    for (let index = 0; index < 3; index++)
      expect((await call('tools/call', run, first)).text).not.toContain('isError');
    expect((await call('tools/call', run, first)).text).toContain('rate.limited');
    expect((await call('tools/list', {}, first)).status).toBe(200);
    expect((await call('tools/list', {}, first)).status).toBe(200);
    const refused = await call('tools/list', {}, first);
    expect([refused.status, refused.json().error.code]).toEqual([429, 'rate.limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('tools/list', {}, second)).status).toBe(200);
    // Through execute: the limit that ran out is that of tools.
    const third = await (await makeTeam(limited.sql)).key('owner');
    const execute = () =>
      callHost(limited.appUrl, workspaceTools.executeTool, { name: 'get_workspace' }, third.headers);
    for (let index = 0; index < 3; index++) expect((await execute()).status).toBe(200);
    const ran = await execute();
    expect([ran.status, ran.headers['ratelimit-limit']]).toEqual([429, '3']);
    const batch = Array.from({ length: 9 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    expect((await postJson(`${limited.appUrl}${IN_APP_MCP_PATH}`, batch, second.headers)).status).toBe(429);
    await limited.close();
  });
});

it('no key stands in a log line', () => {
  expect(stack.logLines.join('')).not.toMatch(/svc_(live|test)_\w{10}/);
});
