import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { installBeside } from '../install-isolated.ts';
import { type ConnectingClient, isolatedEnvironment, PrintedAddress } from './client.ts';

const MCP_REMOTE = { name: 'mcp-remote', version: '0.15.1', path: 'dist/proxy.js' };
const SIGN_IN_WITHIN_MS = 60_000;
/** A client that is refused asks the person again and waits: this is how long we watch. */
const REFUSED_WITHIN_MS = 15_000;

const fileIn = (folder: string, ending: string): string => {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(ending));
  if (name === undefined) throw new Error(`mcp-remote stored no ${ending}`);
  return join(folder, name);
};

/** mcp-remote as a process that speaks MCP over its pipes. */
export function mcpRemoteProcess(url: string, folder: string, more: readonly string[] = []): StdioClientTransport {
  const { node, program } = installBeside(MCP_REMOTE);
  return new StdioClientTransport({
    command: node,
    args: [program, url, '--allow-http', '--transport', 'http-only', '--auth-timeout', '60', ...more],
    env: { ...isolatedEnvironment(node, folder), MCP_REMOTE_CONFIG_DIR: folder },
    stderr: 'pipe',
  });
}

const refuse = async (): Promise<never> => {
  throw new Error('It asks for a new sign-in');
};

/** mcp-remote between the official client and the connector, as an editor without OAuth of its own starts it. */
export function mcpRemote(url: string, folder: string): ConnectingClient {
  const open = async (allow: (address: string) => Promise<void>, timeoutMs: number): Promise<Client> => {
    const transport = mcpRemoteProcess(url, folder);
    const printed = new PrintedAddress();
    transport.stderr?.on('data', printed.read);
    const client = new Client({ name: 'connect-clients', version: '1.0.0' });
    // The sign-in's failure ends the connection, with its own reason.
    const asked = printed.address.then(allow).catch((error: unknown) => error);
    try {
      const connected = client.connect(transport as Transport, { timeout: timeoutMs });
      const failed = asked.then((error) => {
        if (error instanceof Error && printed.text.includes('/oauth/authorize?')) throw error;
        return connected;
      });
      await Promise.race([connected, failed]);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  const during = async <T>(opened: Promise<Client>, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await opened;
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  const withTokens = <T>(work: (client: Client) => Promise<T>) => during(open(refuse, REFUSED_WITHIN_MS), work);
  return {
    name: `mcp-remote ${MCP_REMOTE.version}`,
    tokenFile: () => fileIn(folder, '_tokens.json'),
    signIn: (allow) =>
      during(open(allow, SIGN_IN_WITHIN_MS), async (client) =>
        (await client.listTools()).tools.map(({ name }) => name),
      ),
    call: (tool, input) => withTokens((client) => client.callTool({ name: tool, arguments: { ...input } })),
    list: (what) =>
      withTokens(async (client) =>
        what === 'resources'
          ? (await client.listResources()).resources.map(({ uri }) => uri)
          : (await client.listPrompts()).prompts.map(({ name }) => name),
      ),
  };
}
