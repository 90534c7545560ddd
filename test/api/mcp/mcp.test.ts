import { describe, expect, it } from 'vitest';
import { mcpTools } from '../../../api/core/tools.ts';
import { thinEntryIn } from '../../../api/mcp/thin-entry.ts';
import { type HttpAnswer, http, postJson } from '../../support/drivers/http.ts';
import { wholeRefusal } from '../../support/drivers/whole-refusal.ts';
import { fixtureContract } from '../../support/stack/fixture-api.ts';
import { shareFixtureMcp, type ToolAnswer } from '../../support/stack/fixture-mcp.ts';

const its = shareFixtureMcp();
const { fixture, callTool, rpc } = its;

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
  it('gets our name and how to book', () => {
    expect(its.client.getServerVersion()).toMatchObject({ name: 'holdfast', version: '9.9.9' });
    expect(its.client.getInstructions()).toContain('request_booking_code');
    expect(its.client.getServerCapabilities()).toEqual({ tools: {} });
  });

  it('lists the tools of the contract and no other', async () => {
    const { tools } = await its.client.listTools();
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

  it('gets a protocol error for an unknown tool', async () => {
    await expect(its.client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      data: { code: 'resource.not_found', details: { reason: 'tool_unknown' } },
    });
    await expect(its.client.callTool({ name: 'viewItem', arguments: {} })).rejects.toMatchObject({
      message: expect.stringContaining('Did you mean view_item?'),
      data: { details: { didYouMean: ['view_item'] } },
    });
    await expect(its.client.callTool({ name: 'delete_item', arguments: {} })).rejects.toMatchObject({
      data: { details: { didYouMean: [] } },
    });
    await expect(its.client.callTool({ name: '__proto__', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
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

  it('names the fields of a bad input as REST does, and each rule once', async () => {
    const args = { amount: 0, buyer: { email: 'nobody' } };
    const answer = await callTool('buy_item', { shop: 'acme', item: 'lamp', ...args });
    const overRest = await postJson(`${fixture.publicUrl}/api/v1/public/acme/lamp/buy`, args);
    const { error } = JSON.parse(answer.content[0]?.text ?? '');
    expect(error.message).toBe('Invalid request: amount, buyer.email, see details.issues');
    expect({ error: wholeRefusal(error) }).toEqual(overRest.json());
    expect(fixture.witness.runs).toEqual([]);
  });

  it('takes no arguments for an empty object', async () => {
    const answer = (await its.client.callTool({ name: 'buy_item' })) as unknown as ToolAnswer;
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

  it('has the very list of the contract in both protocols, and each time in a batch', async () => {
    const all = [...mcpTools(fixtureContract, 'public').values()].map(({ listed }) => listed);
    const wanted = all.map((tool) => thinEntryIn(all, tool));
    const toolsOf = (answer: object) => (answer as { result: { tools: unknown } }).result.tools;
    expect(toolsOf((await modern('tools/list')).json())).toEqual(wanted);
    expect(toolsOf((await rpc('tools/list')).json())).toEqual(wanted);
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
    const answers = JSON.parse((await postJson(its.endpoint, batch)).text) as object[];
    expect(answers.map(toolsOf)).toEqual([wanted, wanted]);
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
