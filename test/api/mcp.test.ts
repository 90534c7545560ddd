import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../api/mcp-path.ts';
import { mcpTools } from '../../api/mcp-tools.ts';
import { contract } from '../../schemas/contract.ts';
import { type FixtureApi, startFixtureApi } from '../support/fixture-api.ts';
import { type HttpAnswer, http, postJson } from '../support/http.ts';

let fixture: FixtureApi;
let endpoint: string;
let client: Client;

beforeAll(async () => {
  fixture = await startFixtureApi();
  endpoint = `${fixture.publicUrl}${MCP_PATH}`;
  client = new Client({ name: 'test', version: '1' });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)) as Transport);
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  await fixture.api.close();
});
beforeEach(() => {
  fixture.witness.runs.length = 0;
});

interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

const callTool = async (name: string, args: Record<string, unknown>): Promise<ToolAnswer> =>
  (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer;

const rpc = (
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> => postJson(endpoint, { jsonrpc: '2.0', id: 1, method, params }, headers);

const MODERN = '2026-07-28';
/** A call of the protocol of 2026-07-28, whose headers repeat what the body says. */
const modern = (method: string, params: Record<string, unknown> = {}): Promise<HttpAnswer> =>
  rpc(
    method,
    {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    {
      'MCP-Protocol-Version': MODERN,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
    },
  );

describe('the official client', () => {
  it('learns who we are and how to book', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'holdfast', version: '9.9.9' });
    expect(client.getInstructions()).toContain('request_booking_code');
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
  });

  it('lists the tools of the contract and no other', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['view_item', 'buy_item', 'ask_code']);
  });

  it('gets structured content that its own validator accepts, and the same as text', async () => {
    const answer = await callTool('view_item', { shop: 'acme', item: 'lamp', limit: 3, tags: ['a'] });
    expect(answer.structuredContent).toEqual({ shop: 'acme', item: 'lamp', seen: { limit: 3, tags: ['a'] } });
    expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(answer.structuredContent);
  });

  it('gets a rendered answer byte for byte', async () => {
    const answer = await callTool('view_item', { shop: 'acme', item: 'rendered' });
    expect(answer.content[0]?.text).toBe('{"shop":"acme","item":"rendered","seen":{}}');
    expect(answer.structuredContent).toEqual({ shop: 'acme', item: 'rendered', seen: {} });
  });

  it('hears of an unknown tool as a protocol error', async () => {
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
    await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });
});

describe('errors are those of REST, code and details included', () => {
  it.each([
    ['missing', 'resource.not_found'],
    ['taken', 'resource.conflict'],
    ['hurried', 'rate.limited'],
    ['database-away', 'service.unavailable'],
    ['wrong', 'internal.unexpected'],
  ])('%s', async (item, code) => {
    const answer = await callTool('view_item', { shop: 'acme', item });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    const overMcp = JSON.parse(answer.content[0]?.text ?? '');
    expect(overMcp.error.code).toBe(code);
    const overRest = (await http(`${fixture.publicUrl}/api/v1/public/acme/${item}`)).json();
    const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f-]{36}/g, 'ID'));
    expect(withoutIds(overMcp)).toEqual(withoutIds(overRest));
  });

  it('names the fields of a bad input as REST does', async () => {
    const args = { amount: 0, buyer: { email: 'nobody' } };
    const answer = await callTool('buy_item', { shop: 'acme', item: 'lamp', ...args });
    const overRest = await postJson(`${fixture.publicUrl}/api/v1/public/acme/lamp/buy`, args);
    expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(overRest.json());
    expect(fixture.witness.runs).toEqual([]);
  });

  it('takes no arguments for an empty object', async () => {
    const answer = (await client.callTool({ name: 'buy_item' })) as unknown as ToolAnswer;
    expect(
      JSON.parse(answer.content[0]?.text ?? '').error.details.issues.map((issue: { path: string }) => issue.path),
    ).toEqual(['shop', 'item', 'amount', 'buyer']);
  });
});

describe('the protocol of 2026-07-28, on the same path', () => {
  it('discovers the server', async () => {
    const { result } = (await modern('server/discover')).json() as unknown as { result: Record<string, unknown> };
    expect(result).toMatchObject({ supportedVersions: [MODERN], capabilities: { tools: {} }, resultType: 'complete' });
  });

  it('lists tools that may be cached by anyone', async () => {
    const { result } = (await modern('tools/list')).json() as unknown as { result: { tools: object[] } };
    expect(result).toMatchObject({ cacheScope: 'public', ttlMs: 300_000 });
    expect(result.tools).toHaveLength(3);
  });

  it('calls a tool', async () => {
    const answer = await modern('tools/call', { name: 'view_item', arguments: { shop: 'acme', item: 'lamp' } });
    expect(answer.json().result).toMatchObject({ structuredContent: { shop: 'acme', item: 'lamp', seen: {} } });
  });

  it('ends a subscription at once, because tools change with a release only: nothing stays open', async () => {
    const answer = await modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const frames = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(frames).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
      { id: 1, result: { resultType: 'complete' } },
    ]);
  });

  it('refuses an unknown tool and an unknown method', async () => {
    expect((await modern('tools/call', { name: 'nope', arguments: {} })).json().error.code).toBe(-32_602);
    const unknown = await modern('acme/unknown');
    expect([unknown.status, unknown.json().error.code]).toEqual([404, -32_601]);
  });
});

describe('the edge', () => {
  it('answers plain JSON to a client that asks for nothing in particular', async () => {
    const answer = await rpc('tools/list', {}, { Accept: '*/*' });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('answers %s with 405', async (method) => {
    const answer = await http(endpoint, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['our host at another port', { Origin: 'http://localhost:1' }],
    ['no origin at all', { Origin: 'null' }],
    ['a host that is not ours', { Host: 'evil.example' }],
    ['a host that only starts like ours', { Host: 'localhost.evil.example' }],
  ])('answers 403 to %s', async (_name, headers) => {
    const call = { name: 'view_item', arguments: { shop: 'acme', item: 'lamp' } };
    const answer = await rpc('tools/call', call, headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(fixture.witness.runs).toEqual([]);
  });

  it('lets our own pages in', async () => {
    for (const origin of [fixture.publicUrl, fixture.appUrl, fixture.mcpUrl])
      expect((await rpc('tools/list', {}, { Origin: origin })).status).toBe(200);
  });

  it.each([
    ['broken JSON', 'application/json', '{'],
    ['another content type', 'text/plain', '{}'],
    ['a body over 100 kB', 'application/json', JSON.stringify({ x: 'x'.repeat(110_000) })],
  ])('answers 400 to %s', async (_name, contentType, body) => {
    const answer = await http(endpoint, { method: 'POST', headers: { 'Content-Type': contentType }, body });
    expect(answer.status).toBe(400);
    expect(answer.json().error.code).toBe(-32_700);
  });

  it('counts calls against the same limits as REST', async () => {
    const limited = await startFixtureApi({ rateLimitFactor: 1 / 60 });
    const args = { name: 'buy_item', arguments: { shop: 'a', item: 'b', amount: 1, buyer: { email: 'a@b.de' } } };
    const call = () =>
      postJson(`${limited.publicUrl}${MCP_PATH}`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: args });
    expect((await call()).json().result).not.toHaveProperty('isError');
    expect((await postJson(`${limited.publicUrl}/api/v1/public/a/b/buy`, args.arguments)).status).toBe(429);
    expect((await call()).text).toContain('rate.limited');
    await limited.api.close();
  });

  describe('counts what is no call as public reads', () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const callOf = (name: string) => ({
      ...list,
      method: 'tools/call',
      params: { name, arguments: { shop: 'a', item: 'b' } },
    });
    const limitedTo = async (reads: number) => {
      const limited = await startFixtureApi({ rateLimitFactor: reads / 120 });
      const ask = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
        postJson(`${limited.publicUrl}${MCP_PATH}`, body, headers);
      const statuses = async (bodies: readonly unknown[]) => {
        const answers = [];
        for (const body of bodies) answers.push((await ask(body)).status);
        return answers;
      };
      const read = () => http(`${limited.publicUrl}/api/v1/public/a/b`);
      return { ask, statuses, read, close: () => limited.api.close() };
    };

    it('lists, handshakes, unknown tools, pings and broken bodies, together with REST', async () => {
      const limited = await limitedTo(6);
      const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
      const ping = { ...list, method: 'ping' };
      const greeting = { ...list, method: 'initialize', params: hello };
      const answers = await limited.statuses([list, greeting, callOf('nope'), ping, 'nonsense', list, list]);
      expect(answers.at(-1)).toBe(429);
      expect(answers.slice(0, -1)).not.toContain(429);
      const refused = await limited.ask(list);
      expect(refused.json()).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { message: expect.stringMatching(/again in \d+ s/) },
      });
      expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
      expect(refused.headers).toMatchObject({ 'ratelimit-limit': '6', 'ratelimit-remaining': '0' });
      expect((await limited.read()).status).toBe(429);
      await limited.close();
    });

    it('each message of a batch; a batch too many is refused whole', async () => {
      const limited = await limitedTo(6);
      const batch = (messages: object[]) => messages.map((message, id) => ({ ...message, id }));
      expect((await limited.ask(batch([list, list, list, list]))).status).toBe(200);
      expect((await limited.ask(batch([list, list, list, callOf('view_item')]))).status).toBe(429);
      await limited.close();
    });

    it('calls that look right and reach no operation: without id, without version, of no protocol', async () => {
      const view = callOf('view_item');
      const { id: _id, ...idless } = view;
      const { jsonrpc: _version, ...versionless } = view;
      const cases = [
        [idless, {}],
        [versionless, {}],
        [view, { 'MCP-Protocol-Version': '1999-01-01' }],
      ] as const;
      for (const [body, headers] of cases) {
        const limited = await limitedTo(2);
        const statuses = [];
        for (let n = 1; n <= 3; n++) statuses.push((await limited.ask(body, headers)).status);
        expect(statuses.indexOf(429)).toBe(2);
        expect((await limited.read()).status).toBe(429);
        await limited.close();
      }
    });

    it('calls once, where they arrive', async () => {
      const limited = await limitedTo(6);
      const batch = Array.from({ length: 7 }, (_, id) => ({ ...callOf('view_item'), id }));
      const { status, text } = await limited.ask(batch);
      expect([status, text.match(/rate\.limited/g)?.length]).toEqual([200, 1]);
      await limited.close();
    });
  });

  it('answers many at once, each its own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => callTool('view_item', { shop: 'acme', item: `item-${index}` })),
    );
    answers.forEach(({ structuredContent }, index) => {
      expect(structuredContent?.item).toBe(`item-${index}`);
    });
  });

  it('never logs what was asked', async () => {
    const args = { shop: 'acme', item: 'boom', amount: 1, buyer: { email: 'a@b.de' }, secret: 'code-314159' };
    await callTool('buy_item', args);
    await postJson(`${fixture.publicUrl}/api/v1/public/acme/database-quotes/buy`, {
      ...args,
      shop: undefined,
      item: undefined,
    });
    await http(`${fixture.publicUrl}/api/v1/public/acme/lamp/reserve?code=code-314159`);
    await http(`${fixture.publicUrl}/unknown/code-314159`);
    const log = fixture.witness.logLines.join('');
    expect(log).toContain('unexpected error');
    expect(log).not.toContain('314159');
    expect(log).not.toContain('a@b.de');
  });
});

describe('the tools of the real contract', () => {
  const tools = [...mcpTools(contract, 'public').values()].map(
    ({ listed }) => listed as unknown as Record<string, Record<string, unknown>>,
  );
  const hintsOf = (name: string) => tools.find((tool) => tool.name === (name as never))?.annotations;

  it('are exactly four', () => {
    expect(tools.map(({ name }) => name)).toEqual([
      'find_bookable_calendar',
      'get_availability',
      'request_booking_code',
      'confirm_booking',
    ]);
  });

  it('say all four hints', () => {
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(hintsOf('find_bookable_calendar')).toMatchObject(reads);
    expect(hintsOf('get_availability')).toMatchObject(reads);
    expect(hintsOf('request_booking_code')).toMatchObject({ ...reads, readOnlyHint: false, idempotentHint: false });
    expect(hintsOf('confirm_booking')).toMatchObject({ ...reads, readOnlyHint: false, idempotentHint: true });
  });

  it('have object schemas of their own, open to fields of later versions', () => {
    for (const tool of tools) {
      expect(tool.inputSchema?.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      const text = JSON.stringify(tool);
      expect(text).not.toContain('"additionalProperties":false');
      expect(text).not.toContain('$schema');
      const defined = new Set(Object.keys((tool.outputSchema?.$defs ?? {}) as object));
      for (const [, name] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) expect(defined).toContain(name);
    }
  });

  it('cannot be changed by a request', () => {
    for (const tool of tools) expect(Object.isFrozen(tool.inputSchema?.properties)).toBe(true);
  });
});
