import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll } from 'vitest';
import { MCP_PATH } from '../../../api/mcp/path.ts';
import { type HttpAnswer, postJson } from '../drivers/http.ts';
import { type FixtureApi, shareFixtureApi } from './fixture-api.ts';

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export interface FixtureMcp {
  readonly fixture: Omit<FixtureApi, 'api'>;
  readonly endpoint: string;
  /** The official one, connected, which has listed the tools. */
  readonly client: Client;
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  /** A message as it stands, without the client. */
  rpc(method: string, params?: object, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
}

/** MCP of the fixture's API and a client of it, for all tests of a file. */
export function shareFixtureMcp(): FixtureMcp {
  const fixture = shareFixtureApi();
  const endpoint = () => `${fixture.publicUrl}${MCP_PATH}`;
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    // The SDK's own types disagree under exactOptionalPropertyTypes.
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint())) as Transport);
    await client.listTools();
  });
  afterAll(() => client?.close());
  return {
    fixture,
    get endpoint() {
      return endpoint();
    },
    get client() {
      return client;
    },
    callTool: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer,
    rpc: (method, params = {}, headers = {}) =>
      postJson(endpoint(), { jsonrpc: '2.0', id: 1, method, params }, headers),
  };
}
