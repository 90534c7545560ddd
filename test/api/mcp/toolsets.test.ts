import { describe, expect, it } from 'vitest';
import { TOOLSETS } from '../../../api/core/tools.ts';
import { IN_APP_MCP_PATH } from '../../../api/mcp/path.ts';
import { postJson } from '../../support/drivers/http.ts';
import { callTool, connectMcp } from '../../support/drivers/mcp-client.ts';
import { OAuthApp } from '../../support/drivers/oauth-app.ts';
import { signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

const its = shareTeamStack();

type Headers = Readonly<Record<string, string>>;

/** Both endpoints, each with what it takes. */
const endpoints = {
  'the in-app endpoint': async () => ({
    url: `${its.stack.appUrl}${IN_APP_MCP_PATH}`,
    headers: (await its.team.key('owner')).headers as Headers,
  }),
  'the connector': async () => {
    const owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
    const { access_token: token } = await (await OAuthApp.register(its.stack)).connect(owner, its.team);
    return { url: `${its.stack.mcpUrl}/mcp`, headers: bearer(token) as Headers };
  },
};

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const namesIn = (text: string): string[] =>
  (JSON.parse(text) as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);

describe.each(Object.entries(endpoints))('%s', (_name, open) => {
  it('lists the sets that the address asks for, in the order of the catalog, and runs the others all the same', async () => {
    const { url, headers } = await open();
    const client = await connectMcp(`${url}?toolsets=links,meetings`, headers);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...TOOLSETS.meetings, ...TOOLSETS.links]);
    expect((await callTool(client, 'list_event_types', {})).isError).toBeUndefined();
    await client.close();
  });

  it('knows a default, takes the name more than once, and lists all without it', async () => {
    const { url, headers } = await open();
    const namesAt = async (query: string) => namesIn((await postJson(`${url}${query}`, list, headers)).text);
    const byDefault = ['workspace', 'event-types', 'availability', 'meetings', 'links'] as const;
    const seldom = ['set_workspace_avatar', 'delete_guest', 'clear_booking_flood'];
    const usual = byDefault.flatMap((name) => TOOLSETS[name]).filter((name) => !seldom.includes(name));
    expect(await namesAt('?toolsets=default')).toEqual(usual);
    expect(await namesAt('?toolsets=links&toolsets=%20workspace')).toEqual([...TOOLSETS.workspace, ...TOOLSETS.links]);
    const all = await namesAt('');
    expect(all).toEqual(expect.arrayContaining(seldom));
    expect(all.length).toBeGreaterThan(60);
    expect(await namesAt('/?other=1')).toEqual(all);
  });

  it.each([
    ['?toolset=default', 'not toolset: ?toolsets=default'],
    ['?toolsets=meeting', 'there is no set meeting. Did you mean meetings?'],
    ['?toolsets=links,everything', 'there is no set everything.'],
    ['?toolsets=', 'name a set, or leave toolsets out for all tools.'],
    ['?toolsets=constructor', 'there is no set constructor.'],
  ])('refuses %s with the names that exist, before any message runs', async (query, message) => {
    const { url, headers } = await open();
    for (const body of [list, { ...list, method: 'tools/call', params: { name: 'get_workspace', arguments: {} } }]) {
      const answer = await postJson(`${url}${query}`, body, headers);
      expect(answer.status).toBe(400);
      const { code, details } = answer.json().error as never as {
        code: string;
        details: { issues: { message: string }[] };
      };
      expect(code).toBe('request.invalid');
      expect(details.issues).toMatchObject([{ path: 'toolsets' }]);
      expect(details.issues[0]?.message).toContain(message);
      expect(details.issues[0]?.message).toContain([...Object.keys(TOOLSETS), 'default'].join(', '));
    }
    // Who is not let in learns nothing of it.
    expect((await postJson(`${url}${query}`, list)).status).toBe(401);
  });
});
