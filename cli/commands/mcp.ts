import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { callerHeaders } from '../client.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerMcp = (program: Command, version: string): void => {
  program
    .command('mcp')
    .description('Serve the workspace tools over stdio, for desktop agents')
    .option('--public', "serve the guests' booking tools instead; no key needed")
    .action(action((session: Session, options: { public?: true }) => bridge(session, options, version)));
};

/** Forwards every request to the HTTP endpoint with the profile's key. stdout is for the protocol only. */
async function bridge(session: Session, options: { public?: true }, version: string): Promise<void> {
  const upstream = new Client({ name: 'holdfast-cli', version });
  // The SDK's transports are typed without exactOptionalPropertyTypes.
  await upstream.connect(transportOf(session, options.public === true) as never);
  const instructions = upstream.getInstructions();
  const server = new Server(
    { name: 'holdfast', version },
    { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => upstream.listTools(params));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => upstream.callTool(params));
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await upstream.close();
}

function transportOf(session: Session, isPublic: boolean): StreamableHTTPClientTransport {
  const { endpoints } = session;
  if (isPublic) return new StreamableHTTPClientTransport(new URL(`${endpoints.publicUrl}/api/mcp/public/mcp`));
  const requestInit = { headers: callerHeaders(session.caller()) };
  return new StreamableHTTPClientTransport(new URL(`${endpoints.appUrl}/api/mcp/mcp`), { requestInit });
}
