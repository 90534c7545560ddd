import { describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../../api/mcp/path.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { startFixtureApi } from '../../support/stack/fixture-api.ts';
import { shareFixtureMcp } from '../../support/stack/fixture-mcp.ts';

const its = shareFixtureMcp();
const { fixture, callTool, rpc } = its;

describe('the edge', () => {
  it('answers plain JSON to a client that asks for nothing in particular', async () => {
    const answer = await rpc('tools/list', {}, { Accept: '*/*' });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('answers %s with 405', async (method) => {
    const answer = await http(its.endpoint, { method });
    expect(answer.status).toBe(405);
    if (method !== 'HEAD') expect(answer.json().error).toMatchObject({ data: { code: 'request.invalid' } });
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
    expect(answer.json().error).toMatchObject({
      data: { code: 'auth.forbidden', details: { reason: 'foreign_origin' } },
    });
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
    const answer = await http(its.endpoint, { method: 'POST', headers: { 'Content-Type': contentType }, body });
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: -32_700,
      data: { code: 'request.invalid', details: { issues: [{ path: '' }] } },
    });
  });

  it.each(['args', 'input', 'parameters'])(
    'refuses a call whose arguments are called %s: the tool would run without',
    async (name) => {
      const answer = await rpc('tools/call', { name: 'buy_item', [name]: { shop: 'a' } });
      expect(answer.status).toBe(400);
      expect(answer.json().error).toMatchObject({
        message: expect.stringContaining(`called arguments, not ${name}`),
        data: { details: { issues: [{ path: `params.${name}`, didYouMean: ['arguments'] }] } },
      });
    },
  );

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

  it('counts the codes of a host, however the names of the call are written', async () => {
    const limited = await startFixtureApi({ rateLimitFactor: 1 });
    const ask = async (host: Readonly<Record<string, string>>) => {
      const params = { name: 'ask_code', arguments: { ...host, item: 'lamp' } };
      const answer = await postJson(`${limited.publicUrl}${MCP_PATH}`, {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      return answer.text.includes('rate.limited');
    };
    const verdicts = [];
    for (let time = 0; time < 11; time++)
      verdicts.push(
        await ask(time % 2 ? { Workspace: 'acme', user_name: 'ada' } : { workspace: 'acme', username: 'ada' }),
      );
    expect(verdicts).toEqual([...Array(10).fill(false), true]);
    expect(await ask({ WORKSPACE: 'acme', userName: 'ada' })).toBe(true);
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
        error: {
          message: expect.stringMatching(/again in \d+ s/),
          data: { code: 'rate.limited', details: { reason: 'too_many_calls', limit: 6 } },
        },
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
